import CarobFoundation

/// The content of a diffable data source: the identifiers of its sections and items, each of which is unique.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  public init() {}

  private var sections: [(identifier: SectionIdentifierType, items: [ItemIdentifierType])] = []
  /// The section of each item.
  private var homes: [ItemIdentifierType: SectionIdentifierType] = [:]

  // MARK: Asking

  public var numberOfSections: Int { sections.count }
  public var numberOfItems: Int { homes.count }
  public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }
  public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    sections[known(identifier)].items.count
  }
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    sections[known(identifier)].items
  }
  public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
    homes[identifier]
  }
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sections.firstIndex { $0.identifier == identifier }
  }
  /// The index among the items of all sections.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    itemIdentifiers.firstIndex(of: identifier)
  }
  public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []
  public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
  public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

  func item(at path: IndexPath) -> ItemIdentifierType? {
    guard sections.indices.contains(path.section) else { return nil }
    let items = sections[path.section].items
    return items.indices.contains(path.item) ? items[path.item] : nil
  }
  /// The index path of each item.
  var places: [ItemIdentifierType: IndexPath] {
    var places: [ItemIdentifierType: IndexPath] = [:]
    for (section, content) in sections.enumerated() {
      for (item, identifier) in content.items.enumerated() {
        places[identifier] = IndexPath(item: item, section: section)
      }
    }
    return places
  }
  mutating func forgetReloads() {
    reloadedSectionIdentifiers = []
    reloadedItemIdentifiers = []
    reconfiguredItemIdentifiers = []
  }

  // MARK: Sections

  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    insert(identifiers, at: sections.count)
  }
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
  ) { insert(identifiers, at: known(toIdentifier)) }
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
  ) { insert(identifiers, at: known(toIdentifier) + 1) }
  private mutating func insert(_ identifiers: [SectionIdentifierType], at index: Int) {
    for identifier in identifiers where indexOfSection(identifier) != nil {
      fail("Section identifier \(identifier) is there already; identifiers must be unique.")
    }
    sections.insert(contentsOf: identifiers.map { ($0, []) }, at: index)
  }
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    for identifier in identifiers {
      guard let index = indexOfSection(identifier) else { continue }
      for item in sections.remove(at: index).items { homes[item] = nil }
    }
  }
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
  ) {
    let section = sections.remove(at: known(identifier))
    sections.insert(section, at: known(toIdentifier))
  }
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
  ) {
    let section = sections.remove(at: known(identifier))
    sections.insert(section, at: known(toIdentifier) + 1)
  }
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    reloadedSectionIdentifiers += identifiers
  }

  // MARK: Items

  /// Appends items to a section, or to the last section if `sectionIdentifier` is nil.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    guard let last = sections.last else {
      fail("There are currently no sections in the data source. Please add a section first.")
    }
    let section = known(sectionIdentifier ?? last.identifier)
    insert(identifiers, section, at: sections[section].items.count)
  }
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
  ) {
    let (section, index) = known(beforeIdentifier)
    insert(identifiers, section, at: index)
  }
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
  ) {
    let (section, index) = known(afterIdentifier)
    insert(identifiers, section, at: index + 1)
  }
  private mutating func insert(_ identifiers: [ItemIdentifierType], _ section: Int, at index: Int) {
    for identifier in identifiers {
      if homes.updateValue(sections[section].identifier, forKey: identifier) != nil {
        fail("Item identifier \(identifier) is there already; identifiers must be unique.")
      }
    }
    sections[section].items.insert(contentsOf: identifiers, at: index)
  }
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    for identifier in identifiers where homes[identifier] != nil { remove(identifier) }
  }
  private mutating func remove(_ identifier: ItemIdentifierType) {
    let (section, index) = known(identifier)
    sections[section].items.remove(at: index)
    homes[identifier] = nil
  }
  public mutating func deleteAllItems() {
    sections = []
    homes = [:]
  }
  public mutating func moveItem(
    _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType
  ) {
    remove(identifier)
    insertItems([identifier], beforeItem: toIdentifier)
  }
  public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType)
  {
    remove(identifier)
    insertItems([identifier], afterItem: toIdentifier)
  }
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    reloadedItemIdentifiers += identifiers
  }
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    reconfiguredItemIdentifiers += identifiers
  }

  // MARK: Mistakes

  private func known(_ identifier: SectionIdentifierType) -> Int {
    guard let index = indexOfSection(identifier) else {
      fail("Invalid section identifier: \(identifier) is not in the snapshot.")
    }
    return index
  }
  private func known(_ identifier: ItemIdentifierType) -> (section: Int, index: Int) {
    guard let home = homes[identifier], let section = indexOfSection(home),
      let index = sections[section].items.firstIndex(of: identifier)
    else { fail("Invalid item identifier: \(identifier) is not in the snapshot.") }
    return (section, index)
  }
  private func fail(_ reason: String) -> Never {
    NSException.raise(.internalInconsistencyException, reason)
  }
}
