import TestSupport
import CoreData

/// A random model: entities, and relationships in pairs.
struct RandomModel {
  struct Side: Equatable {
    var entity: Int
    var name: String
    var isToMany: Bool
    var isOrdered: Bool
    var rule: NSDeleteRule
    var isOptional: Bool
    /// The number of the other side.
    var inverse: Int
  }
  var entities = 0
  var sides: [Side] = []

  init(_ random: inout SeededRandom) {
    entities = 2 + random.below(3)
    for pair in 0..<(2 + random.below(4)) {
      let (a, b) = (random.below(entities), random.below(entities))
      let rules: [NSDeleteRule] = [
        .nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule, .noActionDeleteRule,
      ]
      func side(_ entity: Int, _ suffix: String, _ inverse: Int) -> Side {
        let isToMany = random.below(3) > 0
        return Side(
          entity: entity, name: "r\(pair)\(suffix)", isToMany: isToMany,
          isOrdered: isToMany && random.below(4) == 0,
          rule: rules[[0, 0, 0, 1, 1, 2, 3][random.below(7)]], isOptional: isToMany || random.below(5) > 0,
          inverse: inverse)
      }
      let first = sides.count
      sides.append(side(a, "a", first + 1))
      sides.append(side(b, "b", first))
    }
  }

  func sides(of entity: Int) -> [Int] { sides.indices.filter { sides[$0].entity == entity } }

  func managedModel() -> NSManagedObjectModel {
    let made = (0..<entities).map { index in
      let entity = NSEntityDescription()
      entity.name = "E\(index)"
      return entity
    }
    let relationships = sides.map { side in
      let relationship = NSRelationshipDescription()
      relationship.name = side.name
      relationship.maxCount = side.isToMany ? 0 : 1
      relationship.isOrdered = side.isOrdered
      relationship.deleteRule = side.rule
      relationship.isOptional = side.isOptional
      relationship.destinationEntity = made[sides[side.inverse].entity]
      return relationship
    }
    for (index, side) in sides.enumerated() {
      relationships[index].inverseRelationship = relationships[side.inverse]
    }
    for (index, entity) in made.enumerated() {
      let name = NSAttributeDescription()
      name.name = "name"
      name.attributeType = .stringAttributeType
      entity.properties = [name] + sides(of: index).map { relationships[$0] }
    }
    let model = NSManagedObjectModel()
    model.entities = made
    return model
  }
}

/// A minimal model of delete rules, inverses, saves and undo, written from the rules, which contexts are
/// compared with.
struct RuleModel {
  struct Object: Equatable {
    var entity: Int
    var name: String
    /// By side; a to-one relationship has at most one member.
    var links: [Int: [Int]] = [:]
    var isDeleted = false
  }
  struct State: Equatable {
    var objects: [Int: Object] = [:]
  }
  struct Step {
    let before: State
    let after: State
    let isRedoable: Bool
  }

  let model: RandomModel
  var state = State()
  var committed = State()
  var undoable: [Step] = []
  var redoable: [Step] = []
  /// The objects that the event changed.
  private var touched: Set<Int> = []
  private var start = State()
  /// Objects that have had a row; a reference to one that never had one counts as nil (C-157).
  var known: Set<Int> = []
  private var pending: [Int] = []

  init(_ model: RandomModel) { self.model = model }

  var live: [Int] { state.objects.filter { !$0.value.isDeleted }.keys.sorted() }

  // MARK: Operations

  mutating func begin() { (start, touched) = (state, []) }

  mutating func insert(_ id: Int, _ entity: Int, _ name: String) {
    state.objects[id] = Object(entity: entity, name: name)
    touched.insert(id)
  }

  mutating func rename(_ id: Int, _ name: String) {
    state.objects[id]?.name = name
    touched.insert(id)
  }

  func links(_ id: Int, _ side: Int) -> [Int] { state.objects[id]?.links[side] ?? [] }

  // C-30, C-31
  mutating func link(_ id: Int, _ side: Int, _ other: Int) {
    let inverse = model.sides[side].inverse
    if !model.sides[side].isToMany { for old in links(id, side) { unlink(id, side, old) } }
    if !model.sides[inverse].isToMany { for old in links(other, inverse) { unlink(other, inverse, old) } }
    state.objects[id]?.links[side, default: []].append(other)
    touched.formUnion([id, other])
    if inverse == side, id == other { return }
    state.objects[other]?.links[inverse, default: []].append(id)
  }

