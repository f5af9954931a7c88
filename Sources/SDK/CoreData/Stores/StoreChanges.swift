import CarobFoundation

/// The changes that one save writes to one store.
///
/// All identifiers are permanent, and to-many values of inserted objects and of changed slots are loaded.
struct StoreChanges {
  struct Insertion {
    let id: NSManagedObjectID
    let row: RowSnapshot
  }
  struct Update {
    let id: NSManagedObjectID
    /// The row as the context read it; its version must still be the store's.
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
  /// The context that saves; used by stores whose class the app defines.
  var context: NSManagedObjectContext?

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// Rows that changed in the store since the context read them. Nothing was written.
struct StoreConflict: Error, @unchecked Sendable {
  // @unchecked because rows and frozen models are immutable.
  struct Row {
    let id: NSManagedObjectID
    /// The row as the context read it.
    let cached: RowSnapshot
    /// The current row in the store; nil if it was deleted.
    let stored: RowSnapshot?
  }
  var rows: [Row] = []
  /// Violated uniqueness constraints.
  var constraints: [Constraint] = []

  struct Constraint {
    let entity: NSEntityDescription
    let properties: [String]
    let values: [ManagedValue]
    /// The row in the store; nil if only objects of this save conflict with each other.
    let stored: (id: NSManagedObjectID, row: RowSnapshot)?
    /// The objects of this save that have these values.
    let objects: [NSManagedObjectID]
  }
}
