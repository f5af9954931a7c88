import CarobFoundation
import CoreGraphics
internal import Raster

/// The fonts available by name: the platform's, for which similar free fonts are drawn, and the app's own.
final class FontCatalog: Sendable {
  static let shared = FontCatalog()

  /// The app's own fonts found so far, by name, and whether the fonts listed in its Info.plist were loaded.
  private let own = Guarded(Own())
  private struct Own {
    var isLoaded = false
    var faces: [String: TextFont] = [:]
  }

  private let families: [String: Family]
  private let names: [String: (family: String, face: String)]
  let familyNames: [String]

  struct Family: Sendable {
    var drawn: String
    /// PostScript names, the regular one first.
    var faces: [String]
  }

  private init() {
    var families: [String: Family] = [:]
    var names: [String: (String, String)] = [:]
    for (kind, line) in Self.table.flatMap({ kind, lines in lines.map { (kind, $0) } }) {
      // "Family: PostScriptName Suffix Suffix…"; a suffix and "-" are appended to the part of the first name
      // before "-".
      let parts = line.split(separator: ":")
      guard parts.count == 2 else { continue }
      let family = String(parts[0])
      let words = parts[1].split(separator: " ").map(String.init)
      guard let first = words.first else { continue }
      let stem = first.split(separator: "-").first.map(String.init) ?? first
      let faces =
        [first] + words.dropFirst().map { $0.hasPrefix("=") ? String($0.dropFirst()) : stem + "-" + $0 }
      families[family] = Family(drawn: kind, faces: faces)
      names[family] = (family, first)
      for face in faces { names[face] = (family, face) }
    }
    self.families = families
    self.names = names
    familyNames = families.keys.sorted()
  }

  // MARK: Lookup

  func fontNames(family: String) -> [String] { families[family]?.faces ?? [] }
  func drawnFamily(_ family: String) -> String {
    families[family]?.drawn ?? (TextEngine.hasFamily(family) ? family : TextFont.system)
  }

  /// The family's face with this style, or its first face if it has none.
  func postscriptName(family: String, isBold: Bool, isItalic: Bool) -> String {
    guard let faces = families[family]?.faces, let first = faces.first else {
      return family + (isBold || isItalic ? "-" : "") + (isBold ? "Bold" : "") + (isItalic ? "Italic" : "")
    }
    return faces.first { name in
      (Self.weight(ofFace: name).css >= 600) == isBold && Self.isItalic(name) == isItalic
    } ?? first
  }

  func descriptor(named name: String, size: CGFloat) -> UIFontDescriptor? {
    if name.hasPrefix(".SFUI") || name == ".AppleSystemUIFont" {
      return .system(size: size, weight: Self.weight(ofFace: name), isItalic: Self.isItalic(name))
    }
    if let (family, face) = names[name] {
      return UIFontDescriptor(
        values: UIFontDescriptor.Values(
          family: family, drawnFamily: families[family]?.drawn ?? TextFont.system, postscriptName: face,
          size: size,
          weight: Self.weight(ofFace: face), isItalic: Self.isItalic(face)))
    }
    guard let face = ownFace(name) else { return nil }
    return UIFontDescriptor(
      values: UIFontDescriptor.Values(
        family: face.family, drawnFamily: face.family, postscriptName: name, size: size,
        weight: UIFont.Weight(css: face.weight), isItalic: face.isItalic))
  }

  /// A face from the font files that the app's Info.plist lists.
  private func ownFace(_ name: String) -> TextFont? {
    own.withLock { own in
      if !own.isLoaded {
        own.isLoaded = true
        let files = Bundle.main.infoDictionary?["UIAppFonts"] as? [String] ?? []
        for file in files {
          let path = (Bundle.main.resourcePath ?? Bundle.main.bundlePath) + "/" + file
          if !TextEngine.addFont(path: path) {
            Journal.warn("the font \(file) listed in UIAppFonts cannot be read")
          }
        }
      }
      if let known = own.faces[name] { return known }
      // By PostScript or full name, else by family.
      let face =
        TextEngine.face(named: name) ?? (TextEngine.hasFamily(name) ? TextFont(family: name, size: 0) : nil)
      if let face { own.faces[name] = face }
      return face
    }
  }

  // MARK: Names

  static func isItalic(_ face: String) -> Bool {
    let name = face.lowercased()
    return name.contains("italic") || name.contains("oblique") || name.hasSuffix("it")
  }

  static func weight(ofFace face: String) -> UIFont.Weight {
    // NB: only the part after the dash, because the family's name may contain a style's word, too.
    let style = (face.split(separator: "-", maxSplits: 1).last.map(String.init) ?? face).lowercased()
    let words: [(String, UIFont.Weight)] = [
      ("ultralight", .ultraLight), ("extralight", .ultraLight), ("thin", .thin), ("semibold", .semibold),
      ("demibold", .semibold), ("demi", .semibold), ("extrabold", .heavy), ("bold", .bold), ("wide", .bold),
      ("light", .light), ("medium", .medium), ("heavy", .heavy), ("black", .black), ("w3", .light),
      ("w6", .semibold),
    ]
    return words.first { style.contains($0.0) }?.1 ?? .regular
  }

  // MARK: The platform's fonts

