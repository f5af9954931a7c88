import CarobFoundation
import CoreGraphics
internal import Raster

/// The shapes of symbols, read from Debian's bootstrap-icons when first needed.
enum SymbolLibrary {
  struct Shape: Sendable {
    /// In a box of 16 × 16.
    let path: CGPath
    let usesEvenOdd: Bool
    /// What the path covers.
    let box: CGRect
  }

  private static let folder = "/usr/share/bootstrap-icons/svg/"
  private static let known = Guarded<[String: [Shape]]>([:])

  /// Nil for a name that stands for nothing here; says so once in the trace.
  static func shapes(named name: String) -> [Shape]? {
    if let shapes = known.withLock({ $0[name] }) { return shapes.isEmpty ? nil : shapes }
    let shapes = read(name) ?? []
    known.withLock { $0[name] = shapes }
    if shapes.isEmpty { unimplemented("UIImage(systemName: \"\(name)\")") }
    return shapes.isEmpty ? nil : shapes
  }

  private static func read(_ name: String) -> [Shape]? {
    // NB: names come from the app and become paths.
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
