import CarobFoundation

/// Reads rows of an entity and its subentities directly from columns into slots.
final class RowReader {
  private enum Step {
    case null, unloaded
    case integer(Int32)
    case real(Int32)
    case text(Int32)
    case data(Int32)
    case external(Int32)
    case toOne(Int32, entity: Int32?, SQLiteSchema.EntityMap, RecentIDs)
  }
  private struct Plan {
    let map: SQLiteSchema.EntityMap
    let steps: ContiguousArray<Step>
  }

  /// The names of the columns, which follow `_pk`, `_version` and, if there are subentities, `_entity`.
  let columns: [String]
  private let hasEntity: Bool
  private let onlyPlan: Plan?
  private var plans: [Int64: Plan] = [:]
  private unowned let store: SQLiteStore
  private let map: SQLiteSchema.EntityMap

  init(_ map: SQLiteSchema.EntityMap, includesSubentities: Bool, in store: SQLiteStore) {
    self.store = store
    self.map = map
    let members = includesSubentities ? map.family : [map]
    hasEntity = map.table.hasSubentities
    var columns = ["_pk", "_version"] + (hasEntity ? ["_entity"] : [])
    var places: [String: Int32] = [:]
    func place(_ name: String) -> Int32 {
      if let known = places[name] { return known }
      let place = Int32(columns.count)
      columns.append(name)
      places[name] = place
      return place
    }
    for member in members {
      var steps = ContiguousArray<Step>()
      for (slot, column) in zip(member.entity.layout.slots, member.columns) {
        steps.append(Self.step(slot, column, place, store))
      }
      plans[member.number] = Plan(map: member, steps: steps)
    }
    self.columns = columns
    onlyPlan = hasEntity ? nil : plans[map.number]
  }

  private static func step(
    _ slot: EntityLayout.Slot, _ column: SQLiteSchema.Column?, _ place: (String) -> Int32,
    _ store: SQLiteStore
  ) -> Step {
    switch slot.kind {
    case .toMany: return .unloaded
    case .fetched: return .null
    case .toOne:
      guard let column, let destination = slot.relationship?.destinationEntity,
        let map = store.schema.map(of: destination)
      else { return .null }
      return .toOne(place(column.name), entity: column.entityColumn.map(place), map, RecentIDs())
    case .attribute:
      guard let column else { return .null }
      let index = place(column.name)
      switch column.type {
      case "INTEGER": return .integer(index)
      case "REAL": return .real(index)
      case "TEXT": return .text(index)
      default:
        return slot.attribute?.allowsExternalBinaryDataStorage == true ? .external(index) : .data(index)
      }
    }
  }

  /// The query for one row, built once.
  func rowSQL(_ make: () -> String) -> String {
    if let oneRow { return oneRow }
    let made = make()
    oneRow = made
    return made
  }
  private var oneRow: String?

  /// `t0."_pk", t0."title"`.
  func selection(_ alias: String) -> String {
    columns.map { "\(alias).\($0.quotedName)" }.joined(separator: ", ")
  }

  /// The identifier and the values of the statement's current row.
  func read(_ statement: SQLiteStatement) throws -> (id: NSManagedObjectID, row: RowSnapshot) {
    let plan = try plan(statement)
    let id = NSManagedObjectID(store: store, entity: plan.map.entity, key: statement.integer(0))
    return (id, try values(statement, plan))
  }

  func readValues(_ statement: SQLiteStatement) throws -> RowSnapshot {
    try values(statement, try plan(statement))
  }

  private func plan(_ statement: SQLiteStatement) throws -> Plan {
    if let onlyPlan { return onlyPlan }
    let number = statement.integer(2)
    guard let plan = plans[number] else {
      throw StoreErrors.make(
        NSPersistentStoreIncompatibleSchemaError,
        "A row of \(map.table.name) has entity number \(number), which is not in the store's table _keys.")
    }
    return plan
  }

  private func values(_ statement: SQLiteStatement, _ plan: Plan) throws -> RowSnapshot {
    var failure: (any Error)?
    let values = ContiguousArray<ManagedValue>(unsafeUninitializedCapacity: plan.steps.count) {
      slots, count in
      for index in 0..<plan.steps.count {
        var value = ManagedValue.null
        switch plan.steps[index] {
        case .null: break
        case .unloaded: value = .unloaded
        case .integer(let column):
          if !statement.isNull(column) { value = .integer(statement.integer(column)) }
        case .real(let column): if !statement.isNull(column) { value = .real(statement.real(column)) }
        case .text(let column): if !statement.isNull(column) { value = .text(statement.text(column)) }
        case .data(let column): if !statement.isNull(column) { value = .data(statement.data(column)) }
        case .external(let column):
          if !statement.isNull(column) {
            do { value = .data(try store.externalData.read(statement.data(column))) } catch {
              failure = error
            }
          }
        case .toOne(let column, let entity, let map, let recent):
          guard !statement.isNull(column) else { break }
          let destination = entity.flatMap { store.schema.mapsByNumber[statement.integer($0)] } ?? map
          value = .toOne(recent.id(statement.integer(column), destination, store))
        }
        slots.initializeElement(at: index, to: value)
      }
      count = plan.steps.count
    }
    if let failure { throw failure }
    return RowSnapshot(version: statement.integer(1), values: values)
  }
}

/// The identifiers that were read most recently from a to-one column.
// OPTIMIZATION: many rows refer to the same few objects; a new identifier object for each would cost more
// than reading the row.
final class RecentIDs {
  private static let count = 256
  private var ids = ContiguousArray<NSManagedObjectID?>(repeating: nil, count: RecentIDs.count)

  func id(_ key: Int64, _ map: SQLiteSchema.EntityMap, _ store: SQLiteStore) -> NSManagedObjectID {
    let place = Int(truncatingIfNeeded: key) & (Self.count - 1)
    if let known = ids[place], known.key == key, known.entity === map.entity { return known }
    let made = NSManagedObjectID(store: store, entity: map.entity, key: key)
    ids[place] = made
    return made
  }
}
