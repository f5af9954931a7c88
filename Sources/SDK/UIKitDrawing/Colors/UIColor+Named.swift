import CarobFoundation
import CoreGraphics

// The platform's named colours, with their published values.

extension UIColor {
  public static let black = UIColor(white: 0, alpha: 1)
  public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
  public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
  public static let white = UIColor(white: 1, alpha: 1)
  public static let gray = UIColor(white: 0.5, alpha: 1)
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
  public static let clear = UIColor(white: 0, alpha: 0)
  public static let lightText = UIColor(white: 1, alpha: 0.6)
  public static let darkText = UIColor(white: 0, alpha: 1)
  public static let tintColor = UIColor(
    kind: .dynamic { UIColor.systemBlue.resolvedColor(with: $0) }, catalogName: "tintColor")

  public static let systemRed = semantic("systemRed", .init(255, 59, 48), dark: .init(255, 69, 58))
  public static let systemOrange = semantic("systemOrange", .init(255, 149, 0), dark: .init(255, 159, 10))
  public static let systemYellow = semantic("systemYellow", .init(255, 204, 0), dark: .init(255, 214, 10))
  public static let systemGreen = semantic("systemGreen", .init(52, 199, 89), dark: .init(48, 209, 88))
  public static let systemMint = semantic("systemMint", .init(0, 199, 190), dark: .init(99, 230, 226))
  public static let systemTeal = semantic("systemTeal", .init(48, 176, 199), dark: .init(64, 200, 224))
  public static let systemCyan = semantic("systemCyan", .init(50, 173, 230), dark: .init(100, 210, 255))
  public static let systemBlue = semantic("systemBlue", .init(0, 122, 255), dark: .init(10, 132, 255))
  public static let systemIndigo = semantic("systemIndigo", .init(88, 86, 214), dark: .init(94, 92, 230))
  public static let systemPurple = semantic("systemPurple", .init(175, 82, 222), dark: .init(191, 90, 242))
  public static let systemPink = semantic("systemPink", .init(255, 45, 85), dark: .init(255, 55, 95))
  public static let systemBrown = semantic("systemBrown", .init(162, 132, 94), dark: .init(172, 142, 104))
  public static let systemGray = semantic("systemGray", .init(142, 142, 147), dark: .init(142, 142, 147))
  public static let systemGray2 = semantic("systemGray2", .init(174, 174, 178), dark: .init(99, 99, 102))
  public static let systemGray3 = semantic("systemGray3", .init(199, 199, 204), dark: .init(72, 72, 74))
  public static let systemGray4 = semantic("systemGray4", .init(209, 209, 214), dark: .init(58, 58, 60))
  public static let systemGray5 = semantic("systemGray5", .init(229, 229, 234), dark: .init(44, 44, 46))
  public static let systemGray6 = semantic("systemGray6", .init(242, 242, 247), dark: .init(28, 28, 30))
  public static let label = semantic("label", .init(0, 0, 0), dark: .init(255, 255, 255))
  public static let secondaryLabel = semantic(
    "secondaryLabel", .init(60, 60, 67, 0.6), dark: .init(235, 235, 245, 0.6))
  public static let tertiaryLabel = semantic(
    "tertiaryLabel", .init(60, 60, 67, 0.3), dark: .init(235, 235, 245, 0.3))
  public static let quaternaryLabel = semantic(
    "quaternaryLabel", .init(60, 60, 67, 0.18), dark: .init(235, 235, 245, 0.16))
  public static let placeholderText = semantic(
    "placeholderText", .init(60, 60, 67, 0.3), dark: .init(235, 235, 245, 0.3))
  public static let separator = semantic("separator", .init(60, 60, 67, 0.29), dark: .init(84, 84, 88, 0.6))
  public static let opaqueSeparator = semantic(
    "opaqueSeparator", .init(198, 198, 200), dark: .init(56, 56, 58))
  public static let link = semantic("link", .init(0, 122, 255), dark: .init(9, 132, 255))
  public static let systemFill = semantic(
    "systemFill", .init(120, 120, 128, 0.2), dark: .init(120, 120, 128, 0.36))
  public static let secondarySystemFill = semantic(
    "secondarySystemFill", .init(120, 120, 128, 0.16), dark: .init(120, 120, 128, 0.32))
  public static let tertiarySystemFill = semantic(
    "tertiarySystemFill", .init(118, 118, 128, 0.12), dark: .init(118, 118, 128, 0.24))
  public static let quaternarySystemFill = semantic(
    "quaternarySystemFill", .init(116, 116, 128, 0.08), dark: .init(118, 118, 128, 0.18))
  public static let systemBackground = semantic(
    "systemBackground", .init(255, 255, 255), dark: .init(0, 0, 0), elevated: .init(28, 28, 30))
  public static let secondarySystemBackground = semantic(
    "secondarySystemBackground", .init(242, 242, 247), dark: .init(28, 28, 30), elevated: .init(44, 44, 46))
  public static let tertiarySystemBackground = semantic(
    "tertiarySystemBackground", .init(255, 255, 255), dark: .init(44, 44, 46), elevated: .init(58, 58, 60))
  @available(iOS, deprecated: 13.0, renamed: "systemGroupedBackground")
  public static var groupTableViewBackground: UIColor { systemGroupedBackground }
  public static let systemGroupedBackground = semantic(
    "systemGroupedBackground", .init(242, 242, 247), dark: .init(0, 0, 0), elevated: .init(28, 28, 30))
  public static let secondarySystemGroupedBackground = semantic(
    "secondarySystemGroupedBackground", .init(255, 255, 255), dark: .init(28, 28, 30),
    elevated: .init(44, 44, 46))
  public static let tertiarySystemGroupedBackground = semantic(
    "tertiarySystemGroupedBackground", .init(242, 242, 247), dark: .init(44, 44, 46),
    elevated: .init(58, 58, 60))

