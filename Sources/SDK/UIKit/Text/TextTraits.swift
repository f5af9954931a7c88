import CarobFoundation
import NibFormat

/// The keyboard settings of a text object, stored by both text classes and configured by storyboards.
struct TextTraits {
  var keyboardType = UIKeyboardType.default
  var returnKeyType = UIReturnKeyType.default
  var autocapitalizationType = UITextAutocapitalizationType.sentences
  var autocorrectionType = UITextAutocorrectionType.default
  var spellCheckingType = UITextSpellCheckingType.default
  var keyboardAppearance = UIKeyboardAppearance.default
  var isSecureTextEntry = false
  var enablesReturnKeyAutomatically = false
  var textContentType: UITextContentType?

  mutating func decode(_ e: NibElement) {
    if let flag = e.bool("secureTextEntry") { isSecureTextEntry = flag }
    if let flag = e.bool("enablesReturnKeyAutomatically") { enablesReturnKeyAutomatically = flag }
    if let type = e["keyboardType"].flatMap({ Self.keyboards[$0] }) { keyboardType = type }
    if let type = e["returnKeyType"].flatMap({ Self.returnKeys[$0] }) { returnKeyType = type }
    if let type = e["textContentType"] { textContentType = UITextContentType(rawValue: type) }
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

  private static let keyboards: [String: UIKeyboardType] = [
    "alphabet": .asciiCapable, "ASCIICapable": .asciiCapable,
    "numbersAndPunctuation": .numbersAndPunctuation,
    "URL": .URL, "numberPad": .numberPad, "phonePad": .phonePad, "namePhonePad": .namePhonePad,
    "emailAddress": .emailAddress, "decimalPad": .decimalPad, "twitter": .twitter, "webSearch": .webSearch,
    "ASCIICapableNumberPad": .asciiCapableNumberPad,
  ]
  private static let returnKeys: [String: UIReturnKeyType] = [
    "go": .go, "google": .google, "join": .join, "next": .next, "route": .route, "search": .search,
    "send": .send, "yahoo": .yahoo, "done": .done, "emergencyCall": .emergencyCall, "continue": .continue,
  ]
}
