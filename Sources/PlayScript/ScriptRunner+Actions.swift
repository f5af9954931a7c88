import Device
import DeviceProtocol

/// Performs each kind of step.
extension ScriptRunner {
  func act(_ step: Step) throws(Interruption) {
    switch step.action {
    case .tap(let target, let count, let fingers):
      let point = try aim(target, step)
      try tap(at: point, count: count, fingers: fingers)
    case .longPress(let target, let seconds):
      let point = try aim(target, step)
      try stroke(over: 0, hold: seconds) { _, _ in point }
    case .drag(let from, let to, let over, let hold, let pause):
      let start = try aim(from, step)
      let end = try aim(to, step)
      try stroke(over: over, hold: hold, pause: pause) { _, part in start.moved(towards: end, part) }
    case .swipe(let target, let direction): try swipe(target, direction, step)
    case .scroll(let target, let x, let y): try scroll(target, x: x, y: y, step)
    case .wheel(let target, let x, let y):
      let point = try aim(target, step)
      try ask { () throws(DeviceError) in
        try self.device.scroll(ScrollEvent(x: point.x, y: point.y, dx: -x, dy: -y))
      }
    case .pinch(let target, let scale): try pinch(target, scale: scale, step)
    case .rotateFingers(let target, let degrees): try rotate(target, degrees: degrees, step)
    case .touches(let fingers): try touch(fingers)
    case .slide(let target, let value): try slide(target, to: value, step)
    case .pick(let target, let component, let row):
      try pick(target, component: component, row: row, step)
    case .type(let text): try type(text)
    case .compose(let text):
      let composed = ComposedText(text: text, location: UInt32(text.utf16.count), length: 0)
      try ask { () throws(DeviceError) in try self.device.composeText(composed) }
    case .paste(let text): try ask { () throws(DeviceError) in try self.device.pasteText(text) }
    case .key(let key, let modifiers, let held): try press(key, modifiers: modifiers, held: held)
    case .wait(let seconds):
      let end = device.now.advanced(bySeconds: seconds)
      try ask { () throws(DeviceError) in try self.device.advance(to: end) }
    case .waitFor(let target, let gone):
      gone ? try expectGone(target, step) : try expect(target, .init(), step)
    case .springboard(let input): try press(input, step)
    case .notification(let target, let action): try notification(target, action, step)
    case .push(let path): try push(path)
    case .launch(reason: .notification): try launchByNotification(step)
    case .launch(let reason): try press(.launch(reason: reason), step)
    case .answer(let kind, let choice, let isPrecise):
      try answer(kind, with: choice, isPrecise: isPrecise, step)
    case .locate(let fix): try ask { () throws(DeviceError) in try self.device.locate(fix) }
    case .follow(let way):
      try ask { () throws(DeviceError) in try self.device.follow(way.route, named: way.rawValue) }
    case .gpx(let file, _, _): try follow(file, step)
    case .changeRoute(let changes):
      for change in changes { try ask { () throws(DeviceError) in try self.device.changeRoute(change) } }
    case .regionRules(let cushion, let dwell): device.useRegionRules(cushion: cushion, dwell: dwell)
    case .turn(let degrees): try ask { () throws(DeviceError) in try self.device.turn(to: degrees) }
    case .beacon(let beacon, let sighting):
      try ask { () throws(DeviceError) in try self.device.setBeacon(beacon, sighting) }
    case .visit(let latitude, let longitude, let seconds):
      try ask { () throws(DeviceError) in
        try self.device.visit(latitude: latitude, longitude: longitude, for: seconds)
      }
    case .permission(let kind, let status, let isPrecise):
      try ask { () throws(DeviceError) in
        try self.device.setPermission(kind, to: status, isPrecise: isPrecise)
      }
    case .locationServices(let isOn):
      try ask { () throws(DeviceError) in try self.device.switchLocationServices(on: isOn) }
    case .buttonWithoutEvent(let name): device.note("press \(name): apps get no event for this button")
    case .change(let change): try ask { () throws(DeviceError) in try self.device.change(change) }
    case .motion(let change): try ask { () throws(DeviceError) in try self.device.move(change) }
    case .snapshot(let path): try ask { () throws(DeviceError) in try self.takeSnapshot(path) }
    case .expect(let target, let expectation): try expect(target, expectation, step)
    case .expectNot(let target): try expectGone(target, step)
    case .expectPrinted(let text): try expectPrinted(text, step)
    case .expectNotPrinted(let text): try expectNotPrinted(text)
    case .expectEvent(let pattern, let count): try expectEvent(pattern, count: count)
    case .expectOrder(let patterns): try expectOrder(patterns)
    case .device, .keepContainer: break
    }
  }

  // MARK: Targets

  /// Waits for the target and returns the point to touch: the centre of its visible part.
  func aim(_ target: Target, _ step: Step) throws(Interruption) -> Point {
    if case .point(let x, let y) = target {
      let screen = device.screenSize
      guard (0...screen.width).contains(x), (0...screen.height).contains(y) else {
        throw failure(
          "\(step.name): \(target) is not on the screen", expected: "a point of the screen",
          found: "a screen of \(plain(screen.width)) × \(plain(screen.height)) points")
      }
      return Point(x: x, y: y)
    }
    return middle(of: try find(target, step))
  }

