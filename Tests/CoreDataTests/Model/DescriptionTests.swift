@testable import CoreData
import TestSupport
import Testing

@Suite struct DescriptionTests {
  @Test(.rule("C-1", "C-2")) func `a model built in code returns the values that were set`() {
    let one = CodeModel()
    #expect(one.model.entities.map(\.name) == ["Category", "Note"])
    #expect(one.model.entitiesByName["Note"] === one.note)
    #expect(one.note.managedObjectModel === one.model)
    #expect(one.title.entity === one.note)
    #expect(one.note.attributesByName.keys.sorted() == ["title"])
    #expect(one.category.relationshipsByName["notes"] === one.notes)
    #expect(one.notes.isToMany && !one.owner.isToMany)
    #expect(one.notes.deleteRule == .nullifyDeleteRule && one.title.isOptional)
    #expect(one.note.managedObjectClassName == "NSManagedObject")
    #expect(one.note.relationships(forDestination: one.category) == [one.owner])
    #expect(one.title.attributeValueClassName == "NSString" && one.title.type == .string)
  }

  @Test(.rule("C-4")) func `a model in use refuses every change`() async {
    let one = CodeModel()
    one.model.freeze()
    await #expect(processExitsWith: .failure) {
      let one = CodeModel()
      one.model.freeze()
      one.title.name = "heading"
    }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let one = CodeModel()
      one.model.freeze()
      one.model.entities = []
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: "
          + "'Can't modify an immutable model.'"))
  }

  @Test(.rule("C-4")) func `a copy of a model in use can be changed and refers to its own entities`() throws {
    let one = CodeModel()
    one.model.freeze()
    let copy = try #require(one.model.copy() as? NSManagedObjectModel)
    let note = try #require(copy.entitiesByName["Note"])
    let owner = try #require(note.relationshipsByName["category"])
    #expect(note !== one.note && owner !== one.owner)
    #expect(owner.destinationEntity === copy.entitiesByName["Category"])
    #expect(owner.inverseRelationship === copy.entitiesByName["Category"]?.relationshipsByName["notes"])
    #expect(copy.entityVersionHashesByName == one.model.entityVersionHashesByName && copy == one.model)
    note.attributesByName["title"]?.name = "heading"
    #expect(note.propertiesByName.keys.sorted() == ["category", "heading"])
    #expect(copy.entityVersionHashesByName["Note"] != one.model.entityVersionHashesByName["Note"])
    #expect(copy.entityVersionHashesByName["Category"] == one.model.entityVersionHashesByName["Category"])
  }

  @Test(.rule("C-289")) func `a model can be archived and restored`() throws {
    let one = CodeModel()
    let data = try NSKeyedArchiver.archivedData(withRootObject: one.model, requiringSecureCoding: true)
    let again = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NSManagedObjectModel.self, from: data))
    #expect(again == one.model)
    #expect(again.entityVersionHashesByName == one.model.entityVersionHashesByName)
    #expect(
      again.entitiesByName["Note"]?.relationshipsByName["category"]?.inverseRelationship?.name == "notes")
    #expect(!again.isFrozen)
  }

  @Test func `a subentity has its parent's properties and is added to the model with it`() {
    let one = CodeModel()
    let child = NSEntityDescription()
    child.name = "Reminder"
    let date = NSAttributeDescription()
    date.name = "date"
    date.attributeType = .dateAttributeType
    child.properties = [date]
    one.note.subentities = [child]
    one.model.entities = [one.note, one.category]
    #expect(one.model.entities.map(\.name) == ["Category", "Note", "Reminder"])
    #expect(child.superentity === one.note && child.isKindOf(entity: one.note))
    #expect(!one.note.isKindOf(entity: child))
    #expect(child.propertiesByName.keys.sorted() == ["category", "date", "title"])
    #expect(child.propertiesByName["title"] === one.title)
    #expect(one.note.subentitiesByName["Reminder"] === child)
  }

  @Test func `a subentity's layout begins with its parent's`() throws {
    let one = CodeModel()
    let child = NSEntityDescription()
    child.name = "Reminder"
    let alarm = NSAttributeDescription()
    alarm.name = "alarm"
    alarm.attributeType = .booleanAttributeType
    child.properties = [alarm]
    one.note.subentities = [child]
    one.model.entities = [one.note, one.category]
    one.model.freeze()
    #expect(one.note.layout.slots.map(\.name) == ["category", "title"])
    #expect(child.layout.slots.map(\.name) == ["category", "title", "alarm"])
    #expect(
      child.layout.slots.map(\.kind) == [
        .toOne, .attribute(.stringAttributeType), .attribute(.booleanAttributeType),
      ])
    #expect(one.category.layout.inverseIndex == [0])
    #expect(child.layout.index(of: "alarm") == 2 && child.layout.index(of: "nothing") == nil)
    #expect(child.layout.attributeSlots == [1, 2] && child.layout.relationshipSlots == [0])
  }

  @Test(.rule("C-100")) func `properties that are not stored do not change the version hash`() {
    let before = CodeModel()
    let hash = before.note.versionHash
    #expect(hash.count == 32)
    before.title.defaultValue = "Untitled"
    before.title.userInfo = ["a": "b"]
    before.title.renamingIdentifier = "name"
    before.note.managedObjectClassName = "Note"
    #expect(before.note.versionHash == hash)
    let changes: [(CodeModel) -> Void] = [
      { $0.title.isOptional = false }, { $0.title.attributeType = .integer16AttributeType },
      { $0.title.versionHashModifier = "2" }, { $0.owner.deleteRule = .cascadeDeleteRule },
      { $0.owner.minCount = 1 }, { $0.note.isAbstract = true }, { $0.note.versionHashModifier = "2" },
    ]
    for change in changes {
      let after = CodeModel()
      change(after)
      #expect(after.note.versionHash != hash)
    }
  }

  @Test func `a configuration is a subset of the entities`() {
    let one = CodeModel()
    one.model.setEntities([one.note], forConfigurationName: "Cloud")
    #expect(one.model.configurations == ["Cloud"])
    #expect(one.model.entities(forConfigurationName: "Cloud") == [one.note])
    #expect(one.model.entities(forConfigurationName: nil) == [one.category, one.note])
    #expect(one.model.entities(forConfigurationName: "Other") == nil)
    let hashes = ["Note": one.note.versionHash]
    let metadata: [String: Any] = ["NSStoreModelVersionHashes": hashes]
    #expect(one.model.isConfiguration(withName: "Cloud", compatibleWithStoreMetadata: metadata))
    #expect(!one.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
  }

  @Test func `a template's variables are replaced in a copy`() throws {
    let one = CodeModel()
    let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Note")
    template.predicate = NSPredicate(format: "title == $TITLE")
    one.model.setFetchRequestTemplate(template, forName: "titled")
    let request = try #require(
      one.model.fetchRequestFromTemplate(withName: "titled", substitutionVariables: ["TITLE": "a"]))
    #expect(request.predicate?.description == "title == \"a\"")
    #expect(template.predicate?.description == "title == $TITLE")
    #expect(one.model.fetchRequestTemplate(forName: "titled") === template)
    #expect(one.model.fetchRequestFromTemplate(withName: "other", substitutionVariables: [:]) == nil)
  }

  @Test func `merged models have relationships among the merged entities`() throws {
    let (one, other) = (CodeModel(), CodeModel())
    let tag = NSEntityDescription()
    tag.name = "Tag"
    other.model.entities += [tag]
    let merged = try #require(NSManagedObjectModel(byMerging: [one.model, other.model]))
    #expect(merged.entities.map(\.name) == ["Category", "Note", "Tag"])
    let note = try #require(merged.entitiesByName["Note"])
    #expect(note.relationshipsByName["category"]?.destinationEntity === merged.entitiesByName["Category"])
    #expect(note.managedObjectModel === merged && one.note.managedObjectModel === one.model)
    #expect(merged.versionChecksum != one.model.versionChecksum)
  }

  @Test func `two different entities of the same name cannot be merged`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (one, other) = (CodeModel(), CodeModel())
      other.title.isOptional = false
      _ = NSManagedObjectModel(byMerging: [one.model, other.model])
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Can't merge models with two different entities named 'Note'"))
  }

  @Test(.rule("M-119", "M-121", "M-122")) func `questionable relationships are found`() {
    let one = CodeModel()
    #expect(ModelWarnings.findings(in: one.model).isEmpty)
    one.owner.isOptional = false
    #expect(
      ModelWarnings.findings(in: one.model).map(\.text) == [
        "Note.category is not optional; deleting Category will fail with 1570"
      ])
    one.owner.maxCount = 0
    one.notes.deleteRule = .cascadeDeleteRule
    #expect(
      ModelWarnings.findings(in: one.model).map(\.text) == [
        "Category.notes: deleting a Category will delete every Note it shares with others"
      ])
    one.owner.inverseRelationship = nil
    #expect(ModelWarnings.findings(in: one.model).map(\.text).last == "Note.category should have an inverse")
  }
}
