import TestSupport
import Testing

@testable import CoreData

@Suite struct FetchIndexTests {
  /// The SQL of the store's own indexes of a table, by name.
  private func indexes(_ prepare: (CodeModel) -> Void) throws -> [String] {
    let model = CodeModel()
    prepare(model)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model.model)
    let store = try #require(
      try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        as? SQLiteStore)
    var found: [String] = []
    try store.connection().rows(
      "SELECT sql FROM sqlite_master WHERE type = 'index' AND (name LIKE '%·index·%' OR name LIKE '%·compound·%') ORDER BY name"
    ) { found.append($0.text(0)) }
    return found
  }

  private func element(_ property: NSPropertyDescription, isAscending: Bool = true)
    -> NSFetchIndexElementDescription
  {
    let element = NSFetchIndexElementDescription(property: property, collationType: .binary)
    element.isAscending = isAscending
    return element
  }

  @Test(.rule("C-294"))
  func `a fetch index becomes an SQLite index with its elements and their directions`() throws {
    let found = try indexes { model in
      model.note.indexes = [
        NSFetchIndexDescription(
          name: "byTitle", elements: [element(model.title, isAscending: false), element(model.owner)])
      ]
    }
    #expect(found == [#"CREATE INDEX "Note·index·byTitle" ON "Note" ("title" DESC, "category")"#])
  }

  @Test(.rule("C-351")) func `compound indexes become SQLite indexes, also in a model from a file`() throws {
    let found = try indexes { model in
      model.note.compoundIndexes = [["title", "category"], [model.title], ["unknown"]]
    }
    #expect(
      found == [
        #"CREATE INDEX "Note·compound·1" ON "Note" ("title", "category")"#,
        #"CREATE INDEX "Note·compound·2" ON "Note" ("title")"#,
      ])
    let model = CodeModel()
    model.note.compoundIndexes = [["title", model.title]]
    let written = try #require(ModelWriter.model(model.model).entities.first { $0.name == "Note" })
    #expect(written.indexes.map { $0.elements.map(\.property) } == [["title", "title"]])
  }

  @Test(.rule("C-294"))
  func `a partial index contains all rows, and expressions are omitted`() throws {
    let found = try indexes { model in
      let lower = NSExpressionDescription()
      lower.name = "lower"
      lower.expression = NSExpression(format: "lowercase:(title)")
      let partial = NSFetchIndexDescription(name: "partial", elements: [element(model.title)])
      partial.partialIndexPredicate = NSPredicate(format: "title != nil")
      model.note.indexes = [
        partial, NSFetchIndexDescription(name: "computed", elements: [element(lower)]),
      ]
    }
    #expect(found == [#"CREATE INDEX "Note·index·partial" ON "Note" ("title")"#])
  }

  @Test(.rule("C-294", "C-4"))
  func `an index refers to its entity and its elements to the index, also in a copy`() throws {
    let model = CodeModel()
    let index = NSFetchIndexDescription(name: "byTitle", elements: [element(model.title)])
    model.note.indexes = [index]
    #expect(index.entity === model.note)
    #expect(index.elements[0].indexDescription === index)
    #expect(index.elements[0].propertyName == "title")
    let copy = try #require(index.copy() as? NSFetchIndexDescription)
    #expect(copy.entity == nil)
    #expect(copy.elements.map(\.propertyName) == ["title"])
    #expect(copy.elements[0].indexDescription === copy)
  }
}
