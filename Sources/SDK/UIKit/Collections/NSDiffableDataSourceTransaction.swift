import CarobFoundation

/// A change that the user made by moving an item (C-329).
public struct NSDiffableDataSourceTransaction<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  public let initialSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  public let finalSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// How the items of all sections changed.
  public let difference: CollectionDifference<ItemIdentifierType>
  /// The sections that changed.
  public let sectionTransactions:
    [NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]
}

/// The part of a change that concerns one section (C-329).
public struct NSDiffableDataSourceSectionTransaction<
  SectionIdentifierType: Hashable, ItemIdentifierType: Hashable
> {
  public let sectionIdentifier: SectionIdentifierType
  public let initialSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  public let finalSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  public let difference: CollectionDifference<ItemIdentifierType>
}

extension NSDiffableDataSourceTransaction {
  /// - Parameter section: a section's outline before and after the change.
  init(
    _ old: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    _ new: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    section: (SectionIdentifierType) -> (
      old: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>,
      new: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
    )
  ) {
    initialSnapshot = old
    finalSnapshot = new
    difference = new.itemIdentifiers.difference(from: old.itemIdentifiers)
    sectionTransactions = new.sectionIdentifiers.compactMap { identifier in
      let items = new.itemIdentifiers(inSection: identifier)
      let before =
        old.indexOfSection(identifier) == nil ? [] : old.itemIdentifiers(inSection: identifier)
      guard items != before else { return nil }
      let outline = section(identifier)
      return NSDiffableDataSourceSectionTransaction(
        sectionIdentifier: identifier, initialSnapshot: outline.old, finalSnapshot: outline.new,
        difference: items.difference(from: before))
    }
  }
}
