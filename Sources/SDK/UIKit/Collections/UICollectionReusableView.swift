import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import NibFormat

/// A view that a collection view makes, displays and reuses: a cell, a supplementary view or a decoration
/// view.
@preconcurrency @MainActor
open class UICollectionReusableView: UIView {
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    identifier = (coder as? NibCoder)?.element?["reuseIdentifier"]
  }

  var identifier: String?
  open var reuseIdentifier: String? { identifier }
  /// The collection view that displays the view; `attributes` are those of the displayed element.
  @Zeroing var collectionView: UICollectionView?
  var attributes: UICollectionViewLayoutAttributes?

  /// Called before a recycled view is used again; not called for a new view (E-366).
  open func prepareForReuse() {}
  /// Called before the layout attributes are applied. Override it to read the attributes of a custom
  /// subclass.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
  open func preferredLayoutAttributesFitting(_ layoutAttributes: UICollectionViewLayoutAttributes)
    -> UICollectionViewLayoutAttributes
  { layoutAttributes }
  /// Called before the collection view replaces its layout, while the view is visible (C-315).
  open func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
  /// Called when the view has its attributes of the new layout, after the animation (C-315).
  open func didTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}

  /// A new view of a registered class: `init(frame:)`.
  class func makeReusable(_ frame: CGRect) -> UICollectionReusableView {
    if self == UICollectionReusableView.self { return UICollectionReusableView(frame: frame) }
    guard let make = _carobNewFrame, let view = make(frame) as? UICollectionReusableView else {
      unimplementedInitializer("init(frame:)", of: self)
    }
    return view
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UICollectionReusableView.self,
      { [:] },
      readOnly: {
        [
          "reuseIdentifier": \.reuseIdentifier
        ]
      }
    )
  }
}
