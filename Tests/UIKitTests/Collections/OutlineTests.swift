import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Section snapshots, outlines and moving items of diffable data sources.
@MainActor @Suite struct OutlineTests {
  private typealias Outline = NSDiffableDataSourceSectionSnapshot<String>
  private typealias Source = UICollectionViewDiffableDataSource<Int, String>

  private var animals: Outline {
    var outline = Outline()
    outline.append(["mammals", "birds"])
    outline.append(["cat", "dog"], to: "mammals")
    outline.append(["gull"], to: "birds")
    outline.append(["kitten"], to: "cat")
    return outline
  }

  @Test(.rule("C-327")) func `an outline knows its order, levels and which items are visible`() {
    var outline = animals
    #expect(outline.items == ["mammals", "cat", "kitten", "dog", "birds", "gull"])
    #expect(outline.visibleItems == ["mammals", "birds"] && outline.rootItems == ["mammals", "birds"])
    outline.expand(["cat"])
    #expect(outline.visibleItems == ["mammals", "birds"] && !outline.isVisible("kitten"))
    outline.expand(["mammals"])
    #expect(outline.visibleItems == ["mammals", "cat", "kitten", "dog", "birds"])
    #expect(outline.level(of: "kitten") == 2 && outline.parent(of: "kitten") == "cat")
    #expect(outline.index(of: "dog") == 3 && outline.index(of: "gull") == nil)
    #expect(outline.snapshot(of: "mammals").items == ["cat", "kitten", "dog"])
    let part = outline.snapshot(of: "cat", includingParent: true)
    #expect(part.items == ["cat", "kitten"] && part.isExpanded("cat"))
    outline.collapse(["cat"])
    #expect(outline.visibleItems == ["mammals", "cat", "dog", "birds"])
    outline.insert(["cow"], before: "dog")
    outline.insert(["pig"], after: "dog")
    #expect(outline.snapshot(of: "mammals").rootItems == ["cat", "cow", "dog", "pig"])
    outline.delete(["cat"])
    #expect(!outline.contains("kitten") && !outline.contains("cat"))
    var fish = Outline()
    fish.append(["cod"])
    fish.append(["young cod"], to: "cod")
    outline.replace(childrenOf: "birds", using: fish)
    #expect(outline.snapshot(of: "birds").items == ["cod", "young cod"] && !outline.contains("gull"))
    #expect(outline.visualDescription().hasPrefix("- mammals\n  * cow"))
  }

