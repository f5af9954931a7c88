import Compositor
import DeviceProtocol
import Foundation
import TestSupport
import Testing

@testable import Device

@Suite struct NotificationDeviceTests {
  let fake: FakeBundle
  init() throws {
    fake = try FakeBundle(info: ["CFBundleDisplayName": "Bus", "UIBackgroundModes": ["remote-notification"]])
  }

  private func allowed(configure: (inout DeviceConfiguration) -> Void = { _ in }) throws -> SimulatedDevice {
    let device = try fake.device(configure: configure)
    try device.launch()
    try device.setPermission(.notifications, to: .allowed)
    return device
  }

  /// The events of the notification center and the life cycle, starting with one, with their results.
  private func lines(_ device: SimulatedDevice, since name: String) -> [String] {
    let records = device.trace.records.drop { $0.event.name != name }
    return records.filter { ["userNotification", "lifecycle"].contains($0.event.mechanism) }.map { record in
      var line = record.event.name
      if let shown = record.event.detail.first(where: { $0.key == "as" })?.value { line += ": \(shown)" }
      if let why = record.event.why { line += " (\(why))" }
      return line
    }
  }

  private func fired(_ device: SimulatedDevice) -> Int {
    device.trace.records.count { $0.event.name == "fired" }
  }

  private func causes(_ device: SimulatedDevice, of name: String) -> [String] {
    var result: [String] = []
    var record = device.trace.records.last { $0.event.name == name }
    while let found = record {
      result.append(found.event.name)
      record = found.cause == 0 ? nil : device.trace.records[found.cause - 1]
    }
    return result
  }

