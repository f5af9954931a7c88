import DeviceProtocol
import Foundation

/// A message of a page, read strictly: any other message closes its connection.
struct PageInput: Equatable, Sendable {
  /// Counts the inputs of one page. The next commit returns it, so that the page can measure the latency.
  var number: UInt64
  var action: Action

  enum Action: Equatable, Sendable {
    /// Forgets the events of the trace, in all pages.
    case clearEvents
    /// Whether the page shows the elements of the screen: not while nobody sees it.
    case readElements(Bool)
    /// Finger ids are counted by the page.
    case touches([TouchEvent.Finger])
    case input(ScreenInput)
  }

  /// Why a message was refused: the reason of the closed connection (at most 123 bytes).
  struct Invalid: Error, Equatable {
    var reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// The longest text in one message, bytes.
  static let maximumText = 65_536
  static let maximumFingers = 16
  /// Larger than any screen; keeps arithmetic on coordinates safe.
  static let maximumCoordinate = 100_000.0

  init(number: UInt64, action: Action) {
    self.number = number
    self.action = action
  }

  init(text: [UInt8]) throws(Invalid) {
    let wire: Wire
    do {
      wire = try JSONDecoder().decode(Wire.self, from: Data(text))
    } catch {
      throw Invalid("not a message of this protocol")
    }
    guard wire.n == nil || wire.n.map({ $0 < 1 << 53 }) == true else { throw Invalid("number out of range") }
    self.number = wire.n ?? 0
    switch wire.type {
    case "touches": action = .touches(try Self.fingers(wire.fingers))
    case "key": action = .input(.key(try Self.key(wire)))
    case "text":
      guard let text = wire.text, !text.isEmpty, text.utf8.count <= Self.maximumText else {
        throw Invalid("text: missing or too long")
      }
      action = .input(.insertText(text))
    case "paste":
      guard let text = wire.text, !text.isEmpty, text.utf8.count <= Self.maximumText else {
        throw Invalid("paste: missing or too long")
      }
      action = .input(.pasteText(text))
    case "compose": action = .input(.composeText(try Self.composed(wire)))
    case "scroll": action = .input(.scroll(try Self.scroll(wire)))
    case "press": action = .input(.press(try Self.choice(wire.value)))
    case "rotate": action = .input(.rotate(try Self.choice(wire.value)))
    case "appearance": action = .input(.appearance(try Self.choice(wire.value)))
    case "notification": action = .input(try Self.notification(wire))
    case "location": action = .input(.location(try Self.location(wire)))
    case "relaunch": action = .input(.relaunch)
    case "accessibility": action = .input(try Self.accessibility(wire))
    case "voiceOver": action = .input(.voiceOver(wire.value == "on"))
    case "textSize": action = .input(.textSize(try Self.choice(wire.value)))
    case "openURL":
      guard let text = wire.text, !text.isEmpty, text.utf8.count <= 8192 else {
        throw Invalid("openURL: missing or too long")
      }
      action = .input(.openURL(text))
    case "clear": action = .clearEvents
    case "elements":
      guard wire.value == "on" || wire.value == "off" else { throw Invalid("unknown value") }
      action = .readElements(wire.value == "on")
    default: throw Invalid("unknown type")
    }
  }

  private struct Wire: Decodable {
    struct Finger: Decodable {
      var id: UInt32
      var phase: String
      var x: Double
      var y: Double
      var force: Double?
    }
    var type: String
    var n: UInt64?
    var fingers: [Finger]?
    var key: String?
    var modifiers: [String]?
    var code: String?
    var down: Bool?
    var `repeat`: Bool?
    var text: String?
    var x: Double?
    var y: Double?
    var dx: Double?
    var dy: Double?
    var discrete: Bool?
    var location: UInt32?
    var length: UInt32?
    var value: String?
    var number: UInt32?
    var element: UInt64?
    var latitude: Double?
    var longitude: Double?
    var seconds: Double?
  }

  /// The largest time on a route, seconds.
  private static let longestWay = 1e9
  private static let rates = 0.1...1000.0

  private static func location(_ wire: Wire) throws(Invalid) -> ScreenInput.LocationAction {
    func number(_ value: Double?, _ range: ClosedRange<Double>) throws(Invalid) -> Double {
      guard let value, range.contains(value) else {
        throw Invalid("location: a number is missing or out of range")
      }
      return value
    }
    func name() throws(Invalid) -> String {
      guard let key = wire.key, !key.isEmpty, key.utf8.count <= 4096 else {
        throw Invalid("location: the way's name is missing or too long")
      }
      return key
    }
    switch wire.value {
    case "place":
      return .place(
        latitude: try number(wire.latitude, -90...90), longitude: try number(wire.longitude, -180...180))
    case "unknown": return .unknown
    case "route": return .route(try name())
    case "file": return .file(try name())
    case "pause": return .change(.pause)
    case "resume": return .change(.resume)
    case "seek": return .change(.seek(try number(wire.seconds, 0...longestWay)))
    case "rate": return .change(.rate(try number(wire.seconds, rates)))
    default: throw Invalid("unknown value")
    }
  }

