import CarobFoundation
import CarobRuntime

/// The app's Info.plist entries about location (L-3).
enum UsageTexts {
  /// The app's property list; a test sets its own.
  // nonisolated(unsafe) because it is set before it is used.
  nonisolated(unsafe) static var info: [String: Any] = Bundle.main.infoDictionary ?? [:]

  private static func text(_ key: String) -> String? {
    guard let text = info[key] as? String, !text.isEmpty else { return nil }
    return text
  }

  /// The text for a request; nil, with a warning, if a key is missing (M-105).
  static func whenInUse(_ what: String) -> String? {
    if let text = text("NSLocationWhenInUseUsageDescription") { return text }
    // An app for iOS 8 to 10 that has only the key for always may ask only for always.
    return missing(["NSLocationWhenInUseUsageDescription"], what)
  }

  static func always(_ what: String) -> String? {
    let both = text("NSLocationAlwaysAndWhenInUseUsageDescription")
    if let both, text("NSLocationWhenInUseUsageDescription") != nil { return both }
    // L-127: an app that has only the key of iOS 8 to 10 was linked before iOS 11; its requests work as they
    // did then.
    if both == nil, let old = text("NSLocationAlwaysUsageDescription") { return old }
    return missing(
      ["NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationWhenInUseUsageDescription"].filter {
        text($0) == nil
      }, what)
  }

  static func purpose(_ key: String) -> String? {
    let texts = info["NSLocationTemporaryUsageDescriptionDictionary"] as? [String: Any]
    return texts?[key] as? String
  }

  private static func missing(_ keys: [String], _ what: String) -> String? {
    Journal.warn(
      "\(keys.joined(separator: " and ")) \(keys.count == 1 ? "is" : "are") missing in Info.plist; \(what) does nothing",
      rule: "M-105")
    return nil
  }

  /// L-289: whether the app requires a `CLServiceSession` to get locations.
  static var demandsSession: Bool { info["NSLocationRequireExplicitServiceSession"] as? Bool ?? false }

  /// L-27.
  static var hasBackgroundMode: Bool {
    (info["UIBackgroundModes"] as? [String])?.contains("location") ?? false
  }
}