  @Test(.rule("E-24"))
  func `a banner is shown while the app is in the background, and a tap on it brings the app to the front`()
    throws
  {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    try device.advance(to: DeviceTime(seconds: 6))
    #expect(device.notificationScreen.banner?.title == "Title")
    #expect(device.notificationScreen.badge == 2)
    let frame = try #require(device.notificationsOnScreen.first?.frame)
    try device.touch([.init(id: 1, phase: .began, x: frame.x + 50, y: frame.y + 20)])
    try device.touch([.init(id: 1, phase: .ended, x: frame.x + 50, y: frame.y + 20)])
    #expect(
      lines(device, since: "scheduled") == [
        "scheduled", "press home", "willResignActive", "didEnterBackground", "fired",
        "shown: banner, list, badge 2, sound default", "tap notification", "open app", "willEnterForeground",
        "response a com.apple.UNNotificationDefaultActionIdentifier", "didBecomeActive",
      ])
    #expect(
      causes(device, of: "response a com.apple.UNNotificationDefaultActionIdentifier") == [
        "response a com.apple.UNNotificationDefaultActionIdentifier", "tap notification", "fired",
        "scheduled",
        "notifyTapped:", "touch ended",
      ])
    #expect(device.notificationScreen.banner == nil)
    #expect(device.notificationScreen.list.isEmpty)
  }

  @Test(.rule("L-113")) func `the app in front is asked what to show`() throws {
    let device = try allowed()
    try device.tap("Notify")
    try device.advance(to: DeviceTime(seconds: 6))
    #expect(lines(device, since: "fired") == ["fired", "arrived a", "shown: banner, list"])
    #expect(
      causes(device, of: "shown") == [
        "shown", "arrived a", "fired", "scheduled", "notifyTapped:", "touch ended",
      ])
    // L-157: after five seconds it is in the list only.
    try device.advance(to: DeviceTime(seconds: 11))
    #expect(device.notificationScreen.banner == nil)
    #expect(device.notificationScreen.list.map(\.title) == ["Title"])
  }

  @Test(.rule("L-157")) func `with provisional permission, notifications are only listed`() throws {
    let device = try fake.device()
    try device.launch()
    try device.setPermission(.notifications, to: .provisional)
    try device.tap("Notify")
    try device.perform(.home)
    try device.advance(to: DeviceTime(seconds: 6))
    #expect(
      lines(device, since: "scheduled") == [
        "scheduled", "press home", "willResignActive", "didEnterBackground", "fired", "shown: list",
      ])
    #expect(device.notificationScreen.banner == nil && device.notificationScreen.badge == 0)
    #expect(device.notificationScreen.list.map(\.title) == ["Title"])
    // The user allows notifications: the next one is shown like others.
    try device.setPermission(.notifications, to: .allowed)
    try device.perform(.launch(reason: .tap))
    try device.tap("Notify")
    try device.perform(.home)
    try device.advance(to: DeviceTime(seconds: 12))
    #expect(lines(device, since: "scheduled").last == "shown: banner, list, badge 2, sound default")
  }

  @Test(.rule("L-114")) func `an app that does not run is launched with the response`() throws {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    try device.perform(.kill(.memory))
    try device.advance(to: DeviceTime(seconds: 6))
    #expect(device.notificationScreen.banner != nil)
    try device.respond(to: 1)
    #expect(device.springboard.state == .active)
    #expect(device.printed.last == "launched notification on iPhone 15")
    #expect(device.names.contains("launch response a com.apple.UNNotificationDefaultActionIdentifier"))
  }

  @Test(.rule("L-116"))
  func `an action in the background wakes the app, which is suspended again when it has finished`()
    throws
  {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    try device.advance(to: DeviceTime(seconds: 6))
    #expect(device.springboard.state == .suspended)
    try device.respond(to: 1, action: "reply", text: "Yes")
    #expect(
      lines(device, since: "notification action") == [
        "notification action", "wake app", "response a reply Yes",
      ])
    #expect(device.springboard.state == .suspended)
  }

  @Test(.rule("L-116"))
  func `an app that never calls its completion handler is suspended after thirty seconds`()
    throws
  {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    try device.advance(to: DeviceTime(seconds: 6))
    try device.respond(to: 1, action: "later")
    try device.advance(to: DeviceTime(seconds: 35))
    #expect(device.springboard.state == .background)
    try device.advance(to: DeviceTime(seconds: 37))
    #expect(device.springboard.state == .suspended)
    #expect(
      lines(device, since: "background time over") == [
        "background time over (the app did not call its completion handler within 30 s)"
      ])
  }

  @Test func `an action with the option foreground brings the app to the front`() throws {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    try device.advance(to: DeviceTime(seconds: 6))
    try device.respond(to: 1, action: "open")
    #expect(
      lines(device, since: "notification action") == [
        "notification action", "open app", "willEnterForeground", "response a open", "didBecomeActive",
      ])
  }

  @Test(.rule("L-159")) func `a dismissal is reported if the category has the option for it`() throws {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    try device.advance(to: DeviceTime(seconds: 6))
    try device.dismissNotification(1)
    #expect(
      lines(device, since: "dismiss notification") == [
        "dismiss notification", "wake app", "response a com.apple.UNNotificationDismissActionIdentifier",
      ])
    #expect(device.notificationScreen.list.isEmpty)
  }

  @Test(.rule("L-154")) func `without permission nothing is scheduled`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Notify")
    #expect(
      lines(device, since: "not scheduled") == [
        "not scheduled (not authorized: the app has not asked for permission, or the user has not answered)"
      ])
    try device.advance(to: DeviceTime(seconds: 10))
    #expect(fired(device) == 0)
  }

  @Test func `a scheduled notification is not shown after the user has withdrawn the permission`() throws {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    try device.setPermission(.notifications, to: .denied)
    try device.advance(to: DeviceTime(seconds: 6))
    #expect(
      lines(device, since: "fired") == [
        "fired", "not shown (not authorized: the user does not allow the app's notifications)",
      ])
    #expect(device.notificationScreen == NotificationScreen())
  }

  @Test func `on a locked device there is no banner, and a tap unlocks it`() throws {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.lock)
    try device.advance(to: DeviceTime(seconds: 6))
    #expect(lines(device, since: "shown").first == "shown: lock screen, list, badge 2, sound default")
    #expect(device.notificationsOnScreen.count == 1)
    try device.respond(to: 1)
    #expect(!device.springboard.isLocked)
    #expect(device.springboard.state == .active)
  }

  @Test func `a run is idle while notifications are pending`() throws {
    let device = try allowed()
    try device.tap("Notify often")
    try device.waitUntilIdle()
    #expect(device.now < DeviceTime(seconds: 1))
    try device.advance(to: DeviceTime(seconds: 200))
    #expect(fired(device) == 3)
  }

  @Test(.rule("L-117")) func `the request for the app's own settings arrives before the app becomes active`()
    throws
  {
    let device = try allowed()
    try device.perform(.home)
    try device.openNotificationSettings()
    #expect(
      lines(device, since: "open app") == [
        "open app", "willEnterForeground", "openSettings", "didBecomeActive",
      ])
  }

  @Test(.rule("L-158")) func `a tapped or dismissed notification leaves the list; others and the badge stay`()
    throws
  {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    try device.advance(to: DeviceTime(seconds: 6))
    for title in ["Two", "Three"] {
      try push(device, #"{"aps": {"alert": {"title": "\#(title)"}, "badge": 3}}"#)
    }
    func titles() -> [String] { device.notificationScreen.list.map(\.title) }
    #expect(titles() == ["Three", "Two", "Title"])
    let numbers = device.notificationScreen.list.map(\.number)
    try device.dismissNotification(try #require(numbers.dropFirst().first))
    #expect(titles() == ["Three", "Title"])
    try device.respond(to: try #require(numbers.last))
    #expect(titles() == ["Three"])
    #expect(device.notificationScreen.badge == 3)
  }

  @Test(.rule("L-112")) func `a request without a trigger fires at once`() throws {
    let device = try allowed()
    try device.tap("Notify")
    try device.tap("Notify now")
    #expect(lines(device, since: "fired") == ["fired", "arrived now", "shown: banner, list"])
    #expect(device.now < DeviceTime(seconds: 1))
  }

  @Test func `scheduled notifications fire in the next run with a kept container`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer {
      for path in [folder, folder + ".device", folder + ".lock"] {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    do {
      let device = try allowed { $0.keptContainer = folder }
      try device.tap("Notify")
      device.shutDown()
    }
    let device = try fake.device { $0.keptContainer = folder }
    try device.launch()
    #expect(device.pendingNotifications.map(\.name) == ["Title"])
    try device.advance(to: DeviceTime(seconds: 6))
    #expect(lines(device, since: "fired") == ["fired", "arrived a", "shown: banner, list"])
  }

  @Test(.rule("L-163")) func `the token for remote notifications is the same each time`() throws {
    let device = try fake.device()
    try device.launch()
    try device.tap("Register")
    #expect(device.names.contains("registered 32"))
  }

  private func push(_ device: SimulatedDevice, _ text: String) throws {
    try device.push(try RemotePayload(json: Array(text.utf8)))
  }

  @Test(.rule("L-160")) func `a silent remote notification wakes an app in the background`() throws {
    let device = try allowed()
    try device.perform(.home)
    try push(device, #"{"aps": {"content-available": 1}}"#)
    #expect(
      lines(device, since: "push") == ["push", "wake app", "remote push-1", "background fetch newData"])
    #expect(device.springboard.state == .suspended)
    try device.perform(.kill(.memory))
    try push(device, #"{"aps": {"content-available": 1}}"#)
    #expect(device.printed.last == "launched remoteNotification on iPhone 15")
    try device.perform(.kill(.user))
    try push(device, #"{"aps": {"content-available": 1}}"#)
    #expect(
      lines(device, since: "push").last
        == "application(_:didReceiveRemoteNotification:fetchCompletionHandler:) (the user ended the app in the switcher: "
        + "the system does not launch it until the user has)")
  }

  @Test func `a visible remote notification is shown like any other`() throws {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    try push(device, #"{"aps": {"alert": {"title": "News", "body": "B"}, "badge": 5}}"#)
    #expect(lines(device, since: "push") == ["push", "shown: banner, list, badge 5"])
    #expect(device.notificationScreen.banner?.title == "News")
  }

  @Test(.rule("L-151"))
  func `the thumbnail of an attachment is shown, unless the file is outside the container`() throws {
    let device = try allowed()
    // Four by two pixels: red on the left, blue on the right.
    let flag = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAE0lEQVR4nGP4z8AARGDiPwMyBwBnsgf5Q2OaZwAAAABJRU5ErkJggg=="
      ))
    let documents = device.container.path + "/Documents/"
    let elsewhere = FileManager.default.temporaryDirectory.appendingPathComponent("carob-flag-\(UUID()).png")
      .path
    defer { try? FileManager.default.removeItem(atPath: elsewhere) }
    for path in [documents + "flag.png", elsewhere] {
      #expect(FileManager.default.createFile(atPath: path, contents: flag))
    }
    #expect(FileManager.default.createFile(atPath: documents + "text.png", contents: Data("text".utf8)))
    try FileManager.default.createSymbolicLink(
      atPath: documents + "link.png", withDestinationPath: elsewhere)
    try device.tap("Notify")
    try device.perform(.home)
    for (number, path) in [documents + "flag.png", documents + "link.png", documents + "text.png"]
      .enumerated()
    {
      device.take(
        .add(
          NotificationRequestRecord(
            identifier: "r\(number)", title: "Flag \(number)", thumbnail: NotificationThumbnail(path: path))),
        number: UInt32(number + 10), cause: 0)
      try device.tendNotifications()
      let banner = try #require(device.notificationScreen.banner)
      #expect(banner.picture.isEmpty == (number > 0))
      let frame = try #require(device.notificationsOnScreen.first?.frame)
      let bytes = try device.snapshot()
      let screen = try #require(Bitmap(encoded: bytes))
      let (x, y) = (frame.x + frame.width - 14 - 33, frame.y + frame.height / 2)
      let pixel = screen[Int(x * device.model.scale), Int(y * device.model.scale)]
      #expect((pixel.red > 200 && pixel.blue < 50) == (number == 0))
    }
    #expect(
      device.trace.records.filter { $0.event.name == "attachment not shown" }.map { $0.event.why } == [
        "'link.png' is not a file of the app's container",
        "'text.png' is not a picture in PNG, JPEG or GIF",
      ])
  }

  @Test func `what is known of a notification is dropped when it is removed`() throws {
    let device = try allowed()
    for _ in 1...3 {
      try device.tap("Notify")
      try device.advance(to: device.now.advanced(bySeconds: 6))
      let number = try #require(device.notificationScreen.list.first?.number)
      #expect(Array(device.notifications.fired.keys) == [number])
      try device.dismissNotification(number)
      try device.advance(to: device.now.advanced(bySeconds: 1))
      #expect(device.notifications.fired.isEmpty)
    }
    try device.tap("Notify")
    #expect(device.notifications.scheduledBy.keys.sorted() == ["a"])
    try device.advance(to: device.now.advanced(bySeconds: 6))
    #expect(device.notifications.scheduledBy.isEmpty)
  }

  @Test(.rule("L-116"))
  func `the end of the time for a removed notification still names the event with which it fired`() throws {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    try device.advance(to: DeviceTime(seconds: 6))
    let number = try #require(device.notificationScreen.list.first?.number)
    // The fake app does not finish this action.
    try device.respond(to: number, action: "later")
    try device.advance(to: device.now.advanced(bySeconds: 40))
    #expect(
      causes(device, of: "background time over") == [
        "background time over", "fired", "scheduled", "notifyTapped:", "touch ended",
      ])
  }

  @Test(.rule("L-168"))
  func `a payload for a service extension is shown unchanged, which is reported once`() throws {
    let device = try allowed()
    try device.tap("Notify")
    try device.perform(.home)
    for title in ["One", "Two"] {
      try push(
        device, #"{"aps": {"alert": {"title": "\#(title)"}, "mutable-content": 1, "category": "map"}}"#)
      #expect(device.notificationScreen.banner?.title == title)
    }
    let said = device.trace.records.map(\.event.name).filter { $0.contains("mutable-content") }
    #expect(
      said == [
        "the payload asks for a service extension (mutable-content); extensions are not run, the notification is shown unchanged"
      ])
  }

  @Test func `the banner is drawn, and covers the elements below it`() throws {
    let device = try allowed()
    try device.tap("Notify")
    let before = try device.snapshot()
    try device.advance(to: DeviceTime(seconds: 6))
    #expect(try device.snapshot() != before)
    let elements = try device.describeScreen()
    let banner = try #require(elements.first)
    #expect(banner.label == "Title")
    #expect(banner.text == "Body")
    #expect(elements.first { $0.label == "Add" }?.coveredBy == "the notification 'Title'")
  }

  @Test func `two runs with notifications give the same bytes`() throws {
    func run() throws -> [UInt8] {
      let device = try allowed()
      try device.tap("Notify")
      try device.tap("Notify often")
      try device.perform(.home)
      try device.advance(to: DeviceTime(seconds: 100))
      return device.trace.jsonLines()
    }
    #expect(try run() == run())
  }
}
