import CarobFoundation

/// The stored values of one object.
final class RowSnapshot: Sendable {
  /// The number of saves that changed the row, for optimistic locking.
  let version: Int64
  /// By slot of the entity's layout.
  let values: ContiguousArray<ManagedValue>

  init(version: Int64, values: ContiguousArray<ManagedValue>) {
    self.version = version
    self.values = values
  }
}
