internal import Glibc

/// Reads the path data of SVG (`d="M0 0h3…"`) into lines and cubic curves.
///
/// The whole path grammar is supported: arcs and quadratic curves become cubic curves. Used for the symbols
/// of `UIImage(systemName:)`, whose shapes are SVG files. nil for invalid path data.
package struct SVGPath: Sendable, Equatable {
  package enum Segment: Sendable, Equatable {
    case move(x: Double, y: Double)
    case line(x: Double, y: Double)
    case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
    case close
  }
  package private(set) var segments: [Segment] = []

  private var x = 0.0
  private var y = 0.0
  private var startX = 0.0
  private var startY = 0.0
  /// The last curve's second control point, for smooth continuation, and which kind of curve it was.
  private var control: (x: Double, y: Double, command: UInt8)?

  package init?(_ data: String) {
    var scanner = NumberScanner(Array(data.utf8))
    var command: UInt8 = 0
    while let next = scanner.peek() {
      if Self.arguments(of: next) != nil {
        command = next
        scanner.skip()
      } else if command == 0 || command | 32 == UInt8(ascii: "z") {
        return nil
      }
      guard let count = Self.arguments(of: command) else { return nil }
      var values: [Double] = []
      for index in 0..<count {
        let isFlag = command | 32 == UInt8(ascii: "a") && (index == 3 || index == 4)
        guard let value = isFlag ? scanner.flag() : scanner.number() else { return nil }
        values.append(value)
      }
      // A path must begin with a move.
      if segments.isEmpty, command | 32 != UInt8(ascii: "m") { return nil }
      add(command, values)
      // Further pairs after a move are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    }
  }

  private static func arguments(of command: UInt8) -> Int? {
    switch command | 32 {
    case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "t"): isLetter(command) ? 2 : nil
    case UInt8(ascii: "h"), UInt8(ascii: "v"): isLetter(command) ? 1 : nil
    case UInt8(ascii: "c"): isLetter(command) ? 6 : nil
    case UInt8(ascii: "s"), UInt8(ascii: "q"): isLetter(command) ? 4 : nil
    case UInt8(ascii: "a"): isLetter(command) ? 7 : nil
    case UInt8(ascii: "z"): isLetter(command) ? 0 : nil
    default: nil
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 65 }

  private mutating func add(_ command: UInt8, _ v: [Double]) {
    let isRelative = command >= 97
    let dx = isRelative ? x : 0
    let dy = isRelative ? y : 0
    let lower = command | 32
    switch lower {
    case UInt8(ascii: "m"):
      (x, y) = (v[0] + dx, v[1] + dy)
      (startX, startY) = (x, y)
      segments.append(.move(x: x, y: y))
    case UInt8(ascii: "l"): line(v[0] + dx, v[1] + dy)
    case UInt8(ascii: "h"): line(v[0] + dx, y)
    case UInt8(ascii: "v"): line(x, v[0] + dy)
    case UInt8(ascii: "c"): curve(v[0] + dx, v[1] + dy, v[2] + dx, v[3] + dy, v[4] + dx, v[5] + dy)
    case UInt8(ascii: "s"):
      let first = reflected(after: [UInt8(ascii: "c"), UInt8(ascii: "s")])
      curve(first.x, first.y, v[0] + dx, v[1] + dy, v[2] + dx, v[3] + dy)
    case UInt8(ascii: "q"): quadratic(v[0] + dx, v[1] + dy, v[2] + dx, v[3] + dy)
    case UInt8(ascii: "t"):
      let first = reflected(after: [UInt8(ascii: "q"), UInt8(ascii: "t")])
      quadratic(first.x, first.y, v[0] + dx, v[1] + dy)
    case UInt8(ascii: "a"): arc(v, toX: v[5] + dx, toY: v[6] + dy)
    default:
      segments.append(.close)
      (x, y) = (startX, startY)
    }
    if let last = control, last.command == 0 {
      control = (last.x, last.y, lower)
    } else {
      control = nil
    }
  }

  private func reflected(after commands: [UInt8]) -> (x: Double, y: Double) {
    guard let control, commands.contains(control.command) else { return (x, y) }
    return (2 * x - control.x, 2 * y - control.y)
  }

  private mutating func line(_ toX: Double, _ toY: Double) {
    (x, y) = (toX, toY)
    segments.append(.line(x: x, y: y))
  }

  private mutating func curve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ toX: Double, _ toY: Double
  ) {
    segments.append(.curve(x1: x1, y1: y1, x2: x2, y2: y2, x: toX, y: toY))
    control = (x2, y2, 0)
    (x, y) = (toX, toY)
  }

  private mutating func quadratic(_ cx: Double, _ cy: Double, _ toX: Double, _ toY: Double) {
    curve(
      x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3, toX + (cx - toX) * 2 / 3, toY + (cy - toY) * 2 / 3, toX, toY
    )
    control = (cx, cy, 0)
  }

  /// Follows SVG's implementation notes: converts the end points to centre form, then adds one curve per
  /// quarter turn or less.
  private mutating func arc(_ v: [Double], toX: Double, toY: Double) {
    var rx = abs(v[0])
    var ry = abs(v[1])
    guard rx > 0, ry > 0, toX != x || toY != y else { return line(toX, toY) }
    let angle = v[2] * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    let (hx, hy) = ((x - toX) / 2, (y - toY) / 2)
    let (px, py) = (cosine * hx + sine * hy, -sine * hx + cosine * hy)
    let excess = px * px / (rx * rx) + py * py / (ry * ry)
    if excess > 1 {
      rx *= excess.squareRoot()
      ry *= excess.squareRoot()
    }
    let numerator = rx * rx * ry * ry - rx * rx * py * py - ry * ry * px * px
    var factor = max(numerator / (rx * rx * py * py + ry * ry * px * px), 0).squareRoot()
    if (v[3] != 0) == (v[4] != 0) { factor = -factor }
    let (cx, cy) = (factor * rx * py / ry, -factor * ry * px / rx)
    let centerX = cosine * cx - sine * cy + (x + toX) / 2
    let centerY = sine * cx + cosine * cy + (y + toY) / 2
    let start = atan2((py - cy) / ry, (px - cx) / rx)
    var sweep = atan2((-py - cy) / ry, (-px - cx) / rx) - start
    if v[4] != 0, sweep < 0 { sweep += 2 * .pi }
    if v[4] == 0, sweep > 0 { sweep -= 2 * .pi }
    guard sweep.isFinite else { return line(toX, toY) }
    let count = max(Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)), 1)
    let step = sweep / Double(count)
    let handle = 4 / 3 * tan(step / 4)
    func point(_ ux: Double, _ uy: Double) -> (Double, Double) {
      (centerX + cosine * rx * ux - sine * ry * uy, centerY + sine * rx * ux + cosine * ry * uy)
    }
    for index in 0..<count {
      let a = start + Double(index) * step
      let b = a + step
      let first = point(cos(a) - handle * sin(a), sin(a) + handle * cos(a))
      let second = point(cos(b) + handle * sin(b), sin(b) - handle * cos(b))
      let end = index == count - 1 ? (toX, toY) : point(cos(b), sin(b))
      segments.append(.curve(x1: first.0, y1: first.1, x2: second.0, y2: second.1, x: end.0, y: end.1))
    }
    (x, y) = (toX, toY)
  }

  package static func == (a: SVGPath, b: SVGPath) -> Bool { a.segments == b.segments }
}