  /// Grouped by the family that is drawn instead. "=" marks a complete PostScript name.
  private static let table: [(String, [String])] = [
    (
      "Liberation Sans",
      [
        "Arial:ArialMT =Arial-BoldMT =Arial-ItalicMT =Arial-BoldItalicMT",
        "Arial Hebrew:ArialHebrew Bold Light", "Arial Rounded MT Bold:ArialRoundedMTBold",
        "Helvetica:Helvetica Bold BoldOblique Light LightOblique Oblique",
        "Helvetica Neue:HelveticaNeue Bold BoldItalic CondensedBlack CondensedBold Italic Light LightItalic Medium "
          + "MediumItalic Thin ThinItalic UltraLight UltraLightItalic",
      ]
    ),
    (
      TextFont.system,
      [
        "Avenir:Avenir-Book Black BlackOblique BookOblique Heavy HeavyOblique Light LightOblique Medium MediumOblique "
          + "Oblique Roman",
        "Avenir Next:AvenirNext-Regular Bold BoldItalic DemiBold DemiBoldItalic Heavy HeavyItalic Italic Medium "
          + "MediumItalic UltraLight UltraLightItalic",
        "Avenir Next Condensed:AvenirNextCondensed-Regular Bold BoldItalic DemiBold DemiBoldItalic Heavy HeavyItalic "
          + "Italic Medium MediumItalic UltraLight UltraLightItalic",
        "Chalkboard SE:ChalkboardSE-Regular Bold Light", "Chalkduster:Chalkduster",
        "Bradley Hand:BradleyHandITCTT-Bold",
        "DIN Alternate:DINAlternate-Bold", "DIN Condensed:DINCondensed-Bold",
        "Futura:Futura-Medium Bold CondensedExtraBold CondensedMedium MediumItalic",
        "Galvji:Galvji Bold", "Geeza Pro:GeezaPro Bold",
        "Gill Sans:GillSans Bold BoldItalic Italic Light LightItalic "
          + "SemiBold SemiBoldItalic UltraBold",
        "Hiragino Sans:HiraginoSans-W3 W6 W7 W8", "Impact:Impact", "Kailasa:Kailasa Bold",
        "Kefa:Kefa-Regular",
        "Kohinoor Devanagari:KohinoorDevanagari-Regular Light Semibold", "Marker Felt:MarkerFelt-Thin Wide",
        "Noteworthy:Noteworthy-Light Bold", "Optima:Optima-Regular Bold BoldItalic ExtraBlack Italic",
        "Party LET:PartyLetPlain", "Papyrus:Papyrus Condensed",
        "PingFang SC:PingFangSC-Regular Light Medium Semibold Thin Ultralight",
        "PingFang TC:PingFangTC-Regular Light Medium Semibold Thin Ultralight",
        "PingFang HK:PingFangHK-Regular Light Medium Semibold Thin Ultralight",
        "Rockwell:Rockwell-Regular Bold "
          + "BoldItalic Italic", "Savoye LET:SavoyeLetPlain", "Skia:Skia-Regular",
        "Snell Roundhand:SnellRoundhand Black Bold",
        "Symbol:Symbol", "Thonburi:Thonburi Bold Light", "Trattatello:Trattatello",
        "Trebuchet MS:TrebuchetMS =TrebuchetMS-Bold =TrebuchetMS-Italic =Trebuchet-BoldItalic",
        "Zapf Dingbats:ZapfDingbatsITC", "Zapfino:Zapfino",
        "Apple SD Gothic Neo:AppleSDGothicNeo-Regular Bold Light "
          + "Medium SemiBold Thin UltraLight", "Academy Engraved LET:AcademyEngravedLetPlain",
        "Euphemia UCAS:EuphemiaUCAS Bold Italic", "Farah:Farah",
        "Damascus:Damascus Bold Light Medium SemiBold",
        "Phosphate:Phosphate-Inline Solid", "SignPainter:SignPainter-HouseScript",
      ]
    ),
    ("DejaVu Sans", ["Verdana:Verdana Bold BoldItalic Italic"]),
    (
      TextFont.serif,
      [
        "American Typewriter:AmericanTypewriter Bold Condensed CondensedBold CondensedLight Light Semibold",
        "Baskerville:Baskerville Bold BoldItalic Italic SemiBold SemiBoldItalic",
        "Big Caslon:BigCaslon-Medium",
        "Bodoni 72:BodoniSvtyTwoITCTT-Book Bold BookIta",
        "Bodoni 72 Oldstyle:BodoniSvtyTwoOSITCTT-Book Bold BookIt",
        "Bodoni 72 Smallcaps:BodoniSvtyTwoSCITCTT-Book", "Bodoni Ornaments:BodoniOrnamentsITCTT",
        "Charter:Charter-Roman Black BlackItalic Bold BoldItalic Italic",
        "Cochin:Cochin Bold BoldItalic Italic",
        "Copperplate:Copperplate Bold Light", "Didot:Didot Bold Italic",
        "Georgia:Georgia Bold BoldItalic Italic",
        "Hiragino Mincho ProN:HiraMinProN-W3 W6", "Hoefler Text:HoeflerText-Regular Black BlackItalic Italic",
        "Iowan Old Style:IowanOldStyle-Roman Bold BoldItalic Italic",
        "Palatino:Palatino-Roman Bold BoldItalic Italic",
        "Times New Roman:TimesNewRomanPSMT =TimesNewRomanPS-BoldMT =TimesNewRomanPS-ItalicMT "
          + "=TimesNewRomanPS-BoldItalicMT", "New York:NewYork-Regular Bold Semibold Medium",
      ]
    ),
    (
      TextFont.monospaced,
      [
        "Courier:Courier Bold BoldOblique Oblique",
        "Courier New:CourierNewPSMT =CourierNewPS-BoldMT =CourierNewPS-ItalicMT =CourierNewPS-BoldItalicMT",
        "Menlo:Menlo-Regular Bold BoldItalic Italic",
      ]
    ),
    ("Noto Color Emoji", ["Apple Color Emoji:AppleColorEmoji"]),
  ]
}
