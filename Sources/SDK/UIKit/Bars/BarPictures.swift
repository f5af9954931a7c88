import CoreGraphics

/// The background images of a bar by position and metrics (C-340).
struct BarPictures: Equatable {
  private struct Key: Hashable {
    let position: UIBarPosition
    let metrics: UIBarMetrics
  }
  private var images: [Key: UIImage] = [:]

  subscript(_ position: UIBarPosition, _ metrics: UIBarMetrics) -> UIImage? {
    get { images[Key(position: position, metrics: metrics)] }
    set { images[Key(position: position, metrics: metrics)] = newValue }
  }

  /// The image for a bar: that of its position before the one for any; in each, that of its metrics before
  /// the default one.
  func shown(_ position: UIBarPosition, isCompact: Bool, hasPrompt: Bool = false) -> UIImage? {
    let wanted: [UIBarMetrics] =
      isCompact
      ? (hasPrompt ? [.compactPrompt, .compact, .default] : [.compact, .default])
      : (hasPrompt ? [.defaultPrompt, .default] : [.default])
    for place in [position, position == .topAttached ? .top : position, .any] {
      for metrics in wanted {
        if let image = self[place, metrics] { return image }
      }
    }
    return nil
  }
}