  private static func accessibility(_ wire: Wire) throws(Invalid) -> ScreenInput {
    guard let element = wire.element, element < 1 << 53 else {
      throw Invalid("accessibility: the element is missing")
    }
    let (label, name) = (wire.text ?? "", wire.key ?? "")
    guard label.utf8.count <= maximumText, name.utf8.count <= 1024 else {
      throw Invalid("accessibility: too long")
    }
    let command: AccessibilityCommand
    switch wire.value {
    case "activate": command = .activate
    case "increment": command = .increment
    case "decrement": command = .decrement
    case "focus": command = .focus
    case "scroll": command = .scroll(name)
    case "action": command = .action(name)
    default: throw Invalid("unknown value")
    }
    return .accessibility(command, element: element, label: label)
  }

  private static func notification(_ wire: Wire) throws(Invalid) -> ScreenInput {
    guard let number = wire.number else { throw Invalid("notification: its number is missing") }
    guard (wire.key?.utf8.count ?? 0) <= 1024, (wire.text?.utf8.count ?? 0) <= maximumText else {
      throw Invalid("notification: too long")
    }
    switch wire.value {
    case "tap": return .notification(number, .tap)
    case "dismiss": return .notification(number, .dismiss)
    case "action":
      guard let key = wire.key else { throw Invalid("notification: the action is missing") }
      return .notification(number, .action(key, text: wire.text))
    default: throw Invalid("unknown value")
    }
  }

  private static func fingers(_ wire: [Wire.Finger]?) throws(Invalid) -> [TouchEvent.Finger] {
    guard let wire, !wire.isEmpty, wire.count <= maximumFingers else {
      throw Invalid("fingers: none or too many")
    }
    var fingers: [TouchEvent.Finger] = []
    for finger in wire {
      let force = finger.force ?? 1
      guard finger.x.isFinite, finger.y.isFinite, force.isFinite, abs(finger.x) <= maximumCoordinate,
        abs(finger.y) <= maximumCoordinate, (0...100).contains(force)
      else { throw Invalid("fingers: coordinate or force out of range") }
      guard !fingers.contains(where: { $0.id == finger.id }) else {
        throw Invalid("fingers: the same id twice")
      }
      let phase: TouchEvent.Phase
      switch finger.phase {
      case "began": phase = .began
      case "moved": phase = .moved
      case "stationary": phase = .stationary
      case "ended": phase = .ended
      case "cancelled": phase = .cancelled
      case "hovering": phase = .hovering
      default: throw Invalid("fingers: unknown phase")
      }
      fingers.append(.init(id: finger.id, phase: phase, x: finger.x, y: finger.y, force: force))
    }
    return fingers
  }

  private static func key(_ wire: Wire) throws(Invalid) -> KeyEvent {
    guard let key = wire.key, !key.isEmpty, key.utf8.count <= 32 else {
      throw Invalid("key: missing or too long")
    }
    let modifiers = wire.modifiers ?? []
    let known = ["shift", "control", "option", "command", "capsLock"]
    guard modifiers.count <= known.count, modifiers.allSatisfy(known.contains) else {
      throw Invalid("key: unknown modifier")
    }
    let code = wire.code ?? ""
    guard code.utf8.count <= 32 else { throw Invalid("key: its code is too long") }
    return KeyEvent(
      key: key, modifiers: modifiers, isDown: wire.down ?? true, code: code, isRepeat: wire.repeat ?? false)
  }

  private static func scroll(_ wire: Wire) throws(Invalid) -> ScrollEvent {
    let numbers = [wire.x, wire.y, wire.dx, wire.dy].compactMap(\.self)
    guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= maximumCoordinate }) else {
      throw Invalid("scroll: a number is missing or out of range")
    }
    return ScrollEvent(
      x: numbers[0], y: numbers[1], dx: numbers[2], dy: numbers[3], isDiscrete: wire.discrete ?? true)
  }

  private static func composed(_ wire: Wire) throws(Invalid) -> ComposedText {
    guard let text = wire.text, text.utf8.count <= maximumText else {
      throw Invalid("compose: missing or too long")
    }
    let count = UInt32(text.utf16.count)
    let location = min(wire.location ?? count, count)
    return ComposedText(text: text, location: location, length: min(wire.length ?? 0, count - location))
  }

  private static func choice<T: RawRepresentable<String>>(_ value: String?) throws(Invalid) -> T {
    guard let value, let choice = T(rawValue: value) else { throw Invalid("unknown value") }
    return choice
  }
}
