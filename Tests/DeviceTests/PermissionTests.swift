import Compositor
import DeviceProtocol
import Foundation
import TestSupport
import Testing

@testable import Device

@Suite struct PermissionBookTests {
  private func request(_ scope: PermissionRequest.Scope = .ordinary, _ kind: PermissionKind = .location)
    -> PermissionRequest
  {
    PermissionRequest(id: 1, kind: kind, scope: scope)
  }

  @Test(.rule("L-2")) func `the user is asked once`() {
    for choice in [PermissionChoice.whenInUse, .deny] {
      var book = PermissionBook()
      #expect(book.consider(request()) == .ask)
      _ = book.answer(request(), choice)
      #expect(book.consider(request()) == .settled)
    }
  }

  @Test(.rule("L-2", "L-123")) func `while in use can become always by one later prompt`() {
    var book = PermissionBook()
    _ = book.answer(request(), .whenInUse)
    #expect(book.consider(request(.always)) == .ask)
    #expect(book.answer(request(.always), .whenInUse).status == .whenInUse)
    #expect(book.consider(request(.always)) == .settled)
  }

  @Test(.rule("L-126")) func `the first and the later prompt have the platform's buttons`() {
    func titles(_ scope: PermissionRequest.Scope, _ kind: PermissionKind, _ status: PermissionStatus)
      -> [String]
    {
      SystemAlert(request(scope, kind), app: "Places", status: status).buttons.map(\.title)
    }
    let first = ["Allow Once", "Allow While Using App", "Don’t Allow"]
    #expect(titles(.ordinary, .location, .notDetermined) == first)
    #expect(titles(.always, .location, .notDetermined) == first)
    for status in [PermissionStatus.whenInUse, .provisionalAlways] {
      #expect(titles(.always, .location, status) == ["Keep Only While Using", "Change to Always Allow"])
    }
    #expect(titles(.fullAccuracy, .location, .whenInUse) == ["Allow Once", "Don’t Allow"])
    #expect(titles(.ordinary, .notifications, .notDetermined) == ["Don’t Allow", "Allow"])
  }

  @Test(.rule("L-290")) func `only the first location prompt has the switch Precise`() {
    func rows(_ scope: PermissionRequest.Scope, _ kind: PermissionKind, _ status: PermissionStatus)
      -> [String]
    {
      SystemAlert(request(scope, kind), app: "Places", status: status, asksForReducedAccuracy: true).rows
        .map(\.title)
    }
    let first = ["Precise: Off", "Allow Once", "Allow While Using App", "Don’t Allow"]
    #expect(rows(.ordinary, .location, .notDetermined) == first)
    #expect(rows(.always, .location, .notDetermined) == first)
    #expect(rows(.always, .location, .whenInUse) == ["Keep Only While Using", "Change to Always Allow"])
    #expect(rows(.fullAccuracy, .location, .whenInUse) == ["Allow Once", "Don’t Allow"])
    #expect(rows(.services, .location, .notDetermined) == ["Settings", "Cancel"])
    #expect(rows(.ordinary, .notifications, .notDetermined) == ["Don’t Allow", "Allow"])
  }

