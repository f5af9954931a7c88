import CarobFoundation
import CoreGraphics

// E-1097
extension NSLayoutManager {
  /// What a glyph stands for.
  public struct GlyphProperty: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// A glyph that is not shown, such as that of a character that another glyph shows, too.
    public static let null = GlyphProperty(rawValue: 1)
    /// A tab, or the end of a line or paragraph.
    public static let controlCharacter = GlyphProperty(rawValue: 2)
    /// A space, whose width justified text changes.
    public static let elastic = GlyphProperty(rawValue: 4)
    /// A mark that combines with the character before it.
    public static let nonBaseCharacter = GlyphProperty(rawValue: 8)
  }

  /// What the glyph stands for; empty for a glyph of a visible character.
  public func propertyForGlyph(at glyphIndex: Int) -> GlyphProperty {
    guard let text = textStorage?.string as NSString?, 0..<text.length ~= glyphIndex else { return [] }
    let unit = text.character(at: characterIndexForGlyph(at: glyphIndex))
    // NB: a glyph is a UTF-16 unit here, so the second half of a surrogate pair has a glyph that shows nothing.
    if UTF16.isTrailSurrogate(unit) { return .null }
    guard let scalar = UnicodeScalar(unit) else { return [] }
    if CharacterSet.controlCharacters.union(.newlines).contains(scalar) { return .controlCharacter }
    if CharacterSet.whitespaces.contains(scalar) { return .elastic }
    return CharacterSet.nonBaseCharacters.contains(scalar) ? .nonBaseCharacter : []
  }

  public func isValidGlyphIndex(_ glyphIndex: Int) -> Bool { 0..<numberOfGlyphs ~= glyphIndex }

  /// The glyph nearest to a point in the container.
  ///
  /// - Parameter partialFraction: gets how far through the glyph the point is, 0…1 from its left edge.
  public func glyphIndex(
    for point: CGPoint, in container: NSTextContainer,
    fractionOfDistanceThroughGlyph partialFraction: UnsafeMutablePointer<CGFloat>?
  ) -> Int {
    characterIndex(for: point, in: container, fractionOfDistanceBetweenInsertionPoints: partialFraction)
  }
}
