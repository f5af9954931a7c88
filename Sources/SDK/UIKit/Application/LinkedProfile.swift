/// Selects behaviour that iOS changed only for apps linked with a newer SDK (E-626). It does not affect the
/// life cycle, which depends on the scene manifest.
enum LinkedProfile {
  /// iOS 13 and later.
  case today
  /// Before: full-screen modals.
  case classic

  /// - Parameters:
  ///   - chosen: the value of `--profile`; nil if it was not given
  ///   - info: the app's Info.plist, whose `DTSDKName` (`iphonesimulator12.0`) names the SDK that the app was
  /// linked with; without the key the profile is `today`
  init(chosen: String?, info: [String: Any]) {
    switch chosen {
    case "classic": self = .classic
    case "default": self = .today
    default:
      let name = info["DTSDKName"] as? String ?? ""
      let release = Int(name.drop { !$0.isNumber }.prefix { $0.isNumber })
      self = (release ?? 13) < 13 ? .classic : .today
    }
  }
}