  /// A system colour by its name in storyboards and asset catalogs, with or without the suffix "Color".
  package static func systemColor(named name: String) -> UIColor? {
    let plain = name.hasSuffix("Color") && name != "tintColor" ? String(name.dropLast(5)) : name
    return named[plain]
  }

  private static let named: [String: UIColor] = {
    let colors: [(String, UIColor)] = [
      ("black", black), ("darkGray", darkGray), ("lightGray", lightGray), ("white", white), ("gray", gray),
      ("red", red), ("green", green), ("blue", blue), ("cyan", cyan), ("yellow", yellow),
      ("magenta", magenta),
      ("orange", orange), ("purple", purple), ("brown", brown), ("clear", clear), ("lightText", lightText),
      ("darkText", darkText), ("tintColor", tintColor),
      ("tableCellGroupedBackground", secondarySystemGroupedBackground),
      ("groupTableViewBackground", systemGroupedBackground), ("viewFlipsideBackground", darkGray),
      ("systemRed", systemRed), ("systemOrange", systemOrange), ("systemYellow", systemYellow),
      ("systemGreen", systemGreen), ("systemMint", systemMint), ("systemTeal", systemTeal),
      ("systemCyan", systemCyan), ("systemBlue", systemBlue), ("systemIndigo", systemIndigo),
      ("systemPurple", systemPurple), ("systemPink", systemPink), ("systemBrown", systemBrown),
      ("systemGray", systemGray), ("systemGray2", systemGray2), ("systemGray3", systemGray3),
      ("systemGray4", systemGray4), ("systemGray5", systemGray5), ("systemGray6", systemGray6),
      ("label", label), ("secondaryLabel", secondaryLabel), ("tertiaryLabel", tertiaryLabel),
      ("quaternaryLabel", quaternaryLabel), ("placeholderText", placeholderText), ("separator", separator),
      ("opaqueSeparator", opaqueSeparator), ("link", link), ("systemFill", systemFill),
      ("secondarySystemFill", secondarySystemFill), ("tertiarySystemFill", tertiarySystemFill),
      ("quaternarySystemFill", quaternarySystemFill), ("systemBackground", systemBackground),
      ("secondarySystemBackground", secondarySystemBackground),
      ("tertiarySystemBackground", tertiarySystemBackground),
      ("systemGroupedBackground", systemGroupedBackground),
      ("secondarySystemGroupedBackground", secondarySystemGroupedBackground),
      ("tertiarySystemGroupedBackground", tertiarySystemGroupedBackground),
    ]
    return Dictionary(colors, uniquingKeysWith: { first, _ in first })
  }()

  /// Channels 0…255 and alpha.
  private struct Channels: Sendable {
    var color: UIColor
    init(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) {
      color = UIColor(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
    }
  }

  private static func semantic(
    _ name: String, _ light: Channels, dark: Channels, elevated: Channels? = nil
  ) -> UIColor {
    UIColor(
      kind: .dynamic { traits in
        guard traits.userInterfaceStyle == .dark else { return light.color }
        return traits.userInterfaceLevel == .elevated ? (elevated ?? dark).color : dark.color
      }, catalogName: name + "Color")
  }
}
