public import DeviceProtocol
internal import Raster

/// The layers of one app after its commits, which can be rendered at any time.
///
/// The device applies every commit, and renders on demand. An invalid commit is rejected as a whole. Not
/// synchronised: one owner at a time.
public final class LayerScene {
  private var store = LayerStore()
  var roots: [UInt64] { store.roots }
  var layers: [UInt64: LayerState] { store.layers }
  var animations: [UInt64: [LayerAnimation]] { store.animations }
  public private(set) var statusBarStyle = "default"
  public private(set) var isStatusBarHidden = false
  /// The latest commit's number; 0 before the first.
  public private(set) var sequence: UInt64 = 0
  private var files: [UInt64: LayerImage] = [:]
  private var pictures: [UInt64: Surface] = [:]
  /// The ids of the images in the order in which they arrived.
  private var arrivals: [UInt64] = []

  public init() {}

  // MARK: Commits

  /// Applies the changes of a commit, or none of them.
  public func apply(_ commit: Commit) throws(CommitError) {
    try CommitCheck(commit, known: layers, images: Set(files.keys)).check()
    for image in commit.images {
      if files.updateValue(image, forKey: image.id) == nil { arrivals.append(image.id) }
      pictures[image.id] = nil
    }
    store.apply(commit)
    statusBarStyle = commit.statusBarStyle
    isStatusBarHidden = commit.statusBarHidden
    sequence = commit.sequence
    dropImages()
  }

  /// Drops images that no layer and no animation uses, except recent ones, which an app may use again
  /// without sending them.
  private func dropImages() {
    guard files.count > Self.keptImages else { return }
    var used: Set<UInt64> = []
    for layer in layers.values {
      if let contents = layer.contents { used.insert(contents) }
      if let mask = layer.mask { used.insert(mask.image) }
      if let shadow = layer.shadowPicture { used.insert(shadow.image) }
    }
    for list in animations.values {
      for animation in list where animation.property == "contents" {
        for value in animation.values where value[0] >= 0 && value[0] < 9e15 { used.insert(UInt64(value[0])) }
      }
    }
    let old = arrivals.dropLast(Self.keptImages).filter { !used.contains($0) }
    for id in old {
      files[id] = nil
      pictures[id] = nil
    }
    let gone = Set(old)
    arrivals.removeAll { gone.contains($0) }
  }

  /// The number of recent images that are kept even if they are unused: twice the size of an app's image
  /// cache.
  private static let keptImages = 512

  /// The layer at a time, with its animations applied.
  func sampled(_ id: UInt64, at time: Double) -> LayerState? { store.sampled(id, at: time) }

  /// The image's pixels, decoded on first use; nil if the file cannot be decoded.
  func picture(_ id: UInt64) -> Surface? {
    if let known = pictures[id] { return known }
    guard let file = files[id], let surface = Surface(encoded: file.png) else { return nil }
    pictures[id] = surface
    return surface
  }

  // MARK: Pictures

  /// Paints the screen at `time` (device seconds). Width and height are points; nil if the image would be
  /// too large. With `chrome` the status bar and the home indicator are drawn over the app.
  public func render(
    width: Double, height: Double, scale: Double, at time: Double, chrome: ScreenChrome? = nil
  ) -> Bitmap? {
    guard width.isFinite, height.isFinite, scale.isFinite, width * scale < 1e5, height * scale < 1e5,
      let surface = Surface(width: Int((width * scale).rounded()), height: Int((height * scale).rounded()))
    else { return nil }
    let painter = LayerPainter(scene: self, surface: surface, scale: scale, time: time)
    painter.paintScreen(isDark: chrome?.isDark ?? false)
    if let chrome {
      painter.paint(chrome, style: statusBarStyle, isHidden: isStatusBarHidden, width: width, height: height)
    }
    return Bitmap(surface)
  }
}
