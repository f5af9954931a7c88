import Device
import DeviceProtocol
import Foundation

struct Point: Equatable {
  var x: Double
  var y: Double

  func moved(towards end: Point, _ part: Double) -> Point {
    Point(x: x + (end.x - x) * part, y: y + (end.y - y) * part)
  }
}

/// Touches: a tap takes 50 ms, moves are sent sixty times a second.
extension ScriptRunner {
  private static let tapLength = 0.05
  private static let betweenTaps = 0.05
  private static let moveRate = 60.0

  func tap(at point: Point, count: Int, fingers: Int) throws(Interruption) {
    let width = device.screenSize.width
    for number in 0..<count {
      if number > 0 { try pass(Self.betweenTaps) }
      // Further fingers are beside the first one, on the screen.
      let points = (0..<fingers).map { finger in
        let x = point.x + (Double(finger) - Double(fingers - 1) / 2) * 40
        return Point(x: fingers == 1 ? point.x : min(max(x, 1), width - 1), y: point.y)
      }
      try touch(.began, points, isContinuing: number > 0)
      try pass(Self.tapLength)
      try touch(.ended, points)
    }
  }

  /// Puts fingers down, moves them along a path, and lifts them.
  ///
  /// - Parameter path: the position of a finger at a fraction (0…1) of its path.
  func stroke(
    fingers: Int = 1, over duration: Double, hold: Double = 0, pause: Double = 0,
    path: (_ finger: Int, _ part: Double) -> Point
  ) throws(Interruption) {
    func points(_ part: Double) -> [Point] { (0..<fingers).map { path($0, part) } }
    try touch(.began, points(0))
    try pass(hold)
    let start = device.now
    let moves = Int((duration * Self.moveRate).rounded(.up))
    if moves > 0 {
      for move in 1...moves {
        let elapsed = min(Double(move) / Self.moveRate, duration)
        try pass(until: start.advanced(bySeconds: elapsed))
        try touch(.moved, points(elapsed / duration))
      }
    } else if points(0) != points(1) {
      try touch(.moved, points(1))
    }
    try pass(pause)
    try touch(.ended, points(1))
  }

  func swipe(_ target: Target, _ direction: Step.Direction, _ step: Step) throws(Interruption) {
    // 60 % of the element, or of the screen for a point.
    var size = device.screenSize
    let centre: Point
    if case .point = target {
      centre = try aim(target, step)
    } else {
      let element = try find(target, step)
      centre = middle(of: element)
      size = (min(element.width, size.width), min(element.height, size.height))
    }
    let (dx, dy): (Double, Double) =
      switch direction {
      case .left: (-0.3 * size.width, 0)
      case .right: (0.3 * size.width, 0)
      case .up: (0, -0.3 * size.height)
      case .down: (0, 0.3 * size.height)
      }
    let (start, end) = onScreen(
      Point(x: centre.x - dx, y: centre.y - dy), Point(x: centre.x + dx, y: centre.y + dy))
    try stroke(over: 0.1) { _, part in start.moved(towards: end, part) }
  }

  /// A path that is shortened to the screen's size and shifted into it: a touch that begins outside reaches no view.
  private func onScreen(_ start: Point, _ end: Point) -> (Point, Point) {
    let screen = device.screenSize
    func shift(_ a: Double, _ b: Double, _ length: Double) -> Double {
      let (low, high) = (min(a, b), max(a, b))
      return low < 1 ? 1 - low : high > length - 1 ? length - 1 - high : 0
    }
    let (x, y) = (shift(start.x, end.x, screen.width), shift(start.y, end.y, screen.height))
    return (Point(x: start.x + x, y: start.y + y), Point(x: end.x + x, y: end.y + y))
  }

  /// How far a finger moves before a pan begins, points; the content then follows the whole distance.
  private static let panThreshold = 10.0

  /// Drags without a fling until the content has moved by the distance: with one drag if the element is large enough, otherwise
  /// with several.
  func scroll(_ target: Target, x: Double, y: Double, _ step: Step) throws(Interruption) {
    var room = device.screenSize
    var centre: Point
    if case .point = target {
      centre = try aim(target, step)
    } else {
      let element = try find(target, step)
      centre = middle(of: element)
      room = (min(element.width, room.width), min(element.height, room.height))
    }
    var (left, up) = (x, y)
    let reach = (x: max(room.width * 0.8, 20), y: max(room.height * 0.8, 20))
    while left != 0 || up != 0 {
      // The content moves with the finger, so scrolling moves the finger the other way.
      let dx = min(max(left, -reach.x), reach.x)
      let dy = min(max(up, -reach.y), reach.y)
      let (start, end) = onScreen(
        Point(x: centre.x + dx / 2, y: centre.y + dy / 2), Point(x: centre.x - dx / 2, y: centre.y - dy / 2))
      let length = (dx * dx + dy * dy).squareRoot()
      // For a short distance the finger moves too far and back, so that the pan begins.
      let far = start.moved(towards: end, max(length, Self.panThreshold + 2) / length)
      // The pause at the end prevents deceleration.
      try stroke(over: 0.3, pause: 0.2) { _, part in
        part < 0.5 || length > Self.panThreshold
          ? start.moved(
            towards: length > Self.panThreshold ? end : far, length > Self.panThreshold ? part : part * 2)
          : far.moved(towards: end, part * 2 - 1)
      }
      left -= dx
      up -= dy
      if left != 0 || up != 0 { try ask { () throws(DeviceError) in try self.device.waitUntilIdle() } }
    }
  }

  func pinch(_ target: Target, scale: Double, _ step: Step) throws(Interruption) {
    let (centre, radius) = try circle(target, step)
    let (from, to) = scale >= 1 ? (radius / scale, radius) : (radius, radius * scale)
    try stroke(fingers: 2, over: 0.3) { finger, part in
      let distance = from + (to - from) * part
      return Point(x: centre.x + (finger == 0 ? -distance : distance), y: centre.y)
    }
  }