  /// Shows a list whose cells have outline disclosures.
  private func showing(
    _ configuration: UICollectionLayoutListConfiguration = .init(appearance: .plain),
    _ accessories: [UICellAccessory] = [.outlineDisclosure()],
    _ body: (TestDevice, UICollectionView, Source) -> Void
  ) {
    withDevice { device in
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 100, width: 300, height: 400),
        collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration))
      view.contentInsetAdjustmentBehavior = .never
      let registration = UICollectionView.CellRegistration<UICollectionViewListCell, String> {
        cell, _, name in
        var content = cell.defaultContentConfiguration()
        content.text = name
        cell.contentConfiguration = content
        cell.accessories = accessories
      }
      let source = Source(collectionView: view) { view, path, name in
        view.dequeueConfiguredReusableCell(using: registration, for: path, item: name)
      }
      device.showEmpty().addSubview(view)
      body(device, view, source)
    }
  }
  private func texts(_ view: UICollectionView) -> [String] {
    view.visibleCells.compactMap { $0 as? UICollectionViewListCell }
      .sorted { $0.frame.minY < $1.frame.minY }
      .map { "\($0.contentView.shownTexts.first ?? "")/\($0.indentationLevel)" }
  }

  @Test(.rule("C-327", "C-330"))
  func `the disclosure of a cell expands and collapses its item, and asks the handlers`() {
    showing { device, view, source in
      source.apply(animals, to: 1, animatingDifferences: false)
      device.turn()
      #expect(texts(view) == ["mammals/0", "birds/0"] && source.snapshot().sectionIdentifiers == [1])
      let log = device.log
      source.sectionSnapshotHandlers.shouldExpandItem = { item in
        log("may expand \(item)")
        return item != "birds"
      }
      source.sectionSnapshotHandlers.willExpandItem = { log("expand \($0)") }
      source.sectionSnapshotHandlers.willCollapseItem = { log("collapse \($0)") }
      device.tap(278, 122)
      #expect(device.log.take() == ["may expand mammals", "expand mammals"])
      #expect(texts(view) == ["mammals/0", "cat/1", "dog/1", "birds/0"])
      #expect(source.snapshot(for: 1).isExpanded("mammals"))
      #expect(source.snapshot().itemIdentifiers == ["mammals", "cat", "dog", "birds"])
      let cell = view.cellForItem(at: IndexPath(item: 0, section: 0))
      #expect(cell?.configurationState.isExpanded == true)
      device.tap(278, 122 + 3 * 44)
      #expect(device.log.take() == ["may expand birds"])
      device.tap(278, 122)
      #expect(device.log.take() == ["collapse mammals"] && texts(view) == ["mammals/0", "birds/0"])
      source.sectionSnapshotHandlers.snapshotForExpandingParent = { item, old in
        log("children of \(item): \(old.items.count)")
        var new = Outline()
        new.append(["cow"])
        return new
      }
      device.tap(278, 122)
      #expect(
        device.log.take() == ["may expand mammals", "expand mammals", "children of mammals: 3"])
      #expect(texts(view) == ["mammals/0", "cow/1", "birds/0"])
    }
  }

  @Test(.rule("C-327")) func `a header's disclosure takes taps on the whole cell, another cell is selected`()
  {
    showing(.init(appearance: .plain), [.outlineDisclosure(options: .init(style: .header))]) {
      device, view, source in
      source.apply(animals, to: 1, animatingDifferences: false)
      device.turn()
      device.tap(50, 122)
      #expect(texts(view) == ["mammals/0", "cat/1", "dog/1", "birds/0"])
      #expect(view.indexPathsForSelectedItems == [])
    }
    showing { device, view, source in
      source.apply(animals, to: 1, animatingDifferences: false)
      device.turn()
      device.tap(50, 122)
      #expect(texts(view) == ["mammals/0", "birds/0"])
      #expect(view.indexPathsForSelectedItems == [IndexPath(item: 0, section: 0)])
    }
  }

  @Test(.rule("C-327")) func `a snapshot of all sections with other items replaces an outline`() {
    showing { device, view, source in
      source.apply(animals, to: 1, animatingDifferences: false)
      var all = source.snapshot()
      all.appendItems(["fish"], toSection: 1)
      source.apply(all, animatingDifferences: false)
      device.turn()
      #expect(texts(view) == ["mammals/0", "birds/0", "fish/0"])
      #expect(source.snapshot(for: 1).items == ["mammals", "birds", "fish"])
    }
  }

  @Test(.rule("C-329", "C-312")) func `reordering handlers get the change before and after it is made`() {
    showing { device, view, source in
      var all = NSDiffableDataSourceSnapshot<Int, String>()
      all.appendSections([1])
      all.appendItems(["a", "b", "c"])
      source.apply(all, animatingDifferences: false)
      device.turn()
      #expect(!view.beginInteractiveMovementForItem(at: IndexPath(item: 0, section: 0)))
      let log = device.log
      source.reorderingHandlers.canReorderItem = { $0 != "b" }
      source.reorderingHandlers.willReorder = { [weak source] change in
        log("will: \(source?.snapshot().itemIdentifiers ?? []) to \(change.finalSnapshot.itemIdentifiers)")
      }
      source.reorderingHandlers.didReorder = { [weak source] change in
        log("did: \(source?.snapshot().itemIdentifiers ?? []), \(change.difference.count) steps")
        log("section \(change.sectionTransactions.map(\.sectionIdentifier))")
      }
      #expect(!view.beginInteractiveMovementForItem(at: IndexPath(item: 1, section: 0)))
      #expect(view.beginInteractiveMovementForItem(at: IndexPath(item: 0, section: 0)))
      view.updateInteractiveMovementTargetPosition(CGPoint(x: 150, y: 110))
      view.endInteractiveMovement()
      device.advance(1)
      #expect(
        device.log.take() == [
          #"will: ["a", "b", "c"] to ["b", "c", "a"]"#, #"did: ["b", "c", "a"], 2 steps"#, "section [1]",
        ])
      #expect(texts(view) == ["b/0", "c/0", "a/0"])
    }
  }

  @Test(.rule("C-330")) func `accessories follow editing mode, and those at the start precede the content`() {
    showing(
      .init(appearance: .plain),
      [.delete(), .disclosureIndicator(displayed: .whenNotEditing), .label(text: "7")]
    ) { device, view, source in
      var all = NSDiffableDataSourceSnapshot<Int, String>()
      all.appendSections([1])
      all.appendItems(["a"])
      source.apply(all, animatingDifferences: false)
      device.turn()
      let cell = view.cellForItem(at: IndexPath(item: 0, section: 0)) as? UICollectionViewListCell
      @MainActor func labels() -> [String] { ScreenDescription.elements().compactMap(\.label) }
      #expect(cell?.contentView.frame.minX == 0 && !labels().contains("Delete a"))
      let right = cell?.contentView.frame.maxX ?? 0
      view.isEditing = true
      device.turn()
      #expect(cell?.contentView.frame.minX == 38 && labels().contains("Delete a"))
      #expect((cell?.contentView.frame.maxX ?? 0) == right + 28)
    }
  }

  @Test(.rule("C-330", "C-312")) func `the reorder accessory moves its item`() {
    showing(.init(appearance: .plain), [.reorder(displayed: .always)]) { device, view, source in
      var all = NSDiffableDataSourceSnapshot<Int, String>()
      all.appendSections([1])
      all.appendItems(["a", "b", "c"])
      source.reorderingHandlers.canReorderItem = { _ in true }
      source.apply(all, animatingDifferences: false)
      device.turn()
      device.drag(CGPoint(x: 262, y: 122), CGPoint(x: 262, y: 215))
      device.advance(1)
      #expect(source.snapshot().itemIdentifiers == ["b", "c", "a"])
    }
  }

  @Test(.rule("C-326")) func `a swipe on a list cell shows the section's actions, and a full swipe performs`()
  {
    var list = UICollectionLayoutListConfiguration(appearance: .plain)
    var performed: [String] = []
    list.trailingSwipeActionsConfigurationProvider = { path in
      performed.append("asked \(path.item)")
      return UISwipeActionsConfiguration(actions: [
        UIContextualAction(style: .destructive, title: "Remove") { _, _, done in
          performed.append("removed")
          done(true)
        }
      ])
    }
    showing(list, []) { device, view, source in
      var all = NSDiffableDataSourceSnapshot<Int, String>()
      all.appendSections([1])
      all.appendItems(["a", "b"])
      source.apply(all, animatingDifferences: false)
      device.turn()
      let cell = view.cellForItem(at: IndexPath(item: 1, section: 0))
      device.drag(CGPoint(x: 200, y: 166), CGPoint(x: 120, y: 166))
      device.advance(1)
      #expect(performed == ["asked 1"] && (cell?.frame.minX ?? 0) <= -74)
      #expect(cell?.configurationState.isSwiped == true)
      // A tap on another item only closes the buttons.
      device.tap(50, 122)
      #expect(cell?.frame.minX == 0 && view.indexPathsForSelectedItems == [])
      device.drag(CGPoint(x: 290, y: 166), CGPoint(x: 10, y: 166))
      device.advance(1)
      #expect(performed == ["asked 1", "asked 1", "removed"] && cell?.frame.minX == 0)
      // There are no actions on the other side.
      device.drag(CGPoint(x: 100, y: 166), CGPoint(x: 200, y: 166))
      #expect(performed.count == 3 && cell?.frame.minX == 0)
    }
  }

  @Test(.rule("C-331", "C-322"))
  func `the first item of a section can be its header, with the padding above it`() {
    var list = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    list.headerMode = .firstItemInSection
    list.headerTopPadding = 25
    showing(list, []) { device, view, source in
      var all = NSDiffableDataSourceSnapshot<Int, String>()
      all.appendSections([1])
      all.appendItems(["head", "row"])
      source.apply(all, animatingDifferences: false)
      device.turn()
      let cells = (0..<2).map { view.cellForItem(at: IndexPath(item: $0, section: 0)) }
      // 18 points of the grouped list's own inset follow the padding.
      #expect(cells[0]?.frame.minY == 43)
      #expect(cells[0]?.contentView.shownTexts == ["HEAD"] && cells[1]?.contentView.shownTexts == ["row"])
      #expect(cells[0]?.backgroundColor == .clear && cells[0]?.layer.cornerRadius == 0)
      #expect(cells[1]?.layer.cornerRadius == 10)
    }
  }

  @Test(.rule("C-332")) func `a background configuration gives a cell its color, also while it is selected`()
  {
    showing(.init(appearance: .plain), []) { device, view, source in
      var all = NSDiffableDataSourceSnapshot<Int, String>()
      all.appendSections([1])
      all.appendItems(["a"])
      source.apply(all, animatingDifferences: false)
      device.turn()
      let cell = view.cellForItem(at: IndexPath(item: 0, section: 0)) as? UICollectionViewListCell
      var background = UIBackgroundConfiguration.listPlainCell()
      background.cornerRadius = 9
      cell?.backgroundConfiguration = background
      let shown = cell?.subviews.first
      #expect(shown?.layer.cornerRadius == 9 && shown?.backgroundColor == .systemBackground)
      device.tap(50, 122)
      #expect(shown?.backgroundColor == .systemGray4)
      background.backgroundColor = .red
      cell?.backgroundConfiguration = background
      device.turn()
      #expect(shown?.backgroundColor == .red)
      cell?.backgroundConfiguration = nil
      #expect(shown?.superview == nil)
    }
  }
}
