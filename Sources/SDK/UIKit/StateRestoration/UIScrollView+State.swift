import CarobFoundation

/// The state that scroll, table and collection views with a restoration identifier save (E-404, E-406).
extension UIScrollView {
  private static let offsetKeys = ["UIScrollView.contentOffset.x", "UIScrollView.contentOffset.y"]

  /// NB: relative to the adjusted content inset, because bars may be hidden or shown in the meantime.
  func encodeOffset(_ coder: NSCoder) {
    let inset = adjustedContentInset
    coder.encode(Double(contentOffset.x + inset.left), forKey: Self.offsetKeys[0])
    coder.encode(Double(contentOffset.y + inset.top), forKey: Self.offsetKeys[1])
  }

  func decodeOffset(_ coder: NSCoder) {
    guard Self.offsetKeys.allSatisfy({ coder.containsValue(forKey: $0) }) else { return }
    // The content has a size only after layout.
    layoutIfNeeded()
    let inset = adjustedContentInset
    contentOffset = CGPoint(
      x: coder.decodeDouble(forKey: Self.offsetKeys[0]) - inset.left,
      y: coder.decodeDouble(forKey: Self.offsetKeys[1]) - inset.top)
  }
}

/// The interface to table and collection views for state restoration.
@MainActor
protocol StatefulList: UIScrollView {
  var modelAssociation: (any UIDataSourceModelAssociation)? { get }
  var selectedPaths: [IndexPath] { get }
  /// The index path of the first visible element.
  var topPath: IndexPath? { get }
  func hasElement(at path: IndexPath) -> Bool
  func restoreSelection(_ path: IndexPath)
  func restoreTop(_ path: IndexPath)
}

extension StatefulList {
  private var selectionKey: String { "UIDataSourceModelAssociation.selection" }
  private var topKey: String { "UIDataSourceModelAssociation.top" }
  private var pathsKey: String { "indexPathsForSelectedElements" }

  /// Saves the identifiers that the data source gives to elements, or their index paths without them.
  func encodeElements(_ coder: NSCoder) {
    guard let model = modelAssociation else {
      return coder.encode(selectedPaths.map { "\($0.section).\($0.item)" }, forKey: pathsKey)
    }
    coder.encode(
      selectedPaths.compactMap { model.modelIdentifierForElement(at: $0, in: self) }, forKey: selectionKey)
    if let topPath { coder.encode(model.modelIdentifierForElement(at: topPath, in: self), forKey: topKey) }
  }

  func decodeElements(_ coder: NSCoder) {
    layoutIfNeeded()
    var paths: [IndexPath] = []
    if let model = modelAssociation, coder.containsValue(forKey: selectionKey) {
      let names = coder.decodeObject(forKey: selectionKey) as? [String] ?? []
      paths = names.compactMap { model.indexPathForElement(withModelIdentifier: $0, in: self) }
      if let name = coder.decodeObject(forKey: topKey) as? String,
        let path = model.indexPathForElement(withModelIdentifier: name, in: self), hasElement(at: path)
      {
        restoreTop(path)
      }
    } else {
      for text in coder.decodeObject(forKey: pathsKey) as? [String] ?? [] {
        let numbers = text.split(separator: ".").compactMap { Int($0) }
        if numbers.count == 2 { paths.append(IndexPath(item: numbers[1], section: numbers[0])) }
      }
    }
    for path in paths where hasElement(at: path) { restoreSelection(path) }
  }
}

extension UITableView: StatefulList {
  var modelAssociation: (any UIDataSourceModelAssociation)? {
    dataSource as? any UIDataSourceModelAssociation
  }
  var selectedPaths: [IndexPath] { indexPathsForSelectedRows ?? [] }
  var topPath: IndexPath? {
    indexPathForRow(at: CGPoint(x: 0, y: contentOffset.y + adjustedContentInset.top))
  }
  func hasElement(at path: IndexPath) -> Bool {
    (0..<numberOfSections).contains(path.section)
      && (0..<numberOfRows(inSection: path.section)).contains(path.row)
  }
  func restoreSelection(_ path: IndexPath) { selectRow(at: path, animated: false, scrollPosition: .none) }
  func restoreTop(_ path: IndexPath) { scrollToRow(at: path, at: .top, animated: false) }
}

extension UICollectionView: StatefulList {
  var modelAssociation: (any UIDataSourceModelAssociation)? {
    dataSource as? any UIDataSourceModelAssociation
  }
  var selectedPaths: [IndexPath] { indexPathsForSelectedItems ?? [] }
  var topPath: IndexPath? {
    let top = contentOffset.y + adjustedContentInset.top
    return indexPathsForVisibleItems.sorted().first {
      (layoutAttributesForItem(at: $0)?.frame.maxY ?? 0) > top
    }
  }
  func hasElement(at path: IndexPath) -> Bool {
    (0..<numberOfSections).contains(path.section)
      && (0..<numberOfItems(inSection: path.section)).contains(path.item)
  }
  func restoreSelection(_ path: IndexPath) { selectItem(at: path, animated: false, scrollPosition: []) }
  func restoreTop(_ path: IndexPath) { scrollToItem(at: path, at: .top, animated: false) }
}