  @Test(.rule("L-121"))
  func `a permission that was allowed once ends when the app is left, and cannot become always`() {
    var book = PermissionBook()
    #expect(
      book.answer(request(), .once)
        == Permission(kind: .location, status: .whenInUse, isPrecise: true, isTemporary: true))
    #expect(book.consider(request(.always)) == .settled)
    #expect(book.appWasLeft()?.status == .notDetermined)
    #expect(book.appWasLeft() == nil)
    #expect(book.consider(request()) == .ask)
  }

  @Test(.rule("L-122")) func `an app that asked for always sees always before the user has confirmed it`() {
    var book = PermissionBook()
    #expect(book.answer(request(.always), .whenInUse).status == .provisionalAlways)
    #expect(book.answer(request(.always), .whenInUse).status == .whenInUse)
  }

  @Test(.rule("L-125"))
  func `temporary full accuracy is only asked for with reduced accuracy, and ends with the use of the app`() {
    var book = PermissionBook()
    #expect(book.consider(request(.fullAccuracy)) == .settled)
    _ = book.answer(request(), .whenInUse, isPrecise: false)
    #expect(book.consider(request(.fullAccuracy)) == .ask)
    #expect(book.answer(request(.fullAccuracy), .deny).isPrecise == false)
    #expect(book.answer(request(.fullAccuracy), .once).isPrecise)
    #expect(book.appWasLeft()?.isPrecise == false)
  }

  @Test(.rule("L-9"))
  func `while Location Services are off the user is not asked for a location, and decisions are kept`() {
    var book = PermissionBook()
    _ = book.answer(request(), .whenInUse)
    #expect(book.consider(request(.services)) == .settled)
    #expect(book.switchLocationServices(on: true) == nil)
    let off = Permission(kind: .location, status: .whenInUse, isSwitchedOff: true)
    #expect(book.switchLocationServices(on: false) == off && book.current(.location) == off)
    #expect(!off.allowsLocation)
    #expect(book.consider(request(.services)) == .ask && !book.isDecided(request(.services)))
    #expect(book.consider(request(.always)) == .settled)
    #expect(book.answer(request(.services), .allow) == off)
    #expect(book.set(.location, .always, isPrecise: nil)?.isSwitchedOff == true)
    #expect(book.consider(request(.ordinary, .photos)) == .ask)
    #expect(
      book.lines == "locationServices off\nlocation always\n" && PermissionBook(lines: book.lines) == book)
    #expect(book.switchLocationServices(on: true) == Permission(kind: .location, status: .always))
    #expect(book.isDecided(request(.services)))
    var fresh = PermissionBook()
    _ = fresh.switchLocationServices(on: false)
    #expect(fresh.all.map(\.isSwitchedOff) == [true] && !fresh.isEmpty)
    #expect(PermissionBook(lines: fresh.lines) == fresh)
  }

  @Test func `provisional notifications need no prompt, and can be confirmed by a later one`() {
    var book = PermissionBook()
    #expect(
      book.consider(request(.provisional, .notifications))
        == .changed(Permission(kind: .notifications, status: .provisional)))
    #expect(book.consider(request(.provisional, .notifications)) == .settled)
    #expect(book.consider(request(.ordinary, .notifications)) == .ask)
    #expect(book.answer(request(.ordinary, .notifications), .allow).status == .allowed)
  }

  @Test func `saved decisions are restored, and invalid lines are ignored`() {
    var book = PermissionBook()
    _ = book.answer(request(), .whenInUse, isPrecise: false)
    _ = book.consider(request(.always))
    _ = book.set(.contacts, .denied, isPrecise: nil)
    #expect(book.lines == "location whenInUse reduced asked\ncontacts denied\n")
    #expect(PermissionBook(lines: book.lines) == book)
    #expect(PermissionBook(lines: "location perhaps\n\nhat allowed\nphotos") == PermissionBook())
    var once = PermissionBook()
    _ = once.answer(request(), .once)
    #expect(once.lines == "")
  }
}

@Suite struct PromptTests {
  let fake: FakeBundle
  init() throws { fake = try FakeBundle(info: ["CFBundleDisplayName": "Places"]) }

  /// The messages that the app got since its launch, without touches.
  private func heard(_ device: SimulatedDevice) -> [String] {
    device.names.dropFirst(2).filter { !$0.hasPrefix("touch") && !$0.hasSuffix("Tapped:") }
  }