  mutating func unlink(_ id: Int, _ side: Int, _ other: Int) {
    state.objects[id]?.links[side]?.removeAll { $0 == other }
    state.objects[other]?.links[model.sides[side].inverse]?.removeAll { $0 == id }
    touched.formUnion([id, other])
  }

  mutating func reorder(_ id: Int, _ side: Int, _ members: [Int]) {
    state.objects[id]?.links[side] = members
    touched.insert(id)
  }

  mutating func delete(_ id: Int) {
    state.objects[id]?.isDeleted = true
    touched.insert(id)
    pending.append(id)
  }

  /// Ends the event (C-10): propagates deletions and registers one undo step (C-62).
  mutating func end(registersUndo: Bool = true) {
    propagate()
    dropUnsaved()
    guard registersUndo, !touched.isEmpty else { return }
    let survivors = touched.filter { start.objects[$0] != nil || state.objects[$0] != nil }
    undoable.append(Step(before: start, after: state, isRedoable: !survivors.isEmpty))
    redoable = []
  }

  // C-18
  mutating func dropUnsaved() {
    for (id, object) in state.objects where object.isDeleted && committed.objects[id] == nil {
      state.objects[id] = nil
    }
  }

  private mutating func propagate() {
    while !pending.isEmpty {
      let round = pending
      pending = []
      for id in round {
        guard let object = state.objects[id] else { continue }
        for side in model.sides(of: object.entity) {
          let remaining = links(id, side).filter { state.objects[$0].map { !$0.isDeleted } ?? false }
          switch model.sides[side].rule {
          case .nullifyDeleteRule: for other in remaining { unlink(id, side, other) }
          case .cascadeDeleteRule:
            for other in remaining where state.objects[other]?.isDeleted == false { delete(other) }
          default: break
          }
        }
      }
    }
  }

  /// Whether an object refers to one that was deleted before it had a row: the save clears that, and undo
  /// does not restore it (C-157).
  var refersToNothing: Bool {
    state.objects.values.contains { object in
      object.links.contains { $0.value.contains { state.objects[$0] == nil && !known.contains($0) } }
    }
  }

  // MARK: Saves

  /// The results of validation: the code and the name of each problem (C-42, C-44).
  var problems: [String] {
    var result: [String] = []
    for (id, object) in state.objects {
      for side in model.sides(of: object.entity) {
        let plan = model.sides[side]
        if object.isDeleted {
          let remaining = links(id, side).filter { state.objects[$0].map { !$0.isDeleted } ?? false }
          if plan.rule == .denyDeleteRule, !remaining.isEmpty {
            result.append("1600 \(object.name).\(plan.name)")
          }
        } else if !plan.isOptional,
          !links(id, side).contains(where: { state.objects[$0] != nil || known.contains($0) })
        {
          result.append("1570 \(object.name).\(plan.name)")
        }
      }
    }
    return result.sorted()
  }

  mutating func save() {
    state.objects = state.objects.filter { !$0.value.isDeleted }
    committed = state
    known.formUnion(state.objects.keys)
  }

  mutating func rollBack() {
    state = committed
    (undoable, redoable, pending) = ([], [], [])
  }

  mutating func forgetUndo() { (undoable, redoable) = ([], []) }

  mutating func undo() {
    guard let step = undoable.popLast() else { return }
    restore(step.before)
    if step.isRedoable { redoable.append(step) }
  }

  mutating func redo() {
    guard let step = redoable.popLast() else { return }
    restore(step.after)
    undoable.append(step)
  }

  /// Restores a state; what was saved meanwhile stays saved. An object whose row exists but that is not in
  /// that state counts as deleted: without links if its insertion is being undone (C-290), else as it was
  /// deleted before.
  private mutating func restore(_ old: State) {
    let now = state
    state = old
    for (id, object) in committed.objects where state.objects[id] == nil {
      var object = now.objects[id] ?? object
      if !object.isDeleted { object.links = [:] }
      object.isDeleted = true
      state.objects[id] = object
    }
    for (id, object) in old.objects where object.isDeleted && committed.objects[id] == nil {
      state.objects[id] = nil
    }
  }

  /// The existing members, which are compared; rule No Action leaves references to deleted objects (C-15).
  func visible(_ id: Int, _ side: Int, in state: State) -> [Int] {
    let members = state.objects[id]?.links[side] ?? []
    let found = members.filter { state.objects[$0].map { !$0.isDeleted } ?? false }
    return model.sides[side].isOrdered ? found : found.sorted()
  }
}
