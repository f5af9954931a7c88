import Testing

@testable import UIKit
@testable import UIKitDrawing

@Suite struct FontTests {
  @Test func `the system font has the platform's line heights`() {
    let font = UIFont.systemFont(ofSize: 17)
    #expect(abs(font.lineHeight - 20.28) < 0.05)
    #expect(abs(font.ascender - 16.18) < 0.05)
    #expect(abs(font.descender + 4.1) < 0.05)
    #expect(font.pointSize == 17)
  }

  @Test func `text styles follow the user's size`() {
    #expect(
      UIFont.preferredFont(
        forTextStyle: .body, compatibleWith: UITraitCollection(preferredContentSizeCategory: .large)
      ).pointSize == 17)
    #expect(
      UIFont.preferredFont(
        forTextStyle: .body,
        compatibleWith: UITraitCollection(preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge)
      ).pointSize == 53)
    #expect(
      UIFont.preferredFont(
        forTextStyle: .caption2, compatibleWith: UITraitCollection(preferredContentSizeCategory: .extraSmall)
      ).pointSize == 11)
    #expect(UIFont.preferredFont(forTextStyle: .headline).fontDescriptor.symbolicTraits.contains(.traitBold))
    let traits = UITraitCollection(preferredContentSizeCategory: .extraExtraExtraLarge)
    #expect(abs(UIFontMetrics(forTextStyle: .body).scaledValue(for: 17, compatibleWith: traits) - 23) < 0.2)
  }

  @Test(arguments: [
    "HelveticaNeue-Bold", "Helvetica Neue", "Chalkduster", "AvenirNext-DemiBoldItalic", "Arial-BoldMT",
    "Courier", "MarkerFelt-Thin", "Georgia-Italic",
  ])
  func `the platform's fonts are found by name`(name: String) throws {
    let font = try #require(UIFont(name: name, size: 20))
    #expect(font.pointSize == 20)
    #expect(font.lineHeight > 15 && font.lineHeight < 35)
  }

  @Test func `unknown font names give nil`() {
    #expect(UIFont(name: "NoSuchFont-Regular", size: 12) == nil)
    #expect(UIFont(name: "", size: 12) == nil)
  }

  @Test func `faces keep their names and styles`() throws {
    let font = try #require(UIFont(name: "HelveticaNeue-BoldItalic", size: 12))
    #expect(font.familyName == "Helvetica Neue")
    #expect(font.fontName == "HelveticaNeue-BoldItalic")
    #expect(font.fontDescriptor.symbolicTraits == [.traitBold, .traitItalic])
    #expect(try #require(UIFont(name: "Helvetica Neue", size: 12)).fontName == "HelveticaNeue")
    #expect(
      UIFont.fontNames(forFamilyName: "Menlo") == [
        "Menlo-Regular", "Menlo-Bold", "Menlo-BoldItalic", "Menlo-Italic",
      ])
  }

  @Test func `descriptors can be changed by traits, design and attributes`() throws {
    let base = UIFont.systemFont(ofSize: 12).fontDescriptor
    let bold = try #require(base.withSymbolicTraits(.traitBold))
    #expect(UIFont(descriptor: bold, size: 0).textFont.weight == 700)
    #expect(UIFont(descriptor: bold, size: 30).pointSize == 30)
    let mono = try #require(base.withDesign(.monospaced))
    #expect(UIFont(descriptor: mono, size: 0).textFont.family == "monospace")
    let named = UIFontDescriptor(fontAttributes: [.family: "Georgia", .size: 20.0, .face: "Bold"])
    #expect(UIFont(descriptor: named, size: 0).fontName == "Georgia-Bold")
  }

  @Test func `heavier weights make text wider`() {
    func width(_ weight: UIFont.Weight) -> CGFloat {
      "Hello World".size(withAttributes: [.font: UIFont.systemFont(ofSize: 17, weight: weight)]).width
    }
    #expect(width(.thin) < width(.regular) && width(.regular) < width(.black))
  }
}