/// Reads numbers as SVG writes them: a separator may be missing where the next number is unambiguous.
private struct NumberScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte that is not a separator.
  mutating func peek() -> UInt8? {
    while index < bytes.count, [32, 9, 10, 12, 13, 44].contains(bytes[index]) { index += 1 }
    return index < bytes.count ? bytes[index] : nil
  }

  mutating func skip() { index += 1 }

  /// Flags are a single digit and may be followed by the next number directly.
  mutating func flag() -> Double? {
    guard let byte = peek(), byte == 48 || byte == 49 else { return nil }
    index += 1
    return Double(byte - 48)
  }

  mutating func number() -> Double? {
    guard peek() != nil else { return nil }
    let start = index
    if index < bytes.count, bytes[index] == 43 || bytes[index] == 45 { index += 1 }
    digits()
    if index < bytes.count, bytes[index] == 46 {
      index += 1
      digits()
    }
    if index < bytes.count, bytes[index] | 32 == 101 {
      let mark = index
      index += 1
      if index < bytes.count, bytes[index] == 43 || bytes[index] == 45 { index += 1 }
      let first = index
      digits()
      if index == first { index = mark }
    }
    guard index > start, let value = Double(String(decoding: bytes[start..<index], as: UTF8.self)),
      value.isFinite, abs(value) < 1e9
    else { return nil }
    return value
  }

  private mutating func digits() {
    while index < bytes.count, bytes[index] >= 48, bytes[index] <= 57 { index += 1 }
  }
}
