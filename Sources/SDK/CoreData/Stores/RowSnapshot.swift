import CarobFoundation

/// What a store has of one object.
final class RowSnapshot: Sendable {
  /// Counts the saves that changed the row; what optimistic locking compares.
  let version: Int64
  /// By slot of the entity's layout.
  let values: ContiguousArray<ManagedValue>

  init(version: Int64, values: ContiguousArray<ManagedValue>) {
    self.version = version
    self.values = values
  }
}
