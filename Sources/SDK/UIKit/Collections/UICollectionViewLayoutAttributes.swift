import CarobFoundation
import CoreGraphics
import QuartzCore

/// The frame and appearance of one cell, supplementary view or decoration view, in points of the collection
/// view's content.
///
/// The layout creates the attributes; the collection view applies them before the view is displayed.
@preconcurrency @MainActor
open class UICollectionViewLayoutAttributes: _MainActorNSObject {
  /// Required, because `copy()` uses it to create an instance of the same subclass.
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

  /// Makes attributes of the layout's `layoutAttributesClass` (E-564).
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
  /// Whether a header is at the edge of the visible bounds instead of at its place (E-1020).
  var isPinned = false

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
    copy.isPinned = isPinned
    return copy
  }
  nonisolated open override func copy() -> Any {
    // nonisolated(unsafe) because neither object leaves the main actor.
    nonisolated(unsafe) let original = self
    nonisolated(unsafe) var copy: Any = original
    MainActor.assumeIsolated { copy = original.copy(with: nil) }
    return copy
  }

  var key: CollectionElement {
    CollectionElement(
      category: representedElementCategory, kind: representedElementKind ?? "", path: indexPath)
  }

  /// Applies the attributes to a view.
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

/// Identifies an element of a collection view: a cell, a supplementary view or a decoration view.
struct CollectionElement: Hashable {
  let category: UICollectionView.ElementCategory
  let kind: String
  let path: IndexPath
}

extension CGRect {
  /// Whether the rectangles share more than an edge.
  func overlaps(_ other: CGRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
