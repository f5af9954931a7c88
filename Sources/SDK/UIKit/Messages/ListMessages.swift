import CarobFoundation
import CoreGraphics

/// The methods of table views, collection views and pickers that selectors can call (F-165).
enum ListMessages {
  static var tableView: [_CarobMethod] {
    [
      .none("reloadData", "reloadData()") { (t: UITableView) in t.reloadData() },
      .none("reloadSectionIndexTitles", "reloadSectionIndexTitles()") { (t: UITableView) in
        t.reloadSectionIndexTitles()
      },
      .none("beginUpdates", "beginUpdates()") { (t: UITableView) in t.beginUpdates() },
      .none("endUpdates", "endUpdates()") { (t: UITableView) in t.endUpdates() },
      .two("deselectRowAtIndexPath:animated:", "deselectRow(at:animated:)") {
        (t: UITableView, path: IndexPath, animated: Bool) in t.deselectRow(at: path, animated: animated)
      },
      .two("setEditing:animated:", "setEditing(_:animated:)") {
        (t: UITableView, editing: Bool, animated: Bool) in t.setEditing(editing, animated: animated)
      },
      .one("reconfigureRowsAtIndexPaths:", "reconfigureRows(at:)") { (t: UITableView, paths: [IndexPath]) in
        t.reconfigureRows(at: paths)
      },
      .two("moveRowAtIndexPath:toIndexPath:", "moveRow(at:to:)") {
        (t: UITableView, from: IndexPath, to: IndexPath) in t.moveRow(at: from, to: to)
      },
      .resultOfOne("cellForRowAtIndexPath:", "cellForRow(at:)") { (t: UITableView, path: IndexPath) in
        t.cellForRow(at: path)
      },
      .resultOfOne("indexPathForCell:", "indexPath(for:)") { (t: UITableView, cell: UITableViewCell) in
        t.indexPath(for: cell)
      },
      .resultOfOne("dequeueReusableCellWithIdentifier:", "dequeueReusableCell(withIdentifier:)") {
        (t: UITableView, identifier: String) in t.dequeueReusableCell(withIdentifier: identifier)
      },
    ]
      + _CarobMethod.answered([
        ("scrollToRowAtIndexPath:atScrollPosition:animated:", "scrollToRow(at:at:animated:)"),
        ("selectRowAtIndexPath:animated:scrollPosition:", "selectRow(at:animated:scrollPosition:)"),
        ("insertRowsAtIndexPaths:withRowAnimation:", "insertRows(at:with:)"),
        ("deleteRowsAtIndexPaths:withRowAnimation:", "deleteRows(at:with:)"),
        ("reloadRowsAtIndexPaths:withRowAnimation:", "reloadRows(at:with:)"),
        ("insertSections:withRowAnimation:", "insertSections(_:with:)"),
        ("deleteSections:withRowAnimation:", "deleteSections(_:with:)"),
        ("reloadSections:withRowAnimation:", "reloadSections(_:with:)"),
        ("moveSection:toSection:", "moveSection(_:toSection:)"),
        ("performBatchUpdates:completion:", "performBatchUpdates(_:completion:)"),
        ("numberOfRowsInSection:", "numberOfRows(inSection:)"),
        ("headerViewForSection:", "headerView(forSection:)"), ("rectForSection:", "rect(forSection:)"),
        ("rectForRowAtIndexPath:", "rectForRow(at:)"), ("indexPathForRowAtPoint:", "indexPathForRow(at:)"),
        ("registerClass:forCellReuseIdentifier:", "register(_:forCellReuseIdentifier:)"),
        (
          "dequeueReusableCellWithIdentifier:forIndexPath:", "dequeueReusableCell(withIdentifier:for:)"
        ),
        (
          "dequeueReusableHeaderFooterViewWithIdentifier:", "dequeueReusableHeaderFooterView(withIdentifier:)"
        ),
        (
          "scrollToNearestSelectedRowAtScrollPosition:animated:", "scrollToNearestSelectedRow(at:animated:)"
        ),
      ])
  }

