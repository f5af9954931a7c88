/// The behaviour that an app gets where a release of iOS changed it for apps that are linked with that release (E-626). The life
/// cycle is none of it: that goes by the scene manifest.
enum LinkedProfile {
  /// iOS 13 and later.
  case today
  /// Before: full-screen modals.
  case classic

  /// - Parameters:
  ///   - chosen: what `--profile` says; nil when it was not given
  ///   - info: the app's Info.plist, whose `DTSDKName` (`iphonesimulator12.0`) says what it was linked with; one without is of today
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