  func find(_ target: Target, _ step: Step) throws(Interruption) -> ScreenElement {
    var last = ScreenMatcher(elements: [])
    let found = try wait(upTo: step.timeout) { () throws(Interruption) -> ScreenElement? in
      last = ScreenMatcher(elements: try ask { () throws(DeviceError) in try self.device.describeScreen() })
      guard case .found(let index, let count) = last.resolve(target) else { return nil }
      if count > 1, !target.hasIndex {
        let kind = last.elements[index].isAccessibilityElement ? "elements" : "views"
        device.note("\(count) \(kind) match \(target): the first is used")
      }
      return last.elements[index]
    }
    if let found { return found }
    throw missing(target, in: last, step)
  }

  func missing(_ target: Target, in screen: ScreenMatcher, _ step: Step) -> Interruption {
    var failure: StepFailure
    if case .covered(let index, let cover) = screen.resolve(target) {
      failure = StepFailure(
        "\(step.name): \(target) is covered by \(cover)", expected: "\(target) in front",
        found: screen.elements[index].summary)
    } else {
      failure = StepFailure(
        "\(step.name): \(target) is not on the screen", expected: "\(target) within \(plain(step.timeout)) s",
        found: screen.elements.isEmpty
          ? "an empty screen" : "no such element among \(screen.summaries.count), nor another visible view")
      if case .matching(let query) = target, let index = query.index {
        let others = screen.all(target).count
        if others > 0 { failure.found = "\(others) such elements, none with index \(index)" }
      }
      var nearest: [String] = []
      for word in target.words {
        nearest += NearestNames.of(word, among: screen.names).filter { !nearest.contains($0) }
      }
      if case .matching(let query) = target, let type = query.type {
        nearest += NearestNames.of(type, among: screen.types).filter { !nearest.contains($0) }
      }
      failure.nearest = Array(nearest.prefix(3))
    }
    failure.screen = screen.summaries
    return .failure(fill(failure))
  }

  func middle(of element: ScreenElement) -> Point {
    let screen = device.screenSize
    let left = max(element.x, 0)
    let top = max(element.y, 0)
    let right = min(element.x + element.width, screen.width)
    let bottom = min(element.y + element.height, screen.height)
    return Point(x: (left + max(right, left)) / 2, y: (top + max(bottom, top)) / 2)
  }

  // MARK: The device

  /// Performs an input of the springboard. A step that would change nothing is a mistake in the script, and fails.
  private func press(_ input: Springboard.Input, _ step: Step) throws(Interruption) {
    var next = device.springboard
    if next.handle(input).isEmpty, next == device.springboard {
      throw failure(
        "\(step.name): it has no effect in this state", expected: "a state in which the step has an effect",
        found: describe(device.springboard))
    }
    try ask { () throws(DeviceError) in try self.device.perform(input) }
  }

  private func describe(_ springboard: Springboard) -> String {
    if springboard.isLocked { return "a locked device" }
    switch springboard.state {
    case .notRunning: return "the app is not running"
    case .active: return "the app is in front and active"
    case .inactive(let cover): return "the app is in front, under \(cover.rawValue)"
    case .background, .suspended: return "the app is in the background"
    }
  }

  // MARK: Rows

  /// Spins a picker's wheel, or chooses a segment. Other views have no rows.
  private func pick(_ target: Target, component: Int, row: Int, _ step: Step) throws(Interruption) {
    var wheel = PickRow(x: 0, y: 0, component: UInt32(clamping: component), row: UInt32(clamping: row))
    if case .point = target {
      let point = try aim(target, step)
      (wheel.x, wheel.y) = (point.x, point.y)
    } else {
      let element = try find(target, step)
      let classes = Set(element.classes)
      if classes.contains("UISegmentedControl") {
        return try pickSegment(of: element, target, component: component, row: row)
      }
      guard !classes.isDisjoint(with: ["UIPickerView", "UIDatePicker"]) else {
        throw failure(
          "pick: \(target) is a \(element.classes.first ?? "view"), which has no rows to pick",
          expected: "a UIPickerView, UIDatePicker or UISegmentedControl", found: element.summary)
      }
      (wheel.x, wheel.y) = (element.x + element.width / 2, element.y + element.height / 2)
    }
    try ask { () throws(DeviceError) in try self.device.pickRow(wheel) }
  }

  private func pickSegment(
    of control: ScreenElement, _ target: Target, component: Int, row: Int
  ) throws(Interruption) {
    let elements = try ask { () throws(DeviceError) in try self.device.describeScreen() }
    let index = elements.firstIndex(of: control)
    let segments = elements.filter { element in
      element.isAccessibilityElement && (index.map(element.ancestors.contains) ?? false)
    }
    guard component == 0, segments.indices.contains(row) else {
      throw failure(
        "pick: \(target) has no row \(row) in component \(component)",
        expected: "component 0 and a row from 0 to \(max(segments.count - 1, 0))",
        found: "\(segments.count) segments: " + segments.map { $0.label ?? "?" }.joined(separator: ", "))
    }
    try tap(at: middle(of: segments[row]), count: 1, fingers: 1)
  }

  // MARK: Text

  /// Types one character after the other, and the return key for a new line.
  private func type(_ text: String) throws(Interruption) {
    for character in text {
      if character.isNewline {
        try press("return", modifiers: [])
      } else {
        try ask { () throws(DeviceError) in try self.device.insertText(String(character)) }
      }
    }
  }

  private func press(_ key: String, modifiers: [String], held: Double = 0) throws(Interruption) {
    try ask { () throws(DeviceError) in
      try self.device.key(KeyEvent(key: key, modifiers: modifiers, isDown: true))
    }
    try pass(held)
    try ask { () throws(DeviceError) in
      try self.device.key(KeyEvent(key: key, modifiers: modifiers, isDown: false))
    }
  }
}

extension Target {
  fileprivate var hasIndex: Bool {
    if case .matching(let query) = self { query.index != nil } else { false }
  }
}
