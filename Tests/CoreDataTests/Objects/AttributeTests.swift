@testable import CoreData
import TestSupport
import Testing

/// Attributes of all types: validation, and how values are stored.
@Suite struct AttributeTests {
  private func attribute(
    _ name: String, _ type: NSAttributeType, _ predicates: [(String, Int)] = []
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    // C-101: as in the editor's models.
    attribute.setValidation(
      predicates.map { NSPredicate(format: $0.0) }, predicates.map { NSNumber(value: $0.1) })
    return attribute
  }

  private func context(_ properties: [NSPropertyDescription]) throws -> NSManagedObjectContext {
    let entity = NSEntityDescription()
    entity.name = "Thing"
    entity.properties = properties
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func another(_ context: NSManagedObjectContext) -> NSManagedObjectContext {
    let other = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    other.persistentStoreCoordinator = context.persistentStoreCoordinator
    return other
  }

  private func thing(_ context: NSManagedObjectContext) -> NSManagedObject {
    NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
  }

  /// A value that violates a limit.
  struct InvalidValue: Sendable, CustomTestStringConvertible {
    let key: String
    let code: Int
    let value: @Sendable () -> Any?
    init(_ key: String, _ code: Int, _ value: @escaping @Sendable @autoclosure () -> Any?) {
      self.key = key
      self.code = code
      self.value = value
    }
    var testDescription: String { "\(key) \(code)" }
    static let all = [
      InvalidValue("number", 1610, 11), InvalidValue("number", 1620, 0),
      InvalidValue("date", 1630, Date(timeIntervalSinceReferenceDate: 200)),
      InvalidValue("date", 1640, Date(timeIntervalSinceReferenceDate: -1)),
      InvalidValue("text", 1660, "abcdef"),
      InvalidValue("text", 1670, "a"), InvalidValue("text", 1680, "ab1"),
      InvalidValue("mandatory", 1570, nil),
    ]
  }

  @Test(.rule("C-44", "C-101"), arguments: InvalidValue.all)
  func `each limit of an attribute has its own error code`(invalid: InvalidValue) throws {
    let (key, value) = (invalid.key, invalid.value())
    let mandatory = attribute("mandatory", .stringAttributeType)
    mandatory.isOptional = false
    mandatory.defaultValue = "is there"
    let context = try context([
      mandatory, attribute("number", .integer32AttributeType, [("SELF >= 1", 1620), ("SELF <= 10", 1610)]),
      attribute(
        "date", .dateAttributeType,
        [("SELF >= CAST(0, \"NSDate\")", 1640), ("SELF <= CAST(100, \"NSDate\")", 1630)]),
      attribute(
        "text", .stringAttributeType,
        [("length >= 2", 1670), ("length <= 5", 1660), ("SELF MATCHES \"[a-z]*\"", 1680)]),
    ])
    let thing = thing(context)
    try context.save()
    thing.setValue(value, forKey: key)
    let error = try #require(throws: NSError.self) { try context.save() }
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == invalid.code)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == key)
    #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject == thing)
    if let value {
      #expect("\(error.userInfo[NSValidationValueErrorKey] ?? "")" == "\(value)")
    }
    // C-42: the change is kept.
    #expect(thing.changedValues().keys.contains(key))
    context.rollback()
    try context.save()
  }

  @Test(.rule("C-44")) func `a relationship with too many members has code 1590`() throws {
    let relationship = NSRelationshipDescription()
    relationship.name = "parts"
    relationship.maxCount = 2
    let entity = NSEntityDescription()
    entity.name = "Thing"
    relationship.destinationEntity = entity
    entity.properties = [relationship]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let whole = thing(context)
    whole.setValue(NSSet(array: (0..<3).map { _ in thing(context) }), forKey: "parts")
    let error = try #require(throws: NSError.self) { try context.save() }
    #expect(error.code == NSValidationRelationshipExceedsMaximumCountError)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "parts")
  }

  @Test(.rule("C-110", "C-144"))
  func `transformable values are archived by a save and unarchived on access`() throws {
    let plain = attribute("plain", .transformableAttributeType)
    let secure = attribute("secure", .transformableAttributeType)
    secure.valueTransformerName = "NSSecureUnarchiveFromData"
    let own = attribute("own", .transformableAttributeType)
    own.valueTransformerName = "ReversedText"
    ValueTransformer.setValueTransformer(
      ReversedText(), forName: NSValueTransformerName(rawValue: "ReversedText"))
    let context = try context([plain, secure, own])
    let object = thing(context)
    object.setValue(["a", "b"] as NSArray, forKey: "plain")
    object.setValue(["k": 1] as NSDictionary, forKey: "secure")
    object.setValue("abc", forKey: "own")
    #expect(object.value(forKey: "own") as? String == "abc")
    try context.save()
    #expect(!object.hasChanges)
    let other = another(context)
    let theirs = try other.existingObject(with: object.objectID)
    #expect(theirs.value(forKey: "plain") as? [String] == ["a", "b"])
    #expect(theirs.value(forKey: "secure") as? [String: Int] == ["k": 1])
    #expect(theirs.value(forKey: "own") as? String == "abc")
    #expect(!theirs.hasChanges)
    // The store contains the transformer's output.
    guard case .data(let data) = theirs.row?.values[theirs.entity.layout.index(of: "own") ?? 0] else {
      Issue.record("no data")
      return
    }
    #expect(String(decoding: data, as: UTF8.self) == "cba")
  }

  @Test(.rule("C-283"))
  func `composite attributes are stored, and predicates can use their elements`() throws {
    let address = NSCompositeAttributeDescription()
    address.name = "address"
    let position = NSCompositeAttributeDescription()
    position.name = "position"
    position.elements = [attribute("height", .doubleAttributeType)]
    address.elements = [
      attribute("city", .stringAttributeType), attribute("number", .integer32AttributeType),
      attribute("since", .dateAttributeType), position,
    ]
    let context = try context([address])
    for (index, city) in ["Bonn", "Ulm", "Bonn"].enumerated() {
      thing(context).setValue(
        [
          "city": city, "number": index, "since": Date(timeIntervalSinceReferenceDate: 1.5),
          "position": ["height": Double(index) * 10],
        ] as [String: Any], forKey: "address")
    }
    _ = thing(context)
    try context.save()
    let other = another(context)
    func numbers(_ format: String) throws -> [Int] {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
      request.predicate = NSPredicate(format: format)
      request.sortDescriptors = [NSSortDescriptor(key: "address.number", ascending: false)]
      let found = try other.fetch(request)
      let inMemory = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).filter {
        NSPredicate(format: format).evaluate(with: $0)
      }
      #expect(Set(found) == Set(inMemory))
      return found.map { $0.value(forKeyPath: "address.number") as? Int ?? -1 }
    }
    #expect(try numbers("address.city == \"Bonn\"") == [2, 0])
    #expect(try numbers("address.city BEGINSWITH[c] \"u\"") == [1])
    #expect(try numbers("address.position.height >= 10") == [2, 1])
    #expect(try numbers("address.city == nil") == [-1])
    let one = try #require(try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).first)
    let values = one.value(forKey: "address") as? [String: Any]
    #expect(values?["since"] as? Date == Date(timeIntervalSinceReferenceDate: 1.5))
    #expect(!one.hasChanges)
    #expect(CompositeValue.problem(["town": "x"], address) == "address has no element town")
    #expect(CompositeValue.problem(["number": "x"], address) == "address.number is a String")
  }
}

/// Stores texts reversed.
private final class ReversedText: ValueTransformer {
  override class func allowsReverseTransformation() -> Bool { true }
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data(String($0.reversed()).utf8) }
  }
  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(String(decoding: $0, as: UTF8.self).reversed()) }
  }
}
