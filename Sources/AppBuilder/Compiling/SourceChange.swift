import Foundation
import Translator

/// Whether an edit of a source can affect how the module's other files are compiled.
enum SourceChange {
  /// Whether two versions of a file differ only in bodies of functions that no other file can see: everything
  /// else is the same to the byte.
  static func isLimitedToBodies(from old: String, to new: String) -> Bool {
    guard let old = Outline(old), let new = Outline(new), old.parts == new.parts else { return false }
    // Their bodies are parts of other files' code.
    guard !old.parts.contains(where: { part in visible.contains { part.contains($0) } }) else { return false }
    // The body decides which type an opaque result is.
    return zip(old.bodies, new.bodies).enumerated().allSatisfy { index, bodies in
      bodies.0 == bodies.1 || !old.parts[index].contains("some")
    }
  }

  private static let visible = ["inlinable", "inline", "_transparent", "EmitIntoClient", "_specialize"]

  /// A file's text, divided at the bodies of its outermost functions.
  private struct Outline {
    /// What is before, between and after the bodies.
    var parts: [String] = []
    var bodies: [ArraySlice<UInt8>] = []

    /// `nil` if a bracket is not closed.
    init?(_ text: String) {
      let tokens = SwiftTokens(text)
      guard let ranges = FunctionBodies.ranges(tokens) else { return nil }
      var start = 0
      for range in ranges {
        parts.append(String(decoding: tokens.bytes[start..<range.lowerBound], as: UTF8.self))
        bodies.append(tokens.bytes[range])
        start = range.upperBound
      }
      parts.append(String(decoding: tokens.bytes[start...], as: UTF8.self))
    }
  }
}
