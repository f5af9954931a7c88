import AssetFormat
import CarobFoundation
import CoreGraphics
internal import Raster

/// The images and colours of a bundle: its compiled asset catalog, `Assets.car/index.json`, and loose
/// files.
///
/// The index is written by the builder and read once per bundle.
package final class AssetCatalog: Sendable {
  private let folder: String
  private let images: [String: AssetIndex.ImageSet]
  private let colors: [String: AssetIndex.ColorSet]
  private let data: [String: AssetIndex.DataSet]
  /// Decoded images by file path. Each file has one `CGImage`, so that it is sent to the screen once.
  private let pictures = Guarded<[String: UIImage]>([:])

  private static let catalogs = Guarded<[String: AssetCatalog]>([:])

  package static func of(_ bundle: Bundle) -> AssetCatalog {
    let folder = bundle.resourcePath ?? bundle.bundlePath
    return catalogs.withLock { catalogs in
      if let known = catalogs[folder] { return known }
      let made = AssetCatalog(folder: folder)
      catalogs[folder] = made
      return made
    }
  }

  package init(folder: String) {
    self.folder = folder
    var index = AssetIndex()
    if let data = FileManager.default.contents(atPath: folder + "/" + AssetIndex.path) {
      do {
        index = try JSONDecoder().decode(AssetIndex.self, from: data)
        if index.version != AssetIndex.currentVersion {
          Journal.warn(
            "the asset catalog of \(folder) was built by another version of Carob; build the app again")
        }
      } catch {
        Journal.warn("the asset catalog of \(folder) cannot be read: \(error)")
      }
    }
    images = index.images
    colors = index.colors
    data = index.data
  }

  // MARK: Data

  /// E-502: the data for a device idiom, and its type if the catalog gives one.
  package func data(named name: String, isPad: Bool) -> (bytes: Data, type: String?)? {
    let variants = data[name]?.variants ?? []
    let own = variants.first { $0.idiom == (isPad ? "ipad" : "iphone") }
    guard let variant = own ?? variants.first(where: { $0.idiom == nil }),
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(AssetIndex.folder)/\(variant.file)")
    else { return nil }
    return (bytes, variant.typeIdentifier)
  }

  // MARK: Images

  /// An image from the catalog or a loose file. Without traits, it adapts to the traits under which it is
  /// drawn.
  package func image(named name: String, traits: UITraitCollection?) -> UIImage? {
    if let set = images[name] {
      if let traits { return set.variant(for: .init(traits)).flatMap { load($0, set, name) } }
      guard let first = set.variant(for: .init(.current)).flatMap({ load($0, set, name) }) else { return nil }
      guard set.dependsOnAppearance else { return first }
      return first.with {
        $0.source = .variants { [self] traits in
          set.variant(for: .init(traits)).flatMap { self.load($0, set, name) }
        }
      }
    }
    if let file = file(named: name) { return file }
    // E-562: a file name whose image is in the catalog.
    let ending = (name as NSString).pathExtension
    guard Self.endings.contains(ending.lowercased()) else { return nil }
    let stem = String(name.dropLast(ending.count + 1))
    return images[stem] == nil ? nil : image(named: stem, traits: traits)
  }
  private static let endings: Set<String> = ["png", "jpg", "jpeg", "gif", "heic", "pdf"]

  private func load(_ variant: AssetIndex.ImageVariant, _ set: AssetIndex.ImageSet, _ name: String)
    -> UIImage?
  {
    let path = "\(folder)/\(AssetIndex.folder)/\(variant.file)"
    if let known = pictures.withLock({ $0[path] }) { return known }
    guard let data = FileManager.default.contents(atPath: path) else {
      Journal.warn("the asset catalog lists \(variant.file), but this file does not exist")
      return nil
    }
    let scale = CGFloat(variant.scale ?? 1)
    guard var image = UIImage(data: data, scale: scale) ?? Vector.image(data, path: variant.file) else {
      return nil
    }
    image = image.with {
      $0.name = name
      $0.mode =
        set.renderingIntent == "template"
        ? .alwaysTemplate : set.renderingIntent == "original" ? .alwaysOriginal : .automatic
      if let resizing = variant.resizing {
        $0.capInsets = resizing.capInsets.points(scale)
        $0.resizingMode = resizing.center == "tile" ? .tile : .stretch
        $0.isResizable = true
      }
      if let insets = variant.alignmentInsets { $0.alignmentRectInsets = insets.points(scale) }
    }
    pictures.withLock { $0[path] = image }
    return image
  }

  private func file(named name: String) -> UIImage? {
    // NB: a name that leads out of the bundle is rejected.
    guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
    let base = folder + "/" + name
    if let known = pictures.withLock({ $0[base] }) { return known }
    guard let (data, scale) = ImageFiles.read(base), let image = UIImage(data: data, scale: scale) else {
      return nil
    }
    let named = image.with { $0.name = name }
    pictures.withLock { $0[base] = named }
    return named
  }

  // MARK: Colours

  /// Returns the named colour for given traits; nil if the catalog has no colour of this name.
  package func color(named name: String) -> ((UITraitCollection) -> UIColor)? {
    guard let set = colors[name], !set.variants.isEmpty else { return nil }
    return { traits in
      guard let chosen = set.variant(for: .init(traits)) else { return .clear }
      if let system = chosen.systemColor {
        return UIColor.systemColor(named: system)?.resolvedColor(with: traits) ?? .clear
      }
      return UIColor(
        red: CGFloat(chosen.red ?? 0), green: CGFloat(chosen.green ?? 0), blue: CGFloat(chosen.blue ?? 0),
        alpha: CGFloat(chosen.alpha ?? 1))
    }
  }
}

extension AssetIndex.Surroundings {
  package init(_ traits: UITraitCollection) {
    self.init(
      isDark: traits.userInterfaceStyle == .dark, isPad: traits.userInterfaceIdiom == .pad,
      scale: Int(traits.displayScale > 0 ? traits.displayScale : UIImage.screenScale))
  }
}

extension AssetIndex.Insets {
  /// The insets in points; the catalog gives them in pixels.
  fileprivate func points(_ scale: CGFloat) -> UIEdgeInsets {
    UIEdgeInsets(
      top: CGFloat(top) / scale, left: CGFloat(left) / scale, bottom: CGFloat(bottom) / scale,
      right: CGFloat(right) / scale)
  }
}

/// Vector images, rendered at the screen's scale.
private enum Vector {
  static func image(_ data: Data, path: String) -> UIImage? {
    guard let document = SVGDocument(String(decoding: data.prefix(1 << 20), as: UTF8.self)) else {
      unimplemented("images in files of type .\(path.split(separator: ".").last ?? "")")
      return nil
    }
    if !document.isComplete { unimplemented("SVG images with transforms, strokes or gradients (\(path))") }
    let scale = UIImage.screenScale
    let size = CGSize(width: document.width, height: document.height)
    guard let context = CGContext(size: size, scale: scale) else { return nil }
    let box = document.viewBox
    context.scaleBy(x: size.width / CGFloat(box.width), y: size.height / CGFloat(box.height))
    context.translateBy(x: -CGFloat(box.x), y: -CGFloat(box.y))
    for shape in document.shapes {
      let outline = CGMutablePath()
      outline.add(shape.path)
      context.addPath(outline)
      let color = shape.color ?? .black
      context.setFillColor(
        red: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue), alpha: 1)
      context.fillPath(using: shape.usesEvenOdd ? .evenOdd : .winding)
    }
    return UIImage(cgImage: context.takeImage(), scale: scale, orientation: .up)
  }
}
