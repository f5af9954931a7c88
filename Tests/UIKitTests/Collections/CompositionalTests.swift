import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Frames of compositional layouts in a collection view of 300 × 400 points; the expected values are computed
/// by hand.
@MainActor @Suite struct CompositionalTests {
  private func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
    -> NSCollectionLayoutSize
  { NSCollectionLayoutSize(widthDimension: width, heightDimension: height) }

  private func frames(
    _ section: NSCollectionLayoutSection, _ count: Int, kinds: [String] = []
  ) -> [CGRect] {
    withDevice { device in
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 300, height: 400),
        collectionViewLayout: UICollectionViewCompositionalLayout(section: section))
      view.contentInsetAdjustmentBehavior = .never
      let source = Numbers(count)
      view.dataSource = source
      let layout = view.collectionViewLayout
      return (0..<count).compactMap {
        view.layoutAttributesForItem(at: IndexPath(item: $0, section: 0))?.frame
      }
        + kinds.compactMap {
          layout.layoutAttributesForSupplementaryView(ofKind: $0, at: IndexPath(item: 0, section: 0))?.frame
        }
    }
  }

  @Test(.rule("E-709")) func `the visible-items handler can change visible items during scrolling`() {
    withDevice { device in
      let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .absolute(100)))
      let section = NSCollectionLayoutSection(
        group: .vertical(layoutSize: size(.fractionalWidth(1), .absolute(100)), subitems: [item]))
      let log = device.log
      section.visibleItemsInvalidationHandler = { items, offset, environment in
        log(
          "\(Int(offset.y)): \(items.map(\.indexPath.item)) in \(Int(environment.container.contentSize.width))"
        )
        for item in items { item.alpha = item.indexPath.item == 1 ? 0.5 : 1 }
      }
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 300, height: 200),
        collectionViewLayout: UICollectionViewCompositionalLayout(section: section))
      view.contentInsetAdjustmentBehavior = .never
      let source = DequeuedNumbers(5)
      view.dataSource = source
      view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      device.showEmpty().addSubview(view)
      device.turn()
      #expect(log.take().last == "0: [0, 1] in 300")
      #expect(view.cellForItem(at: IndexPath(item: 1, section: 0))?.alpha == 0.5)
      view.contentOffset.y = 150
      device.turn()
      #expect(log.take().last == "150: [1, 2, 3] in 300")
    }
  }

  @Test(.rule("E-372"))
  func `fractional items in a row: content insets shrink the items, spacing separates the groups`() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)))
    item.contentInsets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(50)), subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    section.interGroupSpacing = 10
    section.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 20, bottom: 0, trailing: 20)
    // 300 − 40 = 260: two items of 130 per group.
    #expect(
      frames(section, 3) == [
        CGRect(x: 22, y: 6, width: 124, height: 46), CGRect(x: 152, y: 6, width: 124, height: 46),
        CGRect(x: 22, y: 66, width: 124, height: 46),
      ])
  }

  @Test(.rule("E-372")) func `a count of equal items shares its group, and groups can be nested`() {
    let small = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
    let column = NSCollectionLayoutGroup.vertical(
      layoutSize: size(.absolute(100), .fractionalHeight(1)), subitem: small, count: 2)
    column.interItemSpacing = .fixed(10)
    let large = NSCollectionLayoutItem(layoutSize: size(.absolute(200), .fractionalHeight(1)))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size(.fractionalWidth(1), .absolute(110)), subitems: [large, column])
    #expect(
      frames(NSCollectionLayoutSection(group: group), 4) == [
        CGRect(x: 0, y: 0, width: 200, height: 110), CGRect(x: 200, y: 0, width: 100, height: 50),
        CGRect(x: 200, y: 60, width: 100, height: 50), CGRect(x: 0, y: 110, width: 200, height: 110),
      ])
  }

  @Test(.rule("E-372")) func `a header is placed above the section's content inset`() {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .absolute(40)))
    let section = NSCollectionLayoutSection(
      group: .vertical(layoutSize: size(.fractionalWidth(1), .absolute(40)), subitems: [item]))
    section.contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 10, bottom: 0, trailing: 10)
    section.boundarySupplementaryItems = [
      NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: size(.fractionalWidth(1), .absolute(30)), elementKind: "head", alignment: .top)
    ]
    #expect(
      frames(section, 1, kinds: ["head"]) == [
        CGRect(x: 10, y: 37, width: 280, height: 40), CGRect(x: 10, y: 0, width: 280, height: 30),
      ])
  }

  @Test(.rule("E-552")) func `a supplementary view is placed at the edges and offset of its anchors`() {
    func badge(_ anchor: NSCollectionLayoutAnchor, _ own: NSCollectionLayoutAnchor? = nil) -> CGRect? {
      let size = size(.absolute(20), .absolute(10))
      let badge =
        own.map {
          NSCollectionLayoutSupplementaryItem(
            layoutSize: size, elementKind: "badge", containerAnchor: anchor, itemAnchor: $0)
        }
        ?? NSCollectionLayoutSupplementaryItem(
          layoutSize: size, elementKind: "badge", containerAnchor: anchor)
      let item = NSCollectionLayoutItem(
        layoutSize: self.size(.absolute(100), .fractionalHeight(1)), supplementaryItems: [badge])
      item.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 5, bottom: 5, trailing: 5)
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: self.size(.fractionalWidth(1), .absolute(50)), subitems: [item])
      return frames(NSCollectionLayoutSection(group: group), 2, kinds: ["badge"]).last
    }
    // The item's frame is (5, 5, 90, 40).
    let found = [
      badge(NSCollectionLayoutAnchor(edges: [])),
      badge(NSCollectionLayoutAnchor(edges: [.top, .trailing])),
      badge(NSCollectionLayoutAnchor(edges: [.top, .trailing], absoluteOffset: CGPoint(x: 6, y: -6))),
      badge(NSCollectionLayoutAnchor(edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.5, y: -0.5))),
      badge(NSCollectionLayoutAnchor(edges: [.bottom]), NSCollectionLayoutAnchor(edges: [.top])),
    ]
    let corners = [(40, 20), (75, 5), (81, -1), (85, 0), (40, 45)]
    #expect(found == corners.map { CGRect(x: $0.0, y: $0.1, width: 20, height: 10) })
  }

  @Test(.rule("E-552")) func `the elements in a rectangle include the supplementary views of items`() {
    withDevice { device in
      let badge = NSCollectionLayoutSupplementaryItem(
        layoutSize: size(.absolute(20), .absolute(10)), elementKind: "badge",
        containerAnchor: NSCollectionLayoutAnchor(edges: [.top, .leading]))
      let item = NSCollectionLayoutItem(
        layoutSize: size(.fractionalWidth(0.5), .absolute(50)), supplementaryItems: [badge])
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: size(.fractionalWidth(1), .absolute(50)), subitems: [item])
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 300, height: 400), collectionViewLayout: layout)
      view.contentInsetAdjustmentBehavior = .never
      let source = Numbers(3)
      view.dataSource = source
      _ = view.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))
      let elements = layout.layoutAttributesForElements(in: CGRect(x: 0, y: 0, width: 300, height: 60)) ?? []
      let badges = elements.filter { $0.representedElementKind == "badge" }
      #expect(elements.count == 6 && badges.map(\.indexPath.item) == [0, 1, 2])
      #expect(badges.map(\.frame.origin) == [(0, 0), (150, 0), (0, 50)].map { CGPoint(x: $0.0, y: $0.1) })
    }
  }

  @Test(.rule("E-365", "E-372")) func `rows of a list take the height of their content`() {
    withDevice { device in
      let root = device.showEmpty()
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 300, height: 400),
        collectionViewLayout: UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain)))
      view.contentInsetAdjustmentBehavior = .never
      root.addSubview(view)
      let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, item in
        var content = cell.defaultContentConfiguration()
        content.text = "Row \(item)"
        content.image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 30 + 20 * CGFloat(item)))
          .image { _ in }
        cell.contentConfiguration = content
      }
      let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) { view, path, item in
        view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
      }
      var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
      snapshot.appendSections([0])
      snapshot.appendItems([0, 1])
      source.apply(snapshot, animatingDifferences: false)
      device.turn()
      // The image's height plus 22 points of padding.
      #expect(
        view.visibleCells.map(\.frame) == [
          CGRect(x: 0, y: 0, width: 300, height: 52), CGRect(x: 0, y: 52, width: 300, height: 72),
        ])
    }
  }
}

/// Like `Numbers`, but with dequeued cells.
@MainActor
private final class DequeuedNumbers: Numbers {
  override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  { collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath) }
}

private class Numbers: _MainActorNSObject, UICollectionViewDataSource {
  let count: Int
  init(_ count: Int) {
    self.count = count
    super.init()
  }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    count
  }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  { UICollectionViewCell() }
}
