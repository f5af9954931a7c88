import CarobFoundation
import CoreGraphics

// E-848: a layout that was designed for the other reading direction, and says that it may be turned, is turned by the
// collection view: the layout keeps working in its own direction.
extension UICollectionView {
  var mirrorsLayout: Bool {
    collectionViewLayout.flipsHorizontallyInOppositeLayoutDirection
      && effectiveUserInterfaceLayoutDirection != collectionViewLayout.developmentLayoutDirection
  }

  /// What the layout places in a rectangle of the content as it is shown.
  func placedElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    guard mirrorsLayout else { return collectionViewLayout.layoutAttributesForElements(in: rect) }
    var asked = rect
    asked.origin.x = contentSize.width - rect.maxX
    return collectionViewLayout.layoutAttributesForElements(in: asked)?.map(mirrored)
  }

  func placedItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    collectionViewLayout.layoutAttributesForItem(at: indexPath).map(mirrored)
  }

  func mirrored(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionViewLayoutAttributes {
    guard mirrorsLayout, let copy = attributes.copy(with: nil) as? UICollectionViewLayoutAttributes else {
      return attributes
    }
    copy.center.x = contentSize.width - copy.center.x
    return copy
  }
}
