import CarobFoundation

/// The items of one section of a diffable data source as an outline: each item may have children, which are
/// visible while it is expanded (C-327).
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
  public init() {}

  public private(set) var rootItems: [ItemIdentifierType] = []
  private var children: [ItemIdentifierType: [ItemIdentifierType]] = [:]
  private var parents: [ItemIdentifierType: ItemIdentifierType] = [:]
  private var known: Set<ItemIdentifierType> = []
  private var expanded: Set<ItemIdentifierType> = []

  // MARK: Asking

  /// All items, parents before their children.
  public var items: [ItemIdentifierType] { flattened { _ in true } }
  /// The items whose ancestors are all expanded.
  public var visibleItems: [ItemIdentifierType] { flattened { expanded.contains($0) } }
  private func flattened(_ goesInto: (ItemIdentifierType) -> Bool) -> [ItemIdentifierType] {
    var result: [ItemIdentifierType] = []
    var waiting = Array(rootItems.reversed())
    while let item = waiting.popLast() {
      result.append(item)
      if goesInto(item) { waiting.append(contentsOf: (children[item] ?? []).reversed()) }
    }
    return result
  }
  public func contains(_ item: ItemIdentifierType) -> Bool { known.contains(item) }
  public func isExpanded(_ item: ItemIdentifierType) -> Bool {
    require(item)
    return expanded.contains(item)
  }
  public func isVisible(_ item: ItemIdentifierType) -> Bool {
    require(item)
    var ancestor = parents[item]
    while let current = ancestor {
      guard expanded.contains(current) else { return false }
      ancestor = parents[current]
    }
    return true
  }
  /// The number of the item's ancestors.
  public func level(of item: ItemIdentifierType) -> Int {
    require(item)
    var level = 0
    var ancestor = parents[item]
    while let current = ancestor {
      level += 1
      ancestor = parents[current]
    }
    return level
  }
  /// The index among the visible items; nil if the item is not visible.
  public func index(of item: ItemIdentifierType) -> Int? { visibleItems.firstIndex(of: item) }
  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? {
    require(child)
    return parents[child]
  }
  /// The children of an item, with all below them, or with `includingParent` the item as the only root.
  public func snapshot(
    of parent: ItemIdentifierType, includingParent: Bool = false
  ) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    require(parent)
    var result = NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>()
    if includingParent {
      result.append([parent])
      if expanded.contains(parent) { result.expand([parent]) }
    }
    result.take(children[parent] ?? [], under: includingParent ? parent : nil, from: self)
    return result
  }
  /// A text for debugging: a line for each item, indented by its level.
  public func visualDescription() -> String {
    items.map { item in
      let mark = children[item]?.isEmpty == false ? (expanded.contains(item) ? "-" : "+") : "*"
      return String(repeating: "  ", count: level(of: item)) + "\(mark) \(item)"
    }.joined(separator: "\n")
  }

  // MARK: Items

  /// Appends items to the children of `parent`, or to the roots if it is nil.
  public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
    if let parent { require(parent) }
    insert(items, under: parent, at: siblings(of: parent).count)
  }
  public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
    insert(items, under: parents[item], at: place(of: item))
  }
  public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
    insert(items, under: parents[item], at: place(of: item) + 1)
  }
  public mutating func insert(
    _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, before item: ItemIdentifierType
  ) {
    insert(snapshot.rootItems, before: item)
    takeChildren(of: snapshot)
  }
  public mutating func insert(
    _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, after item: ItemIdentifierType
  ) {
    insert(snapshot.rootItems, after: item)
    takeChildren(of: snapshot)
  }
  /// Replaces the children of an item, with all below them.
  public mutating func replace(
    childrenOf parent: ItemIdentifierType,
    using snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  ) {
    require(parent)
    delete(children[parent] ?? [])
    append(snapshot.rootItems, to: parent)
    takeChildren(of: snapshot)
  }
  /// Removes items with all below them.
  public mutating func delete(_ items: [ItemIdentifierType]) {
    for item in items where known.contains(item) {
      delete(children[item] ?? [])
      if let parent = parents.removeValue(forKey: item) {
        children[parent]?.removeAll { $0 == item }
      } else {
        rootItems.removeAll { $0 == item }
      }
      children[item] = nil
      expanded.remove(item)
      known.remove(item)
    }
  }
  public mutating func deleteAll() { self = Self() }

  public mutating func expand(_ items: [ItemIdentifierType]) {
    for item in items {
      require(item)
      expanded.insert(item)
    }
  }
  public mutating func collapse(_ items: [ItemIdentifierType]) {
    for item in items {
      require(item)
      expanded.remove(item)
    }
  }

  // MARK: Parts

  private func siblings(of parent: ItemIdentifierType?) -> [ItemIdentifierType] {
    parent.map { children[$0] ?? [] } ?? rootItems
  }
  private func place(of item: ItemIdentifierType) -> Int {
    require(item)
    return siblings(of: parents[item]).firstIndex(of: item) ?? 0
  }
  private mutating func insert(
    _ items: [ItemIdentifierType], under parent: ItemIdentifierType?, at place: Int
  ) {
    for item in items {
      guard known.insert(item).inserted else {
        NSException.raise(
          .internalInconsistencyException,
          "Item identifier \(item) is there already; identifiers must be unique.")
      }
      if let parent { parents[item] = parent }
    }
    if let parent {
      children[parent, default: []].insert(contentsOf: items, at: place)
    } else {
      rootItems.insert(contentsOf: items, at: place)
    }
  }
  /// Appends items of another snapshot, with all below them.
  private mutating func take(
    _ items: [ItemIdentifierType], under parent: ItemIdentifierType?, from other: Self
  ) {
    append(items, to: parent)
    for item in items {
      if let inner = other.children[item], !inner.isEmpty { take(inner, under: item, from: other) }
      if other.expanded.contains(item) { expanded.insert(item) }
    }
  }
  private mutating func takeChildren(of other: Self) {
    for item in other.rootItems {
      take(other.children[item] ?? [], under: item, from: other)
      if other.expanded.contains(item) { expanded.insert(item) }
    }
  }
  private func require(_ item: ItemIdentifierType) {
    guard known.contains(item) else {
      NSException.raise(
        .internalInconsistencyException, "Invalid item identifier: \(item) is not in the section snapshot.")
    }
  }
}
