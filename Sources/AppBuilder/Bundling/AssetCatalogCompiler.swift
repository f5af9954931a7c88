import AppProject
import AssetFormat
import Foundation

/// Turns `.xcassets` folders into one index and a list of files to copy.
struct AssetCatalogCompiler {
  /// The files that the index references, with their paths in `Assets.car`.
  private(set) var files: [(source: String, destination: String)] = []
  /// The pictures that the index references and that the build draws.
  private(set) var drawings: [(picture: VectorPicture, scale: Int, destination: String)] = []
  private(set) var index = AssetIndex()
  /// What was ignored, to be reported by `Doctor`.
  private(set) var warnings: [BuildDiagnostic] = []

  mutating func add(_ catalog: String) throws {
    try visit(
      catalog, namespace: "", relative: AbsolutePath.withoutEnding(AbsolutePath.name(catalog)),
      FolderChain(catalog))
  }

  func indexData() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return Array(try encoder.encode(index))
  }

  private mutating func visit(
    _ folder: String, namespace: String, relative: String, _ chain: FolderChain
  ) throws {
    for name in AbsolutePath.contents(folder) {
      let path = folder + "/" + name
      guard AbsolutePath.isDirectory(path) else { continue }
      guard let chain = chain.entering(path) else {
        warnings.append(
          BuildDiagnostic(
            path: path, severity: .warning,
            message: "“\(name)” is a link to one of its own parent folders; it is ignored"))
        continue
      }
      let asset = namespace + AbsolutePath.withoutEnding(name)
      let inner = relative + "/" + name
      switch AbsolutePath.ending(name) {
      case "imageset", "launchimage":
        if let set = try imageSet(path, relative: inner) { index.images[asset] = set }
      case "appiconset":
        if let set = try imageSet(path, relative: inner), !set.variants.isEmpty { index.appIcon = set }
      case "symbolset": try addSymbol(path, name: asset, relative: inner)
      case "colorset": index.colors[asset] = try colorSet(path)
      case "dataset": index.data[asset] = try dataSet(path, relative: inner)
      case "": try visitGroup(path, name: name, namespace: namespace, relative: inner, chain)
      default:
        warnings.append(
          BuildDiagnostic(
            path: path, severity: .warning,
            message: "“\(name)” is an asset of a kind that Carob does not support; it is ignored"))
      }
    }
  }

  private mutating func visitGroup(
    _ path: String, name: String, namespace: String, relative: String, _ chain: FolderChain
  ) throws {
    var inner = namespace
    if AbsolutePath.exists(path + "/Contents.json"),
      let properties = try contents(path)["properties"] as? [String: Any],
      properties["provides-namespace"] as? Bool == true
    {
      inner = namespace + name + "/"
    }
    try visit(path, namespace: inner, relative: relative, chain)
  }

  private func contents(_ folder: String) throws -> [String: Any] {
    let file = folder + "/Contents.json"
    guard let data = FileManager.default.contents(atPath: file) else {
      throw BuildError(.project, "this asset has no Contents.json", path: folder)
    }
    do {
      guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
        throw BuildError(.project, "the top level is not an object", path: file, line: 1)
      }
      return object
    } catch let error as BuildError {
      throw error
    } catch {
      let detail = String(describing: (error as NSError).userInfo[NSDebugDescriptionErrorKey] ?? "")
      let line = detail.firstMatch(of: /line (\d+)/).flatMap { Int($0.1) }
      throw BuildError(.project, "this is not valid JSON: \(detail)", path: file, line: line ?? 1)
    }
  }

  // MARK: Images

  private mutating func imageSet(_ folder: String, relative: String) throws -> AssetIndex.ImageSet? {
    let contents = try contents(folder)
    let properties = contents["properties"] as? [String: Any]
    var variants: [AssetIndex.ImageVariant] = []
    for image in contents["images"] as? [[String: Any]] ?? [] {
      guard let file = image["filename"] as? String, !file.isEmpty else { continue }
      let source = folder + "/" + file
      guard AbsolutePath.exists(source) else {
        warnings.append(
          BuildDiagnostic(
            path: folder + "/Contents.json", severity: .warning, message: "the picture “\(file)” is missing"))
        continue
      }
      if let idiom = image["idiom"] as? String, ["mac", "watch", "tv", "car", "vision"].contains(idiom) {
        continue
      }
      let look = Appearance(image["appearances"])
      if look.isOther { continue }
      let vector = VectorPicture(source)
      var variant = AssetIndex.ImageVariant(file: relative + "/" + file)
      variant.scale = (image["scale"] as? String).flatMap { Int($0.dropLast()) } ?? (vector == nil ? 1 : nil)
      variant.idiom = Self.idiom(image["idiom"])
      variant.appearance = look.luminosity
      variant.contrast = look.contrast
      variant.direction = image["language-direction"] as? String
      variant.widthClass = image["width-class"] as? String
      variant.heightClass = image["height-class"] as? String
      variant.resizing = Self.resizing(image["resizing"])
      variant.alignmentInsets = Self.insets(image["alignment-insets"])
      if let vector, vector.missing == nil {
        variants += drawn(vector, as: variant)
      } else {
        if let missing = vector?.missing {
          warnings.append(BuildDiagnostic(path: source, severity: .warning, message: missing))
        }
        files.append((source, relative + "/" + file))
        variants.append(variant)
      }
    }
    return AssetIndex.ImageSet(
      variants: variants, renderingIntent: properties?["template-rendering-intent"] as? String,
      preservesVector: properties?["preserves-vector-representation"] as? Bool)
  }

  /// One variant for each scale; a variant that specifies a scale has no others.
  private mutating func drawn(_ picture: VectorPicture, as variant: AssetIndex.ImageVariant)
    -> [AssetIndex.ImageVariant]
  {
    (variant.scale.map { [$0] } ?? VectorPicture.scales).map { scale in
      var result = variant
      result.scale = scale
      // Given in the picture's own units, stored in pixels.
      if variant.scale == nil {
        result.alignmentInsets = variant.alignmentInsets.map { Self.times($0, scale) }
        result.resizing?.capInsets = Self.times(variant.resizing?.capInsets ?? .init(), scale)
      }
      result.file = "\(variant.file)@\(scale)x.png"
      drawings.append((picture, scale, result.file))
      return result
    }
  }

  private mutating func addSymbol(_ folder: String, name: String, relative: String) throws {
    for symbol in try contents(folder)["symbols"] as? [[String: Any]] ?? [] {
      guard let file = symbol["filename"] as? String, AbsolutePath.exists(folder + "/" + file) else {
        continue
      }
      files.append((folder + "/" + file, relative + "/" + file))
      index.images[name] = AssetIndex.ImageSet(
        variants: [AssetIndex.ImageVariant(file: relative + "/" + file)], renderingIntent: "template",
        preservesVector: true)
    }
  }

  private static func idiom(_ value: Any?) -> String? {
    let idiom = value as? String
    return idiom == "universal" ? nil : idiom
  }

  private static func resizing(_ value: Any?) -> AssetIndex.Resizing? {
    guard let resizing = value as? [String: Any] else { return nil }
    let center = resizing["center"] as? [String: Any]
    return AssetIndex.Resizing(
      capInsets: insets(resizing["cap-insets"] ?? resizing["capInsets"]) ?? AssetIndex.Insets(),
      center: center?["mode"] as? String ?? "stretch")
  }

  private static func insets(_ value: Any?) -> AssetIndex.Insets? {
    guard let insets = value as? [String: Any] else { return nil }
    func number(_ key: String) -> Double { (insets[key] as? NSNumber)?.doubleValue ?? 0 }
    return AssetIndex.Insets(
      top: number("top"), left: number("left"), bottom: number("bottom"), right: number("right"))
  }

  private static func times(_ insets: AssetIndex.Insets, _ scale: Int) -> AssetIndex.Insets {
    let scale = Double(scale)
    return AssetIndex.Insets(
      top: insets.top * scale, left: insets.left * scale, bottom: insets.bottom * scale,
      right: insets.right * scale)
  }

  /// The traits that the `appearances` of one variant require.
  private struct Appearance {
    var luminosity: String?
    var contrast: String?
    /// Whether it is an unsupported appearance (tinted icons).
    var isOther = false

    init(_ value: Any?) {
      for entry in value as? [[String: Any]] ?? [] {
        let value = entry["value"] as? String
        switch entry["appearance"] as? String {
        case "luminosity" where value == "dark" || value == "light": luminosity = value
        case "contrast": contrast = value
        default: isOther = true
        }
      }
    }
  }

  // MARK: Colours and data

  private func colorSet(_ folder: String) throws -> AssetIndex.ColorSet {
    var variants: [AssetIndex.ColorVariant] = []
    for entry in try contents(folder)["colors"] as? [[String: Any]] ?? [] {
      // Without a color the entry means "none chosen", as for the accent color of a new project.
      guard let color = entry["color"] as? [String: Any] else { continue }
      let look = Appearance(entry["appearances"])
      var variant = AssetIndex.ColorVariant()
      variant.idiom = Self.idiom(entry["idiom"])
      variant.appearance = look.luminosity
      variant.contrast = look.contrast
      if let reference = color["reference"] as? String {
        variant.systemColor = reference
      } else {
        let components = color["components"] as? [String: Any] ?? [:]
        variant.colorSpace = color["color-space"] as? String ?? "srgb"
        let white = try Self.component(components["white"], in: folder)
        variant.red = try Self.component(components["red"], in: folder) ?? white
        variant.green = try Self.component(components["green"], in: folder) ?? white
        variant.blue = try Self.component(components["blue"], in: folder) ?? white
        variant.alpha = try Self.component(components["alpha"], in: folder) ?? 1
      }
      variants.append(variant)
    }
    return AssetIndex.ColorSet(variants: variants)
  }

  /// A component in any notation of catalogs: "0.500", "0x80" or "128".
  private static func component(_ value: Any?, in folder: String) throws -> Double? {
    guard let value else { return nil }
    if let number = value as? NSNumber { return number.doubleValue }
    let text = (value as? String ?? "").trimmingCharacters(in: .whitespaces)
    if text.hasPrefix("0x"), let byte = Int(text.dropFirst(2), radix: 16) { return Double(byte) / 255 }
    if text.contains("."), let fraction = Double(text) { return fraction }
    if let byte = Int(text) { return Double(byte) / 255 }
    throw BuildError(.project, "“\(text)” is not a colour component", path: folder + "/Contents.json")
  }

  private mutating func dataSet(_ folder: String, relative: String) throws -> AssetIndex.DataSet {
    var variants: [AssetIndex.DataVariant] = []
    for entry in try contents(folder)["data"] as? [[String: Any]] ?? [] {
      guard let file = entry["filename"] as? String, AbsolutePath.exists(folder + "/" + file) else {
        continue
      }
      files.append((folder + "/" + file, relative + "/" + file))
      variants.append(
        AssetIndex.DataVariant(
          file: relative + "/" + file, idiom: Self.idiom(entry["idiom"]),
          typeIdentifier: entry["universal-type-identifier"] as? String))
    }
    return AssetIndex.DataSet(variants: variants)
  }
}
