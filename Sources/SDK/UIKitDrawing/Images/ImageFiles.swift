import CarobFoundation

/// Finds image files by name, with extensions, scales and idioms.
enum ImageFiles {
  /// The data of an image file and the scale in its name. Without an extension, `.png` is tried first.
  /// Files that match the screen's scale are preferred.
  static func read(_ path: String) -> (data: Data, scale: CGFloat)? {
    for (candidate, scale) in candidates(path) {
      if let data = FileManager.default.contents(atPath: candidate) { return (data, scale) }
    }
    return nil
  }

  static func candidates(_ path: String) -> [(path: String, scale: CGFloat)] {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var stem = path
    var endings = [".png", ".jpg", ".jpeg", ".PNG", ".JPG"]
    if let dot = name.lastIndex(of: "."), name[dot...].count <= 5, name.index(after: dot) < name.endIndex {
      let ending = String(name[dot...])
      stem = String(path.dropLast(ending.count))
      endings = [ending]
    }
    // A name that contains a scale selects exactly that file.
    for (suffix, scale) in [("@3x", 3), ("@2x", 2), ("@1x", 1)] as [(String, CGFloat)]
    where stem.hasSuffix(suffix) {
      return endings.map { (stem + $0, scale) }
    }
    let screen = UIImage.screenScale
    let scales: [CGFloat] = screen >= 3 ? [3, 2, 1] : screen >= 2 ? [2, 3, 1] : [1, 2, 3]
    var result: [(String, CGFloat)] = []
    for ending in endings {
      for scale in scales {
        let dense = scale == 1 ? "" : "@\(Int(scale))x"
        for idiom in [UITraitCollection.current.userInterfaceIdiom == .pad ? "~ipad" : "~iphone", ""] {
          result.append((stem + dense + idiom + ending, scale))
        }
      }
    }
    return result
  }
}
