import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The `layoutAttributesClass` of layouts.
@MainActor @Suite struct AttributesClassTests {
  private func kinds(_ layout: UICollectionViewLayout) -> [String] {
    withDevice { _ in
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 300, height: 400), collectionViewLayout: layout)
      view.contentInsetAdjustmentBehavior = .never
      let source = TwoItems()
      view.dataSource = source
      _ = view.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))
      let elements = layout.layoutAttributesForElements(in: CGRect(x: 0, y: 0, width: 300, height: 400)) ?? []
      return elements.map { "\(type(of: $0)) \($0.representedElementKind ?? "cell")" }.sorted()
    }
  }

  @Test(.rule("E-564")) func `all attributes are instances of the layout's layoutAttributesClass`() {
    let flow = MarkedFlow()
    flow.itemSize = CGSize(width: 100, height: 50)
    flow.headerReferenceSize = CGSize(width: 300, height: 20)
    #expect(
      kinds(flow) == [
        "MarkedAttributes UICollectionElementKindSectionHeader", "MarkedAttributes cell",
        "MarkedAttributes cell",
      ])
    let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(40))
    let section = NSCollectionLayoutSection(
      group: .vertical(layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)]))
    section.boundarySupplementaryItems = [
      NSCollectionLayoutBoundarySupplementaryItem(layoutSize: size, elementKind: "head", alignment: .top)
    ]
    section.decorationItems = [.background(elementKind: "back")]
    #expect(
      kinds(MarkedCompositional(section: section)) == [
        "MarkedAttributes back", "MarkedAttributes cell", "MarkedAttributes cell", "MarkedAttributes head",
      ])
  }
}

private final class MarkedAttributes: UICollectionViewLayoutAttributes {}
private final class MarkedFlow: UICollectionViewFlowLayout {
  override class var layoutAttributesClass: AnyClass { MarkedAttributes.self }
}
private final class MarkedCompositional: UICollectionViewCompositionalLayout {
  override class var layoutAttributesClass: AnyClass { MarkedAttributes.self }
}
private final class TwoItems: _MainActorNSObject, UICollectionViewDataSource {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 2 }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  { UICollectionViewCell() }
}
