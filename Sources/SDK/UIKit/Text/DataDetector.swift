import CarobFoundation

/// Finds web addresses, email addresses and phone numbers in a text (E-388).
enum DataDetector {
  struct Found: Equatable {
    var range: NSRange
    var url: URL
  }

  static func find(_ types: UIDataDetectorTypes, in text: String) -> [Found] {
    var found: [Found] = []
    func add(_ pattern: String, _ url: (String) -> String) {
      guard let expression = try? NSRegularExpression(pattern: pattern, options: [.caseInsensitive]) else {
        return
      }
      let whole = NSRange(location: 0, length: (text as NSString).length)
      for match in expression.matches(in: text, options: [], range: whole)
      where !found.contains(where: { NSIntersectionRange($0.range, match.range).length > 0 }) {
        let part = (text as NSString).substring(with: match.range)
        if let url = URL(string: url(part)) { found.append(Found(range: match.range, url: url)) }
      }
    }
    if types.contains(.link) {
      add(#"\bhttps?://[^\s<>"“”]*[^\s<>"“”.,;:!?)]"#) { $0 }
      add(#"\b[a-z0-9._%+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}\b"#) { "mailto:" + $0 }
      add(#"\bwww\.[^\s<>"“”]*[^\s<>"“”.,;:!?)]"#) { "http://" + $0 }
    }
    if types.contains(.phoneNumber) {
      add(#"(?<![\w.])(\+?\d[\d ().-]{5,}\d)(?!\w)"#) { "tel:" + $0.filter { $0.isNumber || $0 == "+" } }
    }
    return found.sorted { $0.range.location < $1.range.location }
  }
}

/// The kinds of data to detect in a text.
public struct UIDataDetectorTypes: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let phoneNumber = UIDataDetectorTypes(rawValue: 1 << 0)
  public static let link = UIDataDetectorTypes(rawValue: 1 << 1)
  public static let address = UIDataDetectorTypes(rawValue: 1 << 2)
  public static let calendarEvent = UIDataDetectorTypes(rawValue: 1 << 3)
  public static let shipmentTrackingNumber = UIDataDetectorTypes(rawValue: 1 << 4)
  public static let flightNumber = UIDataDetectorTypes(rawValue: 1 << 5)
  public static let lookupSuggestion = UIDataDetectorTypes(rawValue: 1 << 6)
  public static let all = UIDataDetectorTypes(rawValue: .max)
  /// The kinds that the SDK can detect.
  static let known: UIDataDetectorTypes = [.phoneNumber, .link]
}
