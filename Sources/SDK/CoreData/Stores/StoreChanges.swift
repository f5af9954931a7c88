import CarobFoundation

/// What one save writes to one store.
///
/// Every identifier in it is permanent, and to-many values of inserted objects and of changed slots are loaded.
struct StoreChanges {
  struct Insertion {
    let id: NSManagedObjectID
    let row: RowSnapshot
  }
  struct Update {
    let id: NSManagedObjectID
    /// The row that the context has read: its version must still be the store's.
    let old: RowSnapshot
    let new: RowSnapshot
    /// The slots that differ.
    let changed: [Int]
  }
  struct Deletion {
    let id: NSManagedObjectID
    let old: RowSnapshot
  }
  var inserted: [Insertion] = []
  var updated: [Update] = []
  var deleted: [Deletion] = []
  /// Whose changes they are; for stores of the app's own.
  var context: NSManagedObjectContext?

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// Rows that changed in the store since the context read them. Nothing was written.
struct StoreConflict: Error, @unchecked Sendable {
  // @unchecked because rows are immutable, and a frozen model is, too.
  struct Row {
    let id: NSManagedObjectID
    /// What the context had read.
    let cached: RowSnapshot
    /// What the store has now; nil if the row was deleted.
    let stored: RowSnapshot?
  }
  var rows: [Row] = []
  /// Violated uniqueness constraints.
  var constraints: [Constraint] = []

  struct Constraint {
    let entity: NSEntityDescription
    let properties: [String]
    let values: [ManagedValue]
    /// The row that is in the store; nil if only objects of this save contradict each other.
    let stored: (id: NSManagedObjectID, row: RowSnapshot)?
    /// The objects of this save that have these values.
    let objects: [NSManagedObjectID]
  }
}