  static var tableViewCell: [_CarobMethod] {
    [
      .none("prepareForReuse", "prepareForReuse()") { (c: UITableViewCell) in c.prepareForReuse() },
      .none("setNeedsUpdateConfiguration", "setNeedsUpdateConfiguration()") { (c: UITableViewCell) in
        c.setNeedsUpdateConfiguration()
      },
      .two("setSelected:animated:", "setSelected(_:animated:)") {
        (c: UITableViewCell, selected: Bool, animated: Bool) in c.setSelected(selected, animated: animated)
      },
      .two("setHighlighted:animated:", "setHighlighted(_:animated:)") {
        (c: UITableViewCell, highlighted: Bool, animated: Bool) in
        c.setHighlighted(highlighted, animated: animated)
      },
      .two("setEditing:animated:", "setEditing(_:animated:)") {
        (c: UITableViewCell, editing: Bool, animated: Bool) in c.setEditing(editing, animated: animated)
      },
    ]
  }

  static var headerFooterView: [_CarobMethod] {
    [
      .none("setNeedsUpdateConfiguration", "setNeedsUpdateConfiguration()") {
        (v: UITableViewHeaderFooterView) in v.setNeedsUpdateConfiguration()
      },
      .none("prepareForReuse", "prepareForReuse()") { (v: UITableViewHeaderFooterView) in v.prepareForReuse()
      },
    ]
  }

  static var collectionView: [_CarobMethod] {
    [
      .none("reloadData", "reloadData()") { (c: UICollectionView) in c.reloadData() },
      .one("reloadSections:", "reloadSections(_:)") { (c: UICollectionView, s: IndexSet) in
        c.reloadSections(s)
      },
      .one("insertSections:", "insertSections(_:)") { (c: UICollectionView, s: IndexSet) in
        c.insertSections(s)
      },
      .one("deleteSections:", "deleteSections(_:)") { (c: UICollectionView, s: IndexSet) in
        c.deleteSections(s)
      },
      .one("insertItemsAtIndexPaths:", "insertItems(at:)") { (c: UICollectionView, paths: [IndexPath]) in
        c.insertItems(at: paths)
      },
      .one("deleteItemsAtIndexPaths:", "deleteItems(at:)") { (c: UICollectionView, paths: [IndexPath]) in
        c.deleteItems(at: paths)
      },
      .one("reloadItemsAtIndexPaths:", "reloadItems(at:)") { (c: UICollectionView, paths: [IndexPath]) in
        c.reloadItems(at: paths)
      },
      .one("reconfigureItemsAtIndexPaths:", "reconfigureItems(at:)") {
        (c: UICollectionView, paths: [IndexPath]) in
        c.reconfigureItems(at: paths)
      },
      .two("moveItemAtIndexPath:toIndexPath:", "moveItem(at:to:)") {
        (c: UICollectionView, from: IndexPath, to: IndexPath) in c.moveItem(at: from, to: to)
      },
      .two("deselectItemAtIndexPath:animated:", "deselectItem(at:animated:)") {
        (c: UICollectionView, path: IndexPath, animated: Bool) in c.deselectItem(at: path, animated: animated)
      },
      .none("endInteractiveMovement", "endInteractiveMovement()") { (c: UICollectionView) in
        c.endInteractiveMovement()
      },
      .none("cancelInteractiveMovement", "cancelInteractiveMovement()") { (c: UICollectionView) in
        c.cancelInteractiveMovement()
      },
      .two("setCollectionViewLayout:animated:", "setCollectionViewLayout(_:animated:)") {
        (c: UICollectionView, layout: UICollectionViewLayout, animated: Bool) in
        c.setCollectionViewLayout(layout, animated: animated)
      },
      .resultOfOne("cellForItemAtIndexPath:", "cellForItem(at:)") { (c: UICollectionView, path: IndexPath) in
        c.cellForItem(at: path)
      },
      .resultOfOne("indexPathForCell:", "indexPath(for:)") {
        (c: UICollectionView, cell: UICollectionViewCell) in
        c.indexPath(for: cell)
      },
    ]
      + _CarobMethod.answered([
        ("scrollToItemAtIndexPath:atScrollPosition:animated:", "scrollToItem(at:at:animated:)"),
        ("selectItemAtIndexPath:animated:scrollPosition:", "selectItem(at:animated:scrollPosition:)"),
        ("performBatchUpdates:completion:", "performBatchUpdates(_:completion:)"),
        ("moveSection:toSection:", "moveSection(_:toSection:)"),
        ("numberOfItemsInSection:", "numberOfItems(inSection:)"),
        ("indexPathForItemAtPoint:", "indexPathForItem(at:)"),
        ("registerClass:forCellWithReuseIdentifier:", "register(_:forCellWithReuseIdentifier:)"),
        (
          "dequeueReusableCellWithReuseIdentifier:forIndexPath:",
          "dequeueReusableCell(withReuseIdentifier:for:)"
        ),
      ])
  }

