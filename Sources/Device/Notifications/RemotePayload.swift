import DeviceProtocol
import Foundation

/// The validated JSON payload of a remote notification.
public struct RemotePayload: Sendable, Equatable {
  /// Why a payload is invalid.
  public struct Invalid: Error, Equatable, CustomStringConvertible {
    public var description: String
  }

  /// The request; the device sets its identifier.
  var request: NotificationRequestRecord
  /// `content-available`: the app gets time in the background.
  public var isSilent: Bool
  /// `mutable-content`: a service extension would change the notification.
  public var isMutable: Bool

  /// The largest payload, bytes.
  static let limit = 4096

  /// - Throws: `Invalid`, which names the key.
  public init(json bytes: [UInt8]) throws(Invalid) {
    guard bytes.count <= Self.limit else {
      throw Invalid(description: "the payload has \(bytes.count) bytes; at most \(Self.limit) can be sent")
    }
    let parsed: Any
    do {
      parsed = try JSONSerialization.jsonObject(with: Data(bytes))
    } catch {
      let problem = (error as NSError).userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
      throw Invalid(description: "the payload is not JSON: \(problem)")
    }
    guard let object = parsed as? [String: Any] else {
      throw Invalid(description: "the payload is not an object: it begins with { and has the key \"aps\"")
    }
    guard let aps = object["aps"] as? [String: Any] else {
      throw Invalid(description: "the payload has no object \"aps\"")
    }
    request = NotificationRequestRecord(identifier: "", origin: .remote, trigger: .push, payload: bytes)
    switch aps["alert"] {
    case nil: break
    case let text as String: request.body = text
    case let alert as [String: Any]:
      request.title =
        try Self.text(alert, "title") ?? Self.localized(alert, "title-loc-key", "title-loc-args") ?? ""
      request.subtitle =
        try Self.text(alert, "subtitle") ?? Self.localized(alert, "subtitle-loc-key", "subtitle-loc-args")
        ?? ""
      request.body = try Self.text(alert, "body") ?? Self.localized(alert, "loc-key", "loc-args") ?? ""
    default: throw Invalid(description: "\"aps.alert\" is neither a string nor an object")
    }
    if let badge = aps["badge"] {
      guard let number = (badge as? NSNumber)?.int64Value, number >= 0 else {
        throw Invalid(description: "\"aps.badge\" is not a number from 0")
      }
      request.badge = number
    }
    switch aps["sound"] {
    case nil: break
    case let name as String: request.sound = name == "default" ? "" : name
    case let sound as [String: Any]:
      let name = try Self.text(sound, "name") ?? "default"
      request.sound = name == "default" ? "" : name
    default: throw Invalid(description: "\"aps.sound\" is neither a string nor an object")
    }
    request.thread = try Self.text(aps, "thread-id") ?? ""
    request.category = try Self.text(aps, "category") ?? ""
    let levels = ["passive", "active", "time-sensitive", "critical"]
    if let level = try Self.text(aps, "interruption-level") {
      guard let number = levels.firstIndex(of: level) else {
        throw Invalid(
          description:
            "\"aps.interruption-level\" is \"\(level)\"; it is one of \(levels.joined(separator: ", "))")
      }
      request.interruptionLevel = UInt8(number)
    }
    isSilent = (aps["content-available"] as? NSNumber)?.intValue == 1
    isMutable = (aps["mutable-content"] as? NSNumber)?.intValue == 1
  }

  /// Whether the payload has an alert, a badge or a sound.
  public var isVisible: Bool { request.hasAlert || request.badge != nil || request.sound != nil }

  private static func text(_ object: [String: Any], _ key: String) throws(Invalid) -> String? {
    guard let value = object[key] else { return nil }
    guard let text = value as? String else { throw Invalid(description: "\"\(key)\" is not a string") }
    return text
  }

  /// The localization key with its arguments, since the device does not have the app's string tables.
  private static func localized(_ object: [String: Any], _ key: String, _ arguments: String) -> String? {
    guard var text = object[key] as? String else { return nil }
    for (index, argument) in (object[arguments] as? [String] ?? []).enumerated() {
      if let place = text.range(of: "%\(index + 1)$@") ?? text.range(of: "%@") {
        text.replaceSubrange(place, with: argument)
      }
    }
    return text
  }
}
