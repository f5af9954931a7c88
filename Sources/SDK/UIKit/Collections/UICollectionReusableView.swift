import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import NibFormat

/// A view that a collection view makes, shows, and uses again: a cell, a header or footer, a decoration.
@preconcurrency @MainActor
open class UICollectionReusableView: UIView {
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    identifier = (coder as? NibCoder)?.element?["reuseIdentifier"]
  }

  var identifier: String?
  open var reuseIdentifier: String? { identifier }
  /// Whose view it is at the moment, and for which element.
  @Zeroing var collectionView: UICollectionView?
  var attributes: UICollectionViewLayoutAttributes?

  /// Sent before the view is used again; not to a new one (E-366).
  open func prepareForReuse() {}
  /// Sent when the layout's attributes are about to be applied, so that those of a subclass can be read.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
  open func preferredLayoutAttributesFitting(_ layoutAttributes: UICollectionViewLayoutAttributes)
    -> UICollectionViewLayoutAttributes
  { layoutAttributes }
  open func willTransition(from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout) {}
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
