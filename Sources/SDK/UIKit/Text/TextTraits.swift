import CarobFoundation
import NibFormat

/// Text objects whose keyboard a storyboard sets up.
@MainActor
protocol TextTraits: AnyObject {
  var keyboardType: UIKeyboardType { get set }
  var returnKeyType: UIReturnKeyType { get set }
  var autocapitalizationType: UITextAutocapitalizationType { get set }
  var autocorrectionType: UITextAutocorrectionType { get set }
  var spellCheckingType: UITextSpellCheckingType { get set }
  var keyboardAppearance: UIKeyboardAppearance { get set }
  var isSecureTextEntry: Bool { get set }
  var enablesReturnKeyAutomatically: Bool { get set }
}

extension TextTraits {
  func decodeTraits(_ e: NibElement) {
    if let flag = e.bool("secureTextEntry") { isSecureTextEntry = flag }
    if let flag = e.bool("enablesReturnKeyAutomatically") { enablesReturnKeyAutomatically = flag }
    if let type = e["keyboardType"].flatMap({ Self.keyboards[$0] }) { keyboardType = type }
    if let type = e["returnKeyType"].flatMap({ Self.returnKeys[$0] }) { returnKeyType = type }
    switch e["autocapitalizationType"] {
    case "none": autocapitalizationType = .none
    case "words": autocapitalizationType = .words
    case "sentences": autocapitalizationType = .sentences
    case "allCharacters": autocapitalizationType = .allCharacters
    default: break
    }
    switch e["autocorrectionType"] {
    case "no": autocorrectionType = .no
    case "yes": autocorrectionType = .yes
    default: break
    }
    switch e["spellCheckingType"] {
    case "no": spellCheckingType = .no
    case "yes": spellCheckingType = .yes
    default: break
    }
    switch e["keyboardAppearance"] {
    case "alert", "dark": keyboardAppearance = .dark
    case "light": keyboardAppearance = .light
    default: break
    }
  }

  private static var keyboards: [String: UIKeyboardType] {
    [
      "alphabet": .asciiCapable, "ASCIICapable": .asciiCapable,
      "numbersAndPunctuation": .numbersAndPunctuation,
      "URL": .URL, "numberPad": .numberPad, "phonePad": .phonePad, "namePhonePad": .namePhonePad,
      "emailAddress": .emailAddress, "decimalPad": .decimalPad, "twitter": .twitter, "webSearch": .webSearch,
    ]
  }
  private static var returnKeys: [String: UIReturnKeyType] {
    [
      "go": .go, "google": .google, "join": .join, "next": .next, "route": .route, "search": .search,
      "send": .send, "yahoo": .yahoo, "done": .done, "emergencyCall": .emergencyCall, "continue": .continue,
    ]
  }
}
