import CarobFoundation
import CoreGraphics

// E-848: the collection view mirrors a layout that was developed for the other reading direction and allows
// flipping. The layout itself keeps computing in its own direction.
extension UICollectionView {
  var mirrorsLayout: Bool {
    collectionViewLayout.flipsHorizontallyInOppositeLayoutDirection
      && effectiveUserInterfaceLayoutDirection != collectionViewLayout.developmentLayoutDirection
  }

  /// The layout's elements in a rectangle of the displayed (mirrored) content.
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
