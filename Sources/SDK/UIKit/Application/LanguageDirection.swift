import CarobFoundation

/// The direction in which the app's language is written (E-971).
enum LanguageDirection {
  /// The direction of the localization that the app runs in.
  static let ofApp = direction(ofLanguage: Bundle.main.preferredLocalizations.first ?? "en")

  static func direction(ofLanguage name: String) -> UIUserInterfaceLayoutDirection {
    Locale.Language(identifier: name).characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }

  // E-971: media controls and spatial content never follow the language.
  static func direction(
    for attribute: UISemanticContentAttribute, in app: UIUserInterfaceLayoutDirection = ofApp
  ) -> UIUserInterfaceLayoutDirection {
    switch attribute {
    case .unspecified: app
    case .forceRightToLeft: .rightToLeft
    default: .leftToRight
    }
  }
}
