import Foundation
import ManagedModelFormat
import NibFormat

/// Reads the default value, bounds and regular expression of one attribute according to its type.
struct AttributeValues {
  let element: NibElement
  let type: ManagedModel.AttributeType
  let place: String
  let findings: Findings

  var defaultValue: ManagedModel.Value? {
    if type == .date {
      if let value = date("defaultDateTimeInterval") { return value }
    }
    guard let text = element["defaultValueString"] else { return nil }
    return value(text, "default value")
  }

  /// The minimum or maximum value; `prefix` is `min` or `max`.
  func bound(_ prefix: String) -> ManagedModel.Value? {
    if type == .date, let value = date(prefix + "DateTimeInterval") { return value }
    guard let text = element[prefix + "ValueString"], !text.isEmpty else { return nil }
    let what = prefix == "min" ? "minimum" : "maximum"
    switch type {
    case .string:
      if let length = Int64(text), length >= 0 { return .integer(length) }
      findings.error(element.line, "\(place): the \(what) length “\(text)” is not a count")
      return nil
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .date: return value(text, what)
    default:
      findings.warn(element.line, "\(place): a value of the type \(type.rawValue) has no \(what)")
      return nil
    }
  }

  var regularExpression: String? {
    guard let text = element["regularExpressionString"], !text.isEmpty else { return nil }
    guard (try? NSRegularExpression(pattern: text)) != nil else {
      findings.error(element.line, "\(place): the regular expression cannot be read: \(text)")
      return nil
    }
    return text
  }

  private func date(_ key: String) -> ManagedModel.Value? {
    guard let text = element[key] else { return nil }
    if let seconds = Double(text), seconds.isFinite { return .date(seconds) }
    findings.error(element.line, "\(place): \(key) is “\(text)”, which is not a number of seconds")
    return nil
  }

  private func value(_ text: String, _ what: String) -> ManagedModel.Value? {
    func wrong() -> ManagedModel.Value? {
      findings.error(element.line, "\(place): the \(what) “\(text)” is not of the type \(type.rawValue)")
      return nil
    }
    switch type {
    case .integer16: return integer(text, Int16.self, what)
    case .integer32: return integer(text, Int32.self, what)
    case .integer64: return integer(text, Int64.self, what)
    case .double, .float:
      guard let number = Double(text) else { return wrong() }
      return .real(number)
    case .decimal:
      guard Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) != nil, Double(text) != nil
      else {
        return wrong()
      }
      return .decimal(text)
    case .boolean:
      switch text.lowercased() {
      case "yes", "true", "1": return .boolean(true)
      case "no", "false", "0": return .boolean(false)
      default: return wrong()
      }
    case .string: return .text(text)
    case .date:
      guard let seconds = Double(text), seconds.isFinite else { return wrong() }
      return .date(seconds)
    case .uuid:
      if text.isEmpty { return nil }
      return UUID(uuidString: text) == nil ? wrong() : .uuid(text)
    case .uri:
      if text.isEmpty { return nil }
      return URL(string: text) == nil ? wrong() : .uri(text)
    case .undefined, .binary, .transformable, .objectID, .composite:
      findings.warn(
        element.line, "\(place): a value of the type \(type.rawValue) has no \(what) in a model file")
      return nil
    }
  }

  private func integer<Number: FixedWidthInteger>(
    _ text: String, _ kind: Number.Type, _ what: String
  ) -> ManagedModel.Value? {
    // NB: Xcode writes "1.0" for the default value if the attribute's type was changed.
    if let number = Number(text) ?? Double(text).flatMap({ Number(exactly: $0) }) {
      return .integer(Int64(number))
    }
    findings.error(element.line, "\(place): the \(what) “\(text)” is not of the type \(type.rawValue)")
    return nil
  }
}
