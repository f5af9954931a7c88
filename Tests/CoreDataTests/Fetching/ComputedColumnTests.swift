import TestSupport
import Testing

@testable import CoreData

/// Expressions in the properties to fetch of requests with dictionary results.
@Suite struct ComputedColumnTests {
  private let library = Library()
  private let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)

  init() throws {
    try library.coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    context.persistentStoreCoordinator = library.coordinator
    for (name, pages) in [("Ada", [10, 200, 300]), ("Bea", [20]), ("Cleo", [])] {
      let author = try library.insert("Author", ["name": .text(name)])
      for count in pages {
        try library.insert("Book", ["pages": .integer(Int64(count)), "author": .toOne(author)])
      }
    }
  }

  private func column(_ name: String, _ expression: NSExpression, _ type: NSAttributeType)
    -> NSExpressionDescription
  {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = expression
    description.expressionResultType = type
    return description
  }

  private func authors(_ properties: [Any]) throws -> [String] {
    let request = NSFetchRequest<NSDictionary>(entityName: "Author")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["name"] + properties
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request).map { row in
      row.allKeys.map { "\($0): \(row[$0] ?? "")" }.sorted().joined(separator: ", ")
    }
  }

  @Test(.rule("C-293"))
  func `a subquery in the properties to fetch counts the matching members of each object`() throws {
    let expression = NSExpression(format: "SUBQUERY(books, $b, $b.pages > 100).@count")
    let long = column("long", expression, .integer32AttributeType)
    #expect(try authors([long]) == ["long: 2, name: Ada", "long: 0, name: Bea", "long: 0, name: Cleo"])
  }

  @Test(.rule("C-293"))
  func `a subquery created from expressions gives the same results`() throws {
    let subquery = NSExpression(
      forSubquery: NSExpression(forKeyPath: "books"), usingIteratorVariable: "b",
      predicate: NSPredicate(format: "$b.pages < 100"))
    let short = column(
      "short", NSExpression(forFunction: "count:", arguments: [subquery]), .integer64AttributeType)
    #expect(try authors([short]) == ["name: Ada, short: 1", "name: Bea, short: 1", "name: Cleo, short: 0"])
  }

  @Test(.rule("C-293", "C-211"))
  func `a subquery's objects cannot be the value of a column`() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let tests = try ComputedColumnTests()
      let subquery = NSExpression(format: "SUBQUERY(books, $b, $b.pages > 100)")
      _ = try tests.authors([tests.column("long", subquery, .objectIDAttributeType)])
    }
  }
}
