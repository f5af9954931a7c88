import CarobFoundation
import CoreGraphics

/// The names of the platform's symbols, whether or not Carob can draw them (E-686).
enum SymbolCatalog {
  /// Whether the platform has a symbol of this name.
  static func contains(_ name: String) -> Bool { names.contains(name) }

  private static let names: Set<String> = {
    var names: Set<String> = []
    var previous: Substring = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard let shared = word.first.flatMap({ Int(String($0), radix: 36) }) else { continue }
      let name = previous.prefix(shared) + word.dropFirst()
      names.insert(String(name))
      previous = Substring(name)
    }
    return names
  }()
}
