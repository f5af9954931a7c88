import CoreData
import TestSupport
import Testing

/// Compares random models, operations, saves, undo and contexts with `RuleModel`: 2,000 operations here,
/// 100,000 in `Tests/Deep/core-data-model`.
@Suite struct ModelPropertyTests {
  @Test(.rule("C-3", "C-10", "C-12", "C-13", "C-20", "C-30", "C-31", "C-42", "C-45", "C-62", "C-63"))
  func `contexts follow the rules`() throws {
    let operations = RandomTest.count(otherwise: 2_000)
    let seed = RandomTest.seed()
    var random = SeededRandom(seed: seed)
    var done = 0
    while done < operations {
      let trialSeed = random.next()
      let count = min(100, operations - done)
      let trial = try Trial(trialSeed)
      let disagreement = try trial.run(count)
      if let disagreement {
        Issue.record(
          "seed \(seed), trial \(trialSeed): \(disagreement)\n\(trial.sides.joined(separator: "\n"))\n\(trial.log.suffix(40).joined(separator: "\n"))"
        )
        return
      }
      done += count
    }
  }
}

/// One random model with its context and its rule model.
private final class Trial {
  private var random: SeededRandom
  private let model: RandomModel
  private var rules: RuleModel
  private let coordinator: NSPersistentStoreCoordinator
  private let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  private let manager = UndoManager()
  private var objects: [Int: NSManagedObject] = [:]
  private var last = 0
  private(set) var log: [String] = []
  private(set) var sides: [String] = []

