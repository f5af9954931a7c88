import CarobFoundation
import NibFormat

/// The strings of a storyboard or xib in the current language, from its strings file, by object id (E-570).
struct NibTranslations: Sendable {
  private let texts: [String: String]

  /// `ObjectID.property` → text.
  subscript(_ key: String) -> String? { texts[key] }

  /// The translations of a document, read once; nil if it has no strings file.
  @MainActor
  static func of(_ document: NibDocument, _ bundle: Bundle) -> NibTranslations? {
    let name = document.path.split(separator: "/").last?.split(separator: ".").dropLast().joined(
      separator: ".")
    guard let name, !name.isEmpty else { return nil }
    let key = "\(bundle.bundlePath)/\(name)"
    if let known = cache[key] { return known }
    let found = read(name, bundle)
    cache[key] = .some(found)
    return found
  }

  private static func read(_ name: String, _ bundle: Bundle) -> NibTranslations? {
    guard let path = bundle.path(forResource: name, ofType: "strings"),
      let data = FileManager.default.contents(atPath: path),
      let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil),
      let texts = list as? [String: String], !texts.isEmpty
    else { return nil }
    return NibTranslations(texts: texts)
  }

  @MainActor private static var cache: [String: NibTranslations?] = [:]
}
