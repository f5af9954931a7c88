import CarobFoundation
import NibFormat

extension NibCoder {
  /// The image named by an attribute, or by an `<imageReference>` with that key, which may configure a
  /// symbol (E-572).
  func image(attribute: String) -> UIImage? {
    guard let element else { return nil }
    if let reference = element.children.first(where: { $0.name == "imageReference" && $0.key == attribute }) {
      return image(reference)
    }
    return element[attribute].flatMap { image(named: $0, catalog: element["catalog"]) }
  }

  private func image(named name: String, catalog: String?) -> UIImage? {
    if catalog == "system" || document.resources.image(named: name)?.isSystem == true {
      return UIImage(systemName: name)
    }
    return UIImage(named: name, in: bundle, compatibleWith: nil)
  }

  private func image(_ reference: NibElement) -> UIImage? {
    guard let name = reference["image"], var image = image(named: name, catalog: reference["catalog"]) else {
      return nil
    }
    var configuration: UIImage.SymbolConfiguration?
    func add(_ other: UIImage.SymbolConfiguration) { configuration = configuration?.applying(other) ?? other }
    if let scale = symbolScale(reference["symbolScale"]) { add(.init(scale: scale)) }
    if let weight = symbolWeight(reference["symbolWeight"]) { add(.init(weight: weight)) }
    if let size = reference.double("symbolPointSize") { add(.init(pointSize: CGFloat(size))) }
    if let list = reference.child(named: "hierarchicalColors"), let color = list.children.first.flatMap(color)
    {
      add(.init(hierarchicalColor: color))
    }
    if let list = reference.child(named: "paletteColors") {
      add(.init(paletteColors: list.children.compactMap(color)))
    }
    if let configuration { image = image.applyingSymbolConfiguration(configuration) ?? image }
    switch reference["renderingMode"] {
    case "template": image = image.withRenderingMode(.alwaysTemplate)
    case "original": image = image.withRenderingMode(.alwaysOriginal)
    default: break
    }
    return image
  }

  /// `<preferredSymbolConfiguration>`: by font, or by size, scale and weight.
  func symbolConfiguration(key: String) -> UIImage.SymbolConfiguration? {
    guard let e = element?.child(key: key) else { return nil }
    let scale = symbolScale(e["scale"]) ?? .unspecified
    if e["configurationType"] == "font", let font = e.children.first(where: { $0.name == "fontDescription" })
    {
      return self.font(font).map { UIImage.SymbolConfiguration(font: $0, scale: scale) }
    }
    let weight = symbolWeight(e["weight"]) ?? .unspecified
    if let size = e.double("pointSize") {
      return UIImage.SymbolConfiguration(pointSize: CGFloat(size), weight: weight, scale: scale)
    }
    return UIImage.SymbolConfiguration(scale: scale).applying(UIImage.SymbolConfiguration(weight: weight))
  }

  private func symbolScale(_ name: String?) -> UIImage.SymbolScale? {
    switch name {
    case "small": .small
    case "medium": .medium
    case "large": .large
    default: nil
    }
  }

  private func symbolWeight(_ name: String?) -> UIImage.SymbolWeight? {
    switch name {
    case "ultraLight": .ultraLight
    case "thin": .thin
    case "light": .light
    case "regular": .regular
    case "medium": .medium
    case "semibold": .semibold
    case "bold": .bold
    case "heavy": .heavy
    case "black": .black
    default: nil
    }
  }
}