  @Test(.rule("L-9", "L-288")) func `the prompt of Location Services that are off leads to Settings`() throws
  {
    let device = try fake.device()
    try device.launch()
    try device.setPermission(.location, to: .whenInUse)
    try device.switchLocationServices(on: false)
    for (choice, state) in [(PermissionChoice.deny, Springboard.AppState.active), (.allow, .suspended)] {
      try device.take(
        .requestPermission(PermissionRequest(id: 7, kind: .location, scope: .services)),
        from: try #require(device.process))
      try device.settle()
      let alert = try #require(device.systemAlert)
      #expect(alert.title == "Turn On Location Services to Allow “Places” to Determine Your Location")
      #expect(alert.buttons.map(\.title) == ["Settings", "Cancel"])
      try device.answerPrompt(choice)
      #expect(device.springboard.state == state)
    }
    try device.switchLocationServices(on: true)
    try device.launch()
    #expect(device.permission(for: .location) == Permission(kind: .location, status: .whenInUse))
    #expect(
      device.trace.records.filter { $0.event.name == "location services" }.map {
        $0.event.detail.map(\.value)
      } == [["off"], ["on"]])
  }

  @Test(.rule("L-4", "L-120", "E-28"))
  func `the app is inactive during the prompt, and active again before it gets the answer`()
    throws
  {
    let device = try fake.device()
    try device.launch()
    try device.tap("Ask")
    let alert = try #require(device.systemAlert)
    #expect(alert.title == "Allow “Places” to use your location?")
    #expect(alert.message == "To find you.")
    #expect(alert.buttons.map(\.title) == ["Allow Once", "Allow While Using App", "Don’t Allow"])
    #expect(device.springboard.state == .inactive(.prompt))
    try device.answerPrompt(.whenInUse)
    #expect(
      heard(device) == ["willResignActive", "didBecomeActive", "permission location whenInUse answers 1"])
    #expect(device.systemAlert == nil)
    let roots = device.trace.records.filter { $0.event.sender == "Device" }.map(\.event.name)
    #expect(roots == ["ask", "answer location"])
  }

  @Test func `a touch on a button answers, and the app gets no touches meanwhile`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Ask")
    let count = device.names.filter { $0.hasPrefix("touch") }.count
    // A touch beside the alert, and one that leaves the button, have no effect.
    try device.touch([.init(id: 1, phase: .began, x: 5, y: 5)])
    try device.touch([.init(id: 1, phase: .ended, x: 5, y: 5)])
    let button = try #require(try device.describeScreen().first { $0.text == "Don't Allow" })
    #expect(button.label == "Don’t Allow")
    try device.touch([.init(id: 1, phase: .began, x: button.x + 5, y: button.y + 5)])
    try device.touch([.init(id: 1, phase: .ended, x: 5, y: 5)])
    #expect(device.systemAlert != nil)
    try device.tap("Don’t Allow")
    #expect(device.systemAlert == nil)
    #expect(device.permission(for: .location).status == .denied)
    #expect(device.names.filter { $0.hasPrefix("touch") }.count == count)
    try device.tap("Say")
    #expect(device.printed.last == "said 0")
  }

  @Test func `elements below a prompt are covered, and text is refused`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Ask notifications")
    let elements = try device.describeScreen()
    #expect(elements.first { $0.label == "Add" }?.coveredBy == device.systemAlert?.summary)
    // Two buttons with short titles are side by side.
    let buttons = elements.filter { $0.classes.first == "UIButton" && $0.coveredBy == nil }
    #expect(buttons.map(\.label) == ["Don’t Allow", "Allow"])
    #expect(buttons[0].y == buttons[1].y)
    #expect(throws: DeviceError.refused("\(device.systemAlert?.summary ?? "") covers the app")) {
      try device.insertText("x")
    }
  }

  @Test func `prompts appear one after the other, and are hidden and shown with the app`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Ask")
    try device.perform(.home)
    #expect(device.systemAlert == nil)
    try device.launch()
    #expect(device.systemAlert?.request.kind == .location)
    try device.answerPrompt(.deny)
    try device.tap("Ask notifications")
    #expect(device.springboard.handle(.dismissInterruption) == [])
    try device.answerPrompt(.allow)
    #expect(
      heard(device) == [
        "willResignActive", "didEnterBackground", "willEnterForeground", "didBecomeActive",
        "willResignActive", "didBecomeActive", "permission location denied answers 1",
        "willResignActive", "didBecomeActive", "permission notifications allowed answers 2",
      ])
  }

  @Test(.rule("L-121")) func `a permission that was allowed once has ended when the app returns`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Ask")
    try device.answerPrompt(.once)
    try device.perform(.home)
    try device.launch()
    #expect(
      heard(device).suffix(3) == [
        "willEnterForeground", "permission location notDetermined", "didBecomeActive",
      ])
  }

  @Test func `Settings change a permission while the app runs, and while it is suspended`() throws {
    let device = try fake.device()
    try device.launch()
    try device.setPermission(.location, to: .always)
    try device.setPermission(.location, to: .always)
    try device.perform(.home)
    try device.setPermission(.location, to: .denied)
    #expect(heard(device).last == "didEnterBackground")
    try device.launch()
    #expect(
      heard(device) == [
        "permission location always", "willResignActive", "didEnterBackground", "willEnterForeground",
        "permission location denied", "didBecomeActive",
      ])
  }

  @Test func `permissions are kept with the container, beside the app's folder`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carob-kept-\(UUID())").path
    defer {
      for suffix in ["", ".lock", ".device"] { try? FileManager.default.removeItem(atPath: folder + suffix) }
    }
    do {
      let device = try fake.device { $0.keptContainer = folder }
      try device.setPermission(.location, to: .always)
      device.shutDown()
    }
    let device = try fake.device { $0.keptContainer = folder }
    #expect(device.permission(for: .location).status == .always)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["Documents", "Library", "tmp"])
    #expect(try fake.device().permission(for: .location).status == .notDetermined)
  }

  @Test func `the prompt is drawn over the app, and over its later commits`() throws {
    let device = try fake.device()
    try device.launch()
    let before = try #require(Bitmap(encoded: try device.snapshot()))
    try device.tap("Ask")
    try device.change(.appearance("light"))
    let during = try #require(Bitmap(encoded: try device.snapshot()))
    try device.answerPrompt(.whenInUse)
    let after = try #require(Bitmap(encoded: try device.snapshot()))
    #expect(during.difference(from: before) > 0.1)
    #expect(after.difference(from: before) == 0)
    let (x, y) = (during.width / 2, during.height / 2)
    #expect(during[x - 100, y].red > 240)
  }

  @Test func `in real time a prompt waits for the user`() throws {
    let device = try fake.device(real: true)
    try device.launch()
    while device.screen.lastCommit == nil { try device.pump() }
    try device.tap("Ask")
    while device.systemAlert == nil {
      try device.pump()
      try device.presentNextPrompt()
    }
    try device.answerPrompt(.whenInUse)
    while !device.names.contains("permission location whenInUse answers 1") { try device.pump() }
    #expect(
      heard(device) == ["willResignActive", "didBecomeActive", "permission location whenInUse answers 1"])
  }
}

