import CoreData
import TestSupport
import Testing

@Suite struct ValidationTests {
  /// The error code of saving a value of one attribute with a validation predicate; nil if it is valid.
  private func code(_ type: NSAttributeType, _ format: String, _ warning: String, _ value: Any?) throws
    -> Int?
  {
    let attribute = NSAttributeDescription()
    attribute.name = "value"
    attribute.attributeType = type
    attribute.setValidationPredicates([NSPredicate(format: format)], withValidationWarnings: [warning])
    let entity = NSEntityDescription()
    entity.name = "Thing"
    entity.properties = [attribute]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let object = NSManagedObject(entity: entity, insertInto: nil)
    var pointer = value.map { $0 as AnyObject }
    do {
      try object.validateValue(&pointer, forKey: "value")
      return nil
    } catch let error as NSError {
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "value")
      #expect(error.userInfo[NSValidationPredicateErrorKey] is NSPredicate)
      #expect(error.localizedDescription == warning)
      return error.code
    }
  }

  @Test(.rule("C-42", "C-43"))
  func `the error of a value that violates a predicate contains the predicate`() throws {
    #expect(try code(.stringAttributeType, "length > 2", "too short", "ab") == 1550)
    #expect(try code(.stringAttributeType, "length > 2", "too short", "abc") == nil)
    #expect(try code(.integer32AttributeType, "SELF < 10", "too large", 11) == 1550)
    #expect(try code(.stringAttributeType, "length > 2", "too short", nil) == nil)
  }

  @Test(.rule("C-353")) func `errors name properties by the model's localization dictionary`() throws {
    func texts(_ dictionary: [String: String]?) throws -> [String] {
      let properties = ["title", "more"].map { name in
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, .stringAttributeType, false)
        return attribute
      }
      properties[1].setValidationPredicates(
        [NSPredicate(format: "length > 2")], withValidationWarnings: ["too short"])
      let entity = NSEntityDescription()
      (entity.name, entity.properties) = ("Note", properties)
      let model = NSManagedObjectModel()
      model.entities = [entity]
      model.localizationDictionary = dictionary
      let object = NSManagedObject(entity: entity, insertInto: nil)
      return ["title", "more"].map { key in
        var value: AnyObject? = key == "more" ? "a" as NSString : nil
        do {
          try object.validateValue(&value, forKey: key)
          return "valid"
        } catch { return error.localizedDescription }
      }
    }
    #expect(try texts(nil) == ["title is a required value.", "too short"])
    #expect(
      try texts(["Property/title": "Titel", "ErrorString/too short": "zu kurz"]) == [
        "Titel is a required value.", "zu kurz",
      ])
    #expect(
      try texts(["Property/title": "Titel", "Property/title/Entity/Note": "Überschrift"]) == [
        "Überschrift is a required value.", "too short",
      ])
  }

  @Test(.rule("C-44"))
  func `too few and too many members have separate error codes`() throws {
    let shelf = try Shelf { $0.minimumOfTags = 2 }
    let tag = shelf.insert("Tag", "red")
    let error = try #require(throws: NSError.self) { try shelf.context.save() }
    #expect(error.code == NSValidationRelationshipLacksMinimumCountError)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "notes")
    for name in ["a", "b"] { tag.mutableSetValue(forKey: "notes").add(shelf.insert("Note", name)) }
    try shelf.context.save()
    shelf.context.delete(tag.mutableSetValue(forKey: "notes").allObjects[0] as! NSManagedObject)
    let second = try #require(throws: NSError.self) { try shelf.context.save() }
    #expect(second.code == NSValidationRelationshipLacksMinimumCountError)
  }

  @Test(.rule("C-143"))
  func `values by key are boxed and coerced by the attribute's type`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    #expect(note.value(forKey: "stars") as? Int == 3)
    note.setValue(true, forKey: "stars")
    #expect(note.value(forKey: "stars") as? Int == 1)
    let date = Date(timeIntervalSinceReferenceDate: 1000)
    note.setValue(date, forKey: "date")
    #expect(note.value(forKey: "date") as? Date == date)
    note.setValue("x", forKey: "scratch")
    try shelf.context.save()
    #expect(note.value(forKey: "scratch") as? String == "x")
    let other = shelf.another()
    let theirs = try other.existingObject(with: note.objectID)
    #expect(theirs.value(forKey: "scratch") == nil)
    #expect(theirs.value(forKey: "date") as? Date == date)
    #expect(theirs.value(forKeyPath: "category.name") == nil)
  }

  @Test(.rule("C-140"))
  func `identifiers are temporary until the first save and equal by value`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    #expect(note.objectID.isTemporaryID)
    #expect(note.objectID.uriRepresentation().absoluteString.hasPrefix("x-coredata:///Note/t"))
    try shelf.context.save()
    let id = note.objectID
    #expect(!id.isTemporaryID)
    #expect(id.uriRepresentation().absoluteString.hasSuffix("/Note/p1"))
    let other = shelf.another()
    let theirs = try other.existingObject(with: id)
    #expect(theirs.objectID == id)
    #expect(theirs !== note)
    let early = shelf.insert("Note", "b")
    try shelf.context.obtainPermanentIDs(for: [early])
    #expect(!early.objectID.isTemporaryID)
    #expect(early.isInserted)
    try shelf.context.save()
    #expect(early.objectID.uriRepresentation().absoluteString.hasSuffix("/Note/p2"))
  }

  @Test(.rule("C-155"))
  func `a description shows the values and never fires a fault`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    #expect(note.description.contains("(entity: Note; id: 0x"))
    #expect(note.description.contains("    name = a;\n"))
    let other = shelf.another()
    let fault = other.object(with: note.objectID)
    #expect(fault.description.hasSuffix("data: <fault>)"))
    #expect(fault.isFault)
  }
}
