import CarobFoundation
import CoreGraphics

/// Groups variants of an image for different traits.
open class UIImageAsset: NSObject, @unchecked Sendable {
  // @unchecked because an asset is used only by the code that registers images, as on the platform.
  private var registered: [(traits: UITraitCollection, image: UIImage)] = []
  public override init() { super.init() }

  /// Registers the image to show for these traits.
  open func register(_ image: UIImage, with traitCollection: UITraitCollection) {
    unregister(traitCollection)
    registered.append((traitCollection, image))
  }
  open func unregister(_ traitCollection: UITraitCollection) {
    registered.removeAll { $0.traits.isEqual(traitCollection) }
  }
  /// The last registered image whose traits are all among the given ones, else the first one; an empty
  /// image if none is registered.
  open func image(with traitCollection: UITraitCollection) -> UIImage {
    let found = registered.last { traitCollection.containsTraits(in: $0.traits) } ?? registered.first
    guard let image = found?.image else { return UIImage() }
    let candidates = registered
    return image.with { values in
      values.asset = self
      values.source = .variants { traits in
        (candidates.last { traits.containsTraits(in: $0.traits) } ?? candidates.first)?.image
      }
    }.resolved(with: traitCollection)
  }
}