  init(_ seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    model = RandomModel(&random)
    rules = RuleModel(model)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model.managedModel())
    _ = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    context.persistentStoreCoordinator = coordinator
    manager.groupsByEvent = false
    context.undoManager = manager
    for side in model.sides {
      sides.append(
        "E\(side.entity).\(side.name): \(side.isToMany ? side.isOrdered ? "ordered" : "many" : "one")"
          + "\(side.isOptional ? "?" : "") \(side.rule)")
    }
  }

  /// Runs operations; returns the first difference, or nil.
  func run(_ count: Int) throws -> String? {
    try context.performAndWait { () throws -> String? in
      for _ in 0..<count {
        do {
          try step()
        } catch let disagreement as Disagreement {
          return disagreement.description
        }
        if let difference = compare() { return difference }
      }
      return nil
    }
  }

  private func step() throws {
    switch random.below(20) {
    case 0..<11: event()
    case 11..<14: try save()
    case 14, 15: if !rules.undoable.isEmpty { undo() }
    case 16: if !rules.redoable.isEmpty { redo() }
    case 17: if random.below(3) == 0 { rollBack() }
    case 18: try otherContext()
    default: try child()
    }
  }

  // MARK: Steps

  private func event() {
    manager.beginUndoGrouping()
    rules.begin()
    for _ in 0...random.below(4) {
      change(context) {
        objects[$0]
      } note: {
        objects[$0] = $1
      }
    }
    context.processPendingChanges()
    rules.end()
    manager.endUndoGrouping()
  }

  /// Makes one random change to the context and to the rule model.
  private func change(
    _ context: NSManagedObjectContext, object: (Int) -> NSManagedObject?, note: (Int, NSManagedObject) -> Void
  ) {
    let live = rules.live
    last += 1
    if live.count < 4 || live.count < 30 && random.below(5) == 0 {
      let entity = random.below(model.entities)
      let made = NSEntityDescription.insertNewObject(forEntityName: "E\(entity)", into: context)
      made.setValue("o\(last)", forKey: "name")
      note(last, made)
      rules.insert(last, entity, "o\(last)")
      log.append("insert o\(last): E\(entity)")
      return
    }
    let id = live[random.below(live.count)]
    guard let target = object(id), let entity = rules.state.objects[id]?.entity else { return }
    if random.below(6) == 0 {
      log.append("delete o\(id)")
      context.delete(target)
      rules.delete(id)
      return
    }
    let sides = model.sides(of: entity)
    if sides.isEmpty || random.below(5) == 0 {
      // NB: the name keeps its text, because problems are identified by it.
      let name = rules.state.objects[id]?.name ?? ""
      log.append("rename o\(id)")
      target.setValue(name, forKey: "name")
      rules.rename(id, name)
      return
    }
    let side = sides[random.below(sides.count)]
    let plan = model.sides[side]
    let now = rules.links(id, side)
    let others = live.filter {
      rules.state.objects[$0]?.entity == model.sides[plan.inverse].entity && !now.contains($0) && $0 != id
    }
    if !now.isEmpty, random.below(3) == 0 {
      let alive = now.filter { live.contains($0) }
      guard let other = alive.first, let gone = object(other) else { return }
      if plan.isOrdered, alive.count == now.count, now.count > 1, random.below(2) == 0 {
        let members = Array(now.reversed())
        log.append("reorder o\(id).\(plan.name)")
        target.setValue(NSOrderedSet(array: members.compactMap { object($0) }), forKey: plan.name)
        rules.reorder(id, side, members)
        return
      }
      log.append("unlink o\(id).\(plan.name) o\(other)")
      if !plan.isToMany {
        target.setValue(nil, forKey: plan.name)
      } else if plan.isOrdered {
        target.mutableOrderedSetValue(forKey: plan.name).remove(gone)
      } else {
        target.mutableSetValue(forKey: plan.name).remove(gone)
      }
      rules.unlink(id, side, other)
      return
    }
    guard !others.isEmpty else { return }
    let other = others[random.below(others.count)]
    guard let value = object(other) else { return }
    log.append("link o\(id).\(plan.name) o\(other)")
    if !plan.isToMany {
      target.setValue(value, forKey: plan.name)
    } else if plan.isOrdered {
      target.mutableOrderedSetValue(forKey: plan.name).add(value)
    } else {
      target.mutableSetValue(forKey: plan.name).add(value)
    }
    rules.link(id, side, other)
  }

  private func save() throws {
    let expected = rules.problems
    log.append("save")
    do {
      try context.save()
      if !expected.isEmpty { throw Disagreement("the save succeeded, expected \(expected)") }
      if rules.refersToNothing {
        manager.removeAllActions()
        rules.forgetUndo()
      }
      rules.save()
    } catch let error as NSError where error.domain == NSCocoaErrorDomain {
      let found = problems(error)
      if found != expected { throw Disagreement("the save said \(found), expected \(expected)") }
      if random.below(2) == 0 { rollBack() }
    }
    if random.below(4) == 0 { try compareStore() }
  }

  private func problems(_ error: NSError) -> [String] {
    let errors = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
    return errors.map { error in
      let object = error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject
      return
        "\(error.code) \(object?.called ?? error.description).\(error.userInfo[NSValidationKeyErrorKey] ?? "")"
    }.sorted()
  }

  private func undo() {
    log.append("undo")
    context.undo()
    rules.undo()
  }

  private func redo() {
    log.append("redo")
    context.redo()
    rules.redo()
  }

  private func rollBack() {
    log.append("rollback")
    context.rollback()
    rules.rollBack()
  }

  /// Another context changes and saves, and this context, which has no changes, merges.
  private func otherContext() throws {
    guard rules.problems.isEmpty else { return }
    do {
      try context.save()
    } catch let error as NSError where error.domain == NSCocoaErrorDomain {
      throw Disagreement("the save said \(problems(error)), expected none")
    }
    rules.save()
    log.append("other context begins")
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    other.persistentStoreCoordinator = coordinator
    let before = rules
    var made: [Int: NSManagedObject] = [:]
    // nonisolated(unsafe) because the save waits.
    nonisolated(unsafe) var saved: Notification?
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: other, queue: nil
    ) { saved = $0 }
    defer { NotificationCenter.default.removeObserver(token) }
    try other.performAndWait { () throws in
      rules.begin()
      for _ in 0...random.below(4) {
        change(other) {
          made[$0] ?? objects[$0].map { other.object(with: $0.objectID) }
        } note: {
          made[$0] = $1
        }
      }
      other.processPendingChanges()
      rules.end(registersUndo: false)
      let expected = rules.problems
      do {
        try other.save()
        if !expected.isEmpty { throw Disagreement("the other's save succeeded, expected \(expected)") }
        rules.save()
      } catch let error as NSError where error.domain == NSCocoaErrorDomain {
        let found = problems(error)
        if found != expected { throw Disagreement("the other's save said \(found), expected \(expected)") }
        rules = before
      }
    }
    if let saved {
      context.mergeChanges(fromContextDidSave: saved)
      for (id, object) in made where rules.state.objects[id] != nil {
        objects[id] = context.object(with: object.objectID)
      }
    }
    manager.removeAllActions()
    rules.forgetUndo()
    log.append("other context ends")
  }

  /// A child changes and saves to this context.
  private func child() throws {
    log.append("child begins")
    guard rules.state.objects.values.allSatisfy({ !$0.isDeleted }) else { return }
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = context
    let before = rules
    let problemsBefore = rules.problems
    guard problemsBefore.isEmpty else { return }
    var made: [Int: NSManagedObject] = [:]
    var isSaved = false
    // For a child, everything in its parent is saved.
    rules.committed = rules.state
    manager.beginUndoGrouping()
    try child.performAndWait { () throws in
      rules.begin()
      for _ in 0...random.below(4) {
        change(child) {
          made[$0] ?? objects[$0].map { child.object(with: $0.objectID) }
        } note: {
          made[$0] = $1
        }
      }
      child.processPendingChanges()
      rules.end()
      let expected = rules.problems
      do {
        try child.save()
        if !expected.isEmpty { throw Disagreement("the child's save succeeded, expected \(expected)") }
        isSaved = true
      } catch let error as NSError where error.domain == NSCocoaErrorDomain {
        let found = problems(error)
        if found != expected { throw Disagreement("the child's save said \(found), expected \(expected)") }
      }
    }
    context.processPendingChanges()
    manager.endUndoGrouping()
    rules.committed = before.committed
    if isSaved {
      rules.dropUnsaved()
      for (id, object) in made where rules.state.objects[id] != nil {
        objects[id] = context.object(with: object.objectID)
      }
      manager.removeAllActions()
      rules.forgetUndo()
    } else {
      rules = before
    }
    log.append("child ends")
  }

  // MARK: Comparing

  private func compare() -> String? {
    for (id, expected) in rules.state.objects {
      guard let object = objects[id] else { return "o\(id) was lost" }
      if object.isDeleted != expected.isDeleted { return "o\(id).isDeleted is \(object.isDeleted)" }
      if expected.isDeleted { continue }
      if object.managedObjectContext !== context { return "o\(id) has no context" }
      if object.called != expected.name { return "o\(id) is called \(object.called)" }
      for side in model.sides(of: expected.entity) {
        let found = members(object, side)
        let wanted = rules.visible(id, side, in: rules.state)
        if found != wanted { return "o\(id).\(model.sides[side].name) is \(found), expected \(wanted)" }
      }
    }
    let inserted = context.insertedObjects.map(\.called).sorted()
    let wantedInserted = rules.live.filter { rules.committed.objects[$0] == nil }.map { "o\($0)" }.sorted()
    if inserted != wantedInserted { return "inserted are \(inserted), expected \(wantedInserted)" }
    let deleted = context.deletedObjects.map(\.called).sorted()
    let wantedDeleted = rules.state.objects.filter { $0.value.isDeleted }.map { "o\($0.key)" }.sorted()
    if deleted != wantedDeleted { return "deleted are \(deleted), expected \(wantedDeleted)" }
    return nil
  }

  /// The numbers of the members that exist.
  private func members(_ object: NSManagedObject, _ side: Int) -> [Int] {
    let value = object.value(forKey: model.sides[side].name)
    let found: [Any] =
      switch value {
      case let set as NSSet: set.allObjects
      case let set as NSOrderedSet: set.array
      case let one?: [one]
      case nil: []
      }
    let numbers = found.compactMap { member -> Int? in
      guard let member = member as? NSManagedObject, member.managedObjectContext != nil, !member.isDeleted,
        let name = member.value(forKey: "name") as? String
      else { return nil }
      return Int(name.dropFirst())
    }
    return model.sides[side].isOrdered ? numbers : numbers.sorted()
  }

  /// Checks that a new context reads what was saved.
  private func compareStore() throws {
    let fresh = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    fresh.persistentStoreCoordinator = coordinator
    let difference = try fresh.performAndWait { () throws -> String? in
      var found: [Int: NSManagedObject] = [:]
      for entity in 0..<model.entities {
        let request = NSFetchRequest<NSManagedObject>(entityName: "E\(entity)")
        for object in try fresh.fetch(request) { found[Int(object.called.dropFirst()) ?? 0] = object }
      }
      let wanted = rules.committed.objects.keys.sorted()
      if found.keys.sorted() != wanted { return "the store has \(found.keys.sorted()), expected \(wanted)" }
      for (id, object) in found {
        guard let expected = rules.committed.objects[id] else { continue }
        for side in model.sides(of: expected.entity) {
          let now = members(object, side)
          let wanted = rules.visible(id, side, in: rules.committed)
          if now != wanted {
            return "o\(id).\(model.sides[side].name) is \(now) in the store, expected \(wanted)"
          }
        }
      }
      return nil
    }
    if let difference { throw Disagreement(difference) }
  }
}

private struct Disagreement: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