@Suite struct ReducedAccuracyTests {
  let reduced: FakeBundle
  let ordinary: FakeBundle
  init() throws {
    reduced = try FakeBundle(info: ["NSLocationDefaultAccuracyReduced": true])
    ordinary = try FakeBundle(info: ["NSLocationDefaultAccuracyReduced": false])
  }

  /// From the first prompt on: the prompts, the user's answers with their details, and what the app got.
  private func timeline(_ device: SimulatedDevice) -> [String] {
    let lines = device.trace.records.map(\.event).compactMap { event -> String? in
      if event.sender == "Device" {
        if event.name == "ask" { return "ask" }
        guard event.name.hasPrefix("answer") else { return nil }
        return ([event.name] + event.detail.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
      }
      return ["will", "did", "permission"].contains { event.name.hasPrefix($0) } ? event.name : nil
    }
    return Array(lines.drop { $0 != "ask" })
  }

  @Test(.rule("L-290"), arguments: [PermissionChoice.whenInUse, .once, .deny])
  func `an answer takes what the switch shows`(choice: PermissionChoice) throws {
    let status = choice == .deny ? "denied" : "whenInUse"
    for (bundle, detail, suffix) in [(reduced, " precise=false", " reduced"), (ordinary, "", "")] {
      let device = try bundle.device()
      try device.launch()
      try device.tap("Ask")
      try device.answerPrompt(choice)
      #expect(
        timeline(device) == [
          "ask", "willResignActive", "answer location with=\(choice.rawValue)\(detail)", "didBecomeActive",
          "permission location \(status)\(suffix) answers 1",
        ])
    }
  }

