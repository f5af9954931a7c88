import CarobFoundation
import CoreGraphics
internal import Raster

/// The shapes of symbols, read on first use from Debian's bootstrap-icons.
enum SymbolLibrary {
  struct Shape: Sendable {
    /// In a box of 16 × 16.
    let path: CGPath
    let usesEvenOdd: Bool
    /// The bounding box of the path.
    let box: CGRect
  }

  private static let folder = "/usr/share/bootstrap-icons/svg/"
  private static let known = Guarded<[String: [Shape]]>([:])

  /// Nil for a name that is not one of the platform's symbols.
  static func shapes(named name: String) -> [Shape]? {
    if let shapes = known.withLock({ $0[name] }) { return shapes.isEmpty ? nil : shapes }
    let shapes = read(name) ?? placeholder(name) ?? []
    known.withLock { $0[name] = shapes }
    return shapes.isEmpty ? nil : shapes
  }

  /// E-686: a rounded square for a symbol that Carob cannot draw. Warns once for each name.
  private static func placeholder(_ name: String) -> [Shape]? {
    guard SymbolCatalog.contains(name) else {
      Journal.warn("no system symbol is named “\(name)”", rule: "E-686")
      return nil
    }
    Journal.warn("the symbol “\(name)” cannot be drawn; a placeholder is shown", rule: "E-686")
    let path = CGMutablePath()
    path.addRoundedRect(in: CGRect(x: 1, y: 1, width: 14, height: 14), cornerWidth: 3, cornerHeight: 3)
    path.addRoundedRect(in: CGRect(x: 2, y: 2, width: 12, height: 12), cornerWidth: 2, cornerHeight: 2)
    return [Shape(path: path, usesEvenOdd: true, box: path.boundingBoxOfPath)]
  }

  private static func read(_ name: String) -> [Shape]? {
    // NB: names come from the app and become part of a file path.
    guard !name.isEmpty,
      name.utf8.allSatisfy({ $0 == 46 || ($0 >= 48 && $0 <= 57) || ($0 | 32 >= 97 && $0 | 32 <= 122) })
    else { return nil }
    for file in SymbolNames.files(for: name) {
      guard let data = FileManager.default.contents(atPath: folder + file + ".svg"),
        let document = SVGDocument(String(decoding: data, as: UTF8.self)), !document.shapes.isEmpty
      else { continue }
      let box = document.viewBox
      let toBox = CGAffineTransform(
        a: 16 / box.width, b: 0, c: 0, d: 16 / box.height, tx: -box.x * 16 / box.width,
        ty: -box.y * 16 / box.height)
      return document.shapes.map { shape in
        let path = CGMutablePath()
        path.add(shape.path, transform: toBox)
        return Shape(path: path, usesEvenOdd: shape.usesEvenOdd, box: path.boundingBoxOfPath)
      }
    }
    return nil
  }
}