  static var reusableView: [_CarobMethod] {
    [
      .none("prepareForReuse", "prepareForReuse()") { (v: UICollectionReusableView) in v.prepareForReuse() },
      .one("applyLayoutAttributes:", "apply(_:)") {
        (v: UICollectionReusableView, attributes: UICollectionViewLayoutAttributes) in v.apply(attributes)
      },
      .resultOfOne("preferredLayoutAttributesFittingAttributes:", "preferredLayoutAttributesFitting(_:)") {
        (v: UICollectionReusableView, attributes: UICollectionViewLayoutAttributes) in
        v.preferredLayoutAttributesFitting(attributes)
      },
    ]
  }

  static var collectionViewCell: [_CarobMethod] {
    [
      .none("setNeedsUpdateConfiguration", "setNeedsUpdateConfiguration()") { (c: UICollectionViewCell) in
        c.setNeedsUpdateConfiguration()
      }
    ]
  }

  static var layout: [_CarobMethod] {
    [
      .none("invalidateLayout", "invalidateLayout()") { (l: UICollectionViewLayout) in l.invalidateLayout() },
      .none("prepareLayout", "prepare()") { (l: UICollectionViewLayout) in l.prepare() },
      .none("finalizeCollectionViewUpdates", "finalizeCollectionViewUpdates()") {
        (l: UICollectionViewLayout) in
        l.finalizeCollectionViewUpdates()
      },
      .one("invalidateLayoutWithContext:", "invalidateLayout(with:)") {
        (l: UICollectionViewLayout, context: UICollectionViewLayoutInvalidationContext) in
        l.invalidateLayout(with: context)
      },
      .resultOfOne("layoutAttributesForItemAtIndexPath:", "layoutAttributesForItem(at:)") {
        (l: UICollectionViewLayout, path: IndexPath) in l.layoutAttributesForItem(at: path)
      },
    ]
      + _CarobMethod.answered([
        ("layoutAttributesForElementsInRect:", "layoutAttributesForElements(in:)"),
        ("shouldInvalidateLayoutForBoundsChange:", "shouldInvalidateLayout(forBoundsChange:)"),
      ])
  }

  static var pickerView: [_CarobMethod] {
    [
      .none("reloadAllComponents", "reloadAllComponents()") { (p: UIPickerView) in p.reloadAllComponents() }
    ]
      + _CarobMethod.answered([
        ("reloadComponent:", "reloadComponent(_:)"),
        ("selectRow:inComponent:animated:", "selectRow(_:inComponent:animated:)"),
        ("selectedRowInComponent:", "selectedRow(inComponent:)"),
        ("numberOfRowsInComponent:", "numberOfRows(inComponent:)"),
      ])
  }
}
