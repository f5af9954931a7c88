import CarobFoundation
import CoreGraphics
import QuartzCore

/// Where one cell or supplementary view stands and how it looks, in points of the collection view's content.
///
/// Made by the layout, read by the collection view, which applies it before the view is displayed.
@preconcurrency @MainActor
open class UICollectionViewLayoutAttributes: _MainActorNSObject {
  /// The initializer through which `copy()` makes the copy of a subclass.
  public required override init() { super.init() }

  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }
  public convenience init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
    representedElementCategory = .supplementaryView
    representedElementKind = elementKind
  }
  public convenience init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
    representedElementCategory = .decorationView
    representedElementKind = decorationViewKind
  }

  /// Attributes of the class that a layout names (E-564).
  static func make(
    _ layout: UICollectionViewLayout, _ category: UICollectionView.ElementCategory, kind: String?,
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes {
    let type = Swift.type(of: layout).layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
    return make(type ?? UICollectionViewLayoutAttributes.self, category, kind: kind, at: indexPath)
  }
  static func make(
    _ type: UICollectionViewLayoutAttributes.Type, _ category: UICollectionView.ElementCategory,
    kind: String?, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes {
    let attributes = type.init()
    attributes.indexPath = indexPath
    attributes.representedElementCategory = category
    attributes.representedElementKind = kind
    return attributes
  }

  open var frame: CGRect {
    get {
      let box = bounds.applying(transform)
      return CGRect(
        x: center.x - box.width / 2, y: center.y - box.height / 2, width: box.width, height: box.height)
    }
    set {
      size = newValue.size
      center = CGPoint(x: newValue.midX, y: newValue.midY)
    }
  }
  open var center = CGPoint.zero
  open var size = CGSize.zero
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }
  open var transform = CGAffineTransform.identity
  open var transform3D = CATransform3DIdentity
  open var alpha: CGFloat = 1
  open var zIndex = 0
  open var isHidden = false
  open var indexPath = IndexPath(item: 0, section: 0)
  open private(set) var representedElementCategory = UICollectionView.ElementCategory.cell
  open private(set) var representedElementKind: String?

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy.size = size
    copy.center = center
    copy.transform = transform
    copy.transform3D = transform3D
    copy.alpha = alpha
    copy.zIndex = zIndex
    copy.isHidden = isHidden
    copy.indexPath = indexPath
    copy.representedElementCategory = representedElementCategory
    copy.representedElementKind = representedElementKind
    return copy
  }
  nonisolated open override func copy() -> Any {
    // nonisolated(unsafe) because neither leaves the main actor.
    nonisolated(unsafe) let original = self
    nonisolated(unsafe) var copy: Any = original
    MainActor.assumeIsolated { copy = original.copy(with: nil) }
    return copy
  }

  var key: CollectionElement {
    CollectionElement(
      category: representedElementCategory, kind: representedElementKind ?? "", path: indexPath)
  }

  /// Puts a view where the attributes say.
  func place(_ view: UIView) {
    if view.transform != transform { view.transform = transform }
    if transform.isIdentity {
      if view.frame != frame { view.frame = frame }
    } else {
      view.bounds.size = size
      view.center = center
    }
    if !CATransform3DIsIdentity(transform3D) { view.layer.transform = transform3D }
    if view.alpha != alpha { view.alpha = alpha }
    if view.isHidden != isHidden { view.isHidden = isHidden }
    if view.layer.zPosition != CGFloat(zIndex) { view.layer.zPosition = CGFloat(zIndex) }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UICollectionViewLayoutAttributes.self,
      {
        [
          "frame": \.frame, "center": \.center, "size": \.size, "bounds": \.bounds,
          "transform": \.transform, "transform3D": \.transform3D, "alpha": \.alpha, "zIndex": \.zIndex,
          "hidden": \.isHidden, "indexPath": \.indexPath,
        ]
      },
      readOnly: {
        [
          "representedElementCategory": \.representedElementCategory,
          "representedElementKind": \.representedElementKind,
        ]
      }
    )
  }
}

/// What a view of a collection shows: an item, or a section's or the layout's extra.
struct CollectionElement: Hashable {
  let category: UICollectionView.ElementCategory
  let kind: String
  let path: IndexPath
}

extension CGRect {
  /// Whether the two have more than an edge in common.
  func overlaps(_ other: CGRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
