/// The images and colors outside a document to which it refers.
public struct NibResources: Sendable {
  /// An image's name and its size in points when the document was saved.
  public struct Image: Sendable {
    public var name: String
    public var width: Double
    public var height: Double
    /// Whether it is a symbol, `UIImage(systemName:)`.
    public var isSystem: Bool
    public var line: Int
  }

  /// A color's name with the value that Interface Builder saved; `color` is a `<color>` element.
  public struct NamedColor: Sendable {
    public var name: String
    public var color: NibElement?
    public var line: Int
  }

  public var images: [Image] = []
  public var namedColors: [NamedColor] = []
  /// System colors by selector name (`systemBackgroundColor`), with their light value as a fallback.
  public var systemColors: [NamedColor] = []

  init(_ element: NibElement?) {
    for child in element?.children ?? [] {
      guard let name = child["name"] else { continue }
      switch child.name {
      case "image":
        images.append(
          Image(
            name: name, width: child.double("width") ?? 0, height: child.double("height") ?? 0,
            isSystem: child["catalog"] == "system", line: child.line))
      case "namedColor":
        namedColors.append(NamedColor(name: name, color: child.child(named: "color"), line: child.line))
      case "systemColor":
        systemColors.append(NamedColor(name: name, color: child.child(named: "color"), line: child.line))
      default:
        continue
      }
    }
  }

  public func image(named name: String, isSystem: Bool = false) -> Image? {
    images.first { $0.name == name && $0.isSystem == isSystem } ?? images.first { $0.name == name }
  }

  public func namedColor(_ name: String) -> NibElement? { namedColors.first { $0.name == name }?.color }
  public func systemColor(_ name: String) -> NibElement? { systemColors.first { $0.name == name }?.color }
}