  @Test(.rule("L-290")) func `a tap on the switch changes it, and the prompt stays until a button is tapped`()
    throws
  {
    for (bundle, states) in [(reduced, ["Off", "On", "Off"]), (ordinary, ["On", "Off", "On"])] {
      for taps in 0...2 {
        let device = try bundle.device()
        try device.launch()
        try device.tap("Ask")
        for state in states.prefix(taps) { try device.tap("Precise: \(state)") }
        #expect(timeline(device) == ["ask", "willResignActive"])
        let isOff = states[taps] == "Off"
        try device.tap("Allow While Using App")
        #expect(
          timeline(device) == [
            "ask", "willResignActive", "answer location with=whenInUse" + (isOff ? " precise=false" : ""),
            "didBecomeActive", "permission location whenInUse" + (isOff ? " reduced" : "") + " answers 1",
          ])
      }
    }
  }

  @Test(.rule("L-290")) func `an answer can set the switch`() throws {
    for (bundle, isPrecise) in [(reduced, true), (ordinary, false)] {
      let device = try bundle.device()
      try device.launch()
      try device.tap("Ask")
      try device.answerPrompt(.whenInUse, isPrecise: isPrecise)
      #expect(
        timeline(device) == [
          "ask", "willResignActive", "answer location with=whenInUse" + (isPrecise ? "" : " precise=false"),
          "didBecomeActive", "permission location whenInUse" + (isPrecise ? "" : " reduced") + " answers 1",
        ])
    }
  }

  @Test(.rule("L-290", "L-125")) func `full accuracy can be allowed for as long as the app is in use`() throws
  {
    let device = try reduced.device()
    try device.launch()
    try device.tap("Ask")
    try device.answerPrompt(.whenInUse)
    try device.take(
      .requestPermission(PermissionRequest(id: 2, kind: .location, scope: .fullAccuracy)),
      from: try #require(device.process))
    try device.settle()
    try device.answerPrompt(.once)
    try device.perform(.home)
    try device.launch()
    #expect(
      timeline(device) == [
        "ask", "willResignActive", "answer location with=whenInUse precise=false", "didBecomeActive",
        "permission location whenInUse reduced answers 1",
        "ask", "willResignActive", "answer location with=once", "didBecomeActive",
        "permission location whenInUse answers 2",
        "willResignActive", "didEnterBackground",
        "willEnterForeground", "permission location whenInUse reduced", "didBecomeActive",
      ])
  }

  @Test(.rule("L-290", "L-121")) func `after an answer for once the switch is off again in the next prompt`()
    throws
  {
    let device = try reduced.device()
    try device.launch()
    try device.tap("Ask")
    try device.tap("Precise: Off")
    try device.answerPrompt(.once)
    try device.perform(.home)
    try device.launch()
    try device.tap("Ask")
    #expect(device.systemAlert?.isPrecise == false)
  }

  @Test(.rule("L-290")) func `the switch is drawn as it is`() throws {
    let device = try reduced.device()
    try device.launch()
    try device.tap("Ask")
    let off = try #require(Bitmap(encoded: try device.snapshot()))
    try device.tap("Precise: Off")
    let on = try #require(Bitmap(encoded: try device.snapshot()))
    #expect(on.difference(from: off) > 0)
  }
}
