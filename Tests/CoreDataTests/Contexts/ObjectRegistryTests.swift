import TestSupport
import Testing

@testable import CoreData

/// Compares a context's table of objects with a dictionary during random insertions and removals.
@Suite struct ObjectRegistryTests {
  /// Two entities whose objects may have equal keys.
  private let model = {
    let model = NSManagedObjectModel()
    model.entities = ["Note", "Category"].map { name in
      let entity = NSEntityDescription()
      entity.name = name
      return entity
    }
    return model
  }()
  private let store = NSPersistentStore(
    persistentStoreCoordinator: nil, configurationName: nil, at: URL(fileURLWithPath: "/none"))

  private func id(_ entity: Int, _ key: Int64) -> NSManagedObjectID {
    NSManagedObjectID(store: key < 0 ? nil : store, entity: model.entities[entity], key: key)
  }

  /// Consecutive keys, keys with equal low or high bits, scattered keys, and temporary ones.
  private static let patterns: [(String, @Sendable (inout SeededRandom) -> Int64)] = [
    ("consecutive", { Int64($0.below(3_000)) }),
    ("with equal low bits", { Int64($0.below(3_000)) << 40 }),
    ("every eighth", { Int64($0.below(3_000)) * 8 }),
    ("scattered", { Int64(bitPattern: $0.next()) >> 1 & .max }),
    ("temporary", { -1 - Int64($0.below(3_000)) }),
  ]

  @Test(arguments: 0..<5)
  func `finds each object by its identifier, and no removed one`(pattern: Int) throws {
    let (name, key) = Self.patterns[pattern]
    var random = SeededRandom(seed: UInt64(pattern + 1))
    let registry = ObjectRegistry()
    var present: [NSManagedObjectID: NSManagedObject] = [:]
    var used: [NSManagedObjectID] = []
    for step in 0..<12_000 {
      // The table first grows, then changes, and is nearly emptied at the end.
      let adds = random.below(10) < (step < 6_000 ? 8 : step < 9_000 ? 5 : 1)
      if adds {
        let id = id(random.below(2), key(&random))
        if present[id] != nil { continue }
        let object = NSManagedObject(entity: id.entity, insertInto: nil)
        object.id = id
        registry.insert(object)
        present[id] = object
        used.append(id)
      } else if !used.isEmpty {
        let id = used[random.below(used.count)]
        if let object = present.removeValue(forKey: id) { registry.remove(object) }
      }
      if step % 7 == 0, !used.isEmpty {
        let id = used[random.below(used.count)]
        #expect(registry.find(id) === present[id], "\(name), step \(step), key \(id.key)")
      }
    }
    #expect(registry.count == present.count)
    for id in used { #expect(registry.find(id) === present[id], "\(name), key \(id.key)") }
    #expect(
      Set(registry.objects.map { ObjectIdentifier($0) }) == Set(present.values.map { ObjectIdentifier($0) }))
  }

  @Test func `a deallocated object is removed, and those behind it are still found`() {
    let registry = ObjectRegistry()
    var objects = (0..<2_000).map { key in
      let object = NSManagedObject(entity: model.entities[0], insertInto: nil)
      object.id = id(0, Int64(key))
      object.registry = registry
      registry.insert(object)
      return object
    }
    for index in stride(from: 1_999, through: 0, by: -2) { objects.remove(at: index) }
    #expect(registry.count == 1_000)
    for object in objects { #expect(object.id.map { registry.find($0) === object } == true) }
    #expect(registry.find(id(0, 1_999)) == nil)
  }

  @Test func `an object replaces another one with the same identifier`() {
    let registry = ObjectRegistry()
    let objects = (0..<2).map { _ in
      let object = NSManagedObject(entity: model.entities[0], insertInto: nil)
      object.id = id(0, 5)
      registry.insert(object)
      return object
    }
    #expect(registry.count == 1)
    #expect(registry.find(id(0, 5)) === objects[1])
  }
}