  func rotate(_ target: Target, degrees: Double, _ step: Step) throws(Interruption) {
    let (centre, radius) = try circle(target, step)
    let seconds = max(0.3, degrees.magnitude / 300)
    try stroke(fingers: 2, over: seconds) { finger, part in
      let angle = (degrees * part + (finger == 0 ? 180 : 0)) * .pi / 180
      return Point(x: centre.x + radius * cos(angle), y: centre.y + radius * sin(angle))
    }
  }

  /// A centre and a radius for two fingers within the target.
  private func circle(_ target: Target, _ step: Step) throws(Interruption) -> (Point, Double) {
    let screen = device.screenSize
    func inside(_ point: Point, _ radius: Double) -> Point {
      Point(
        x: min(max(point.x, radius + 1), screen.width - radius - 1),
        y: min(max(point.y, radius + 1), screen.height - radius - 1))
    }
    if case .point = target { return (inside(try aim(target, step), 80), 80) }
    let element = try find(target, step)
    let centre = middle(of: element)
    let room = min(
      min(element.width, element.height) / 2, min(centre.x, screen.width - centre.x),
      min(centre.y, screen.height - centre.y))
    let radius = max(room * 0.8, 10)
    return (inside(centre, radius), radius)
  }

  /// Drags the thumb of a slider from the position of its value, and corrects the finger until the value is right.
  func slide(_ target: Target, to wanted: Double, _ step: Step) throws(Interruption) {
    let thumb = 28.0
    let element = try find(target, step)
    guard let from = Self.fraction(element.value) else {
      throw failure(
        "slide: \(target) has no percentage as its value", expected: "a slider", found: element.summary)
    }
    let y = middle(of: element).y
    let track = max(element.width - thumb, 1)
    func x(_ fraction: Double) -> Double { element.x + thumb / 2 + track * fraction }
    var position = Point(x: x(from), y: y)
    try touch(.began, [position])
    var aim = wanted
    for attempt in 0..<6 {
      let (start, end) = (position, Point(x: x(aim), y: y))
      let moves = attempt == 0 ? 12 : 1
      for move in 1...moves {
        try pass(1 / Self.moveRate)
        position = start.moved(towards: end, Double(move) / Double(moves))
        try touch(.moved, [position])
      }
      guard let now = Self.fraction(try current(like: element)?.value) else { break }
      let error = wanted - now
      // The value is known in whole per cents.
      if error.magnitude <= 0.0051 { break }
      aim += error
    }
    try touch(.ended, [position])
    let end = Self.fraction(try current(like: element)?.value)
    // Sliders may snap, but not by half of their range.
    guard let end, (end - wanted).magnitude < 0.5, end != from || (from - wanted).magnitude < 0.1 else {
      throw failure(
        "slide: \(target) did not follow the finger", expected: "a slider at \(plain(wanted * 100))%",
        found: element.value.map { "it stays at \($0)" } ?? "no value")
    }
  }

  private func current(like element: ScreenElement) throws(Interruption) -> ScreenElement? {
    let elements = try ask { () throws(DeviceError) in try self.device.describeScreen() }
    return elements.first {
      $0.identifier == element.identifier && $0.label == element.label && $0.x == element.x
        && $0.y == element.y
        && $0.classes == element.classes
    }
  }

  /// `75%`, or a number from 0 to 1.
  private static func fraction(_ value: String?) -> Double? {
    guard let value else { return nil }
    if value.hasSuffix("%") { return Double(value.dropLast()).map { $0 / 100 } }
    return Double(value).flatMap { (0...1).contains($0) ? $0 : nil }
  }

  /// Raw touches of the script. A finger must be down before it can move or be lifted.
  func touch(_ changes: [TouchEvent.Finger]) throws(Interruption) {
    for finger in changes {
      let isDown = fingers.contains(finger.id)
      guard isDown != (finger.phase == .began) else {
        throw failure(
          "touches: finger \(finger.id) \(isDown ? "is on the screen already" : "is not on the screen")",
          expected: isDown ? "a finger that is lifted before it begins again" : "a touch that began before",
          found: "\(finger.phase)")
      }
      let screen = device.screenSize
      if finger.phase == .began,
        !(0...screen.width).contains(finger.x) || !(0...screen.height).contains(finger.y)
      {
        throw failure(
          "touches: finger \(finger.id) would begin outside the screen",
          expected: "a point of \(plain(screen.width)) × \(plain(screen.height)) points",
          found: "(\(plain(finger.x)), \(plain(finger.y)))")
      }
      switch finger.phase {
      case .began: fingers.insert(finger.id)
      case .ended, .cancelled: fingers.remove(finger.id)
      case .moved, .stationary, .hovering: break
      }
    }
    try ask { () throws(DeviceError) in try self.device.touch(changes) }
  }

  private func touch(_ phase: TouchEvent.Phase, _ points: [Point], isContinuing: Bool = false)
    throws(Interruption)
  {
    let fingers = points.enumerated().map { index, point in
      TouchEvent.Finger(id: UInt32(index + 1), phase: phase, x: point.x, y: point.y)
    }
    let resetsTapCount = phase == .began && !isContinuing
    try ask { () throws(DeviceError) in try self.device.touch(fingers, resetsTapCount: resetsTapCount) }
  }

  func pass(_ seconds: Double) throws(Interruption) {
    if seconds > 0 { try pass(until: device.now.advanced(bySeconds: seconds)) }
  }

  private func pass(until time: DeviceTime) throws(Interruption) {
    try ask { () throws(DeviceError) in try self.device.advance(to: time) }
  }
}
