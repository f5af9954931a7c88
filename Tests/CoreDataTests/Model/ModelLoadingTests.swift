@testable import CoreData
import CarobFoundation
import ManagedModelFormat
import TestSupport
import Testing

/// Models from files of the model compiler.
@Suite struct ModelLoadingTests {
  private static func attribute(
    _ name: String, _ type: ManagedModel.AttributeType,
    _ change: (inout ManagedModel.Attribute) -> Void = { _ in }
  ) -> ManagedModel.Property {
    var attribute = ManagedModel.Attribute(type: type)
    change(&attribute)
    return ManagedModel.Property(name: name, kind: .attribute(attribute))
  }

  private static var model: ManagedModel {
    var note = ManagedModel.Entity(name: "Note", className: "App.Note")
    var owner = ManagedModel.Relationship(destination: "Category")
    (owner.inverse, owner.maxCount, owner.deleteRule) = ("notes", 1, .deny)
    note.properties = [
      ManagedModel.Property(name: "category", kind: .relationship(owner)),
      attribute("count", .integer16) {
        ($0.defaultValue, $0.minimum, $0.maximum) = (.integer(3), .integer(0), .integer(9))
      },
      attribute("title", .string) { ($0.minimum, $0.regularExpression) = (.integer(2), "[A-Z].*") },
    ]
    note.uniquenessConstraints = [["title"]]
    var category = ManagedModel.Entity(name: "Category")
    var notes = ManagedModel.Relationship(destination: "Note")
    notes.inverse = "category"
    category.properties = [ManagedModel.Property(name: "notes", kind: .relationship(notes))]
    var reminder = ManagedModel.Entity(name: "Reminder")
    reminder.parent = "Note"
    var request = ManagedModel.FetchRequest(name: "All", entity: "Note")
    request.limit = 5
    return ManagedModel(
      versionIdentifiers: ["v1"], module: "App", entities: [category, note, reminder],
      configurations: [.init(name: "Cloud", entities: ["Note"])], fetchRequests: [request])
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test(.rule("C-101", "C-102")) func `a model file is loaded with the compiled descriptions`() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("Notes.mom")
      try ManagedModelFile.data(Self.model).write(to: file)
      let model = try #require(NSManagedObjectModel(contentsOf: file))
      let note = try #require(model.entitiesByName["Note"])
      #expect(model.entities.map(\.name) == ["Category", "Note", "Reminder"])
      #expect(note.managedObjectClassName == "App.Note" && note.constraintNames == [["title"]])
      #expect(model.entitiesByName["Reminder"]?.superentity === note)
      let count = try #require(note.attributesByName["count"])
      #expect(count.defaultValue as? NSNumber == 3)
      #expect(count.validationPredicates.map { $0.evaluate(with: 10) } == [true, false])
      #expect(count.validationWarnings as? [NSNumber] == [1620, 1610])
      let title = try #require(note.attributesByName["title"])
      #expect(title.validationPredicates.map { $0.evaluate(with: "a") } == [false, false])
      #expect(title.validationPredicates.map { $0.evaluate(with: "Ab") } == [true, true])
      #expect(title.validationWarnings as? [NSNumber] == [1670, 1680])
      let owner = try #require(note.relationshipsByName["category"])
      #expect(owner.deleteRule == .denyDeleteRule && !owner.isToMany)
      #expect(owner.inverseRelationship === model.entitiesByName["Category"]?.relationshipsByName["notes"])
      #expect(model.configurations == ["Cloud"] && model.versionIdentifiers == ["v1"])
      #expect(model.fetchRequestTemplate(forName: "All")?.fetchLimit == 5)
      #expect(model.entityVersionHashesByName == VersionHash.all(of: Self.model))
    }
  }

  @Test(.rule("C-102")) func `a version folder loads the current version, and finds the version of a store`()
    throws
  {
    try withFolder { folder in
      let momd = folder.appendingPathComponent("Notes.momd")
      try FileManager.default.createDirectory(at: momd, withIntermediateDirectories: true)
      let old = ManagedModel(entities: [ManagedModel.Entity(name: "Old")])
      try ManagedModelFile.data(old).write(to: momd.appendingPathComponent("Notes.mom"))
      try ManagedModelFile.data(Self.model).write(to: momd.appendingPathComponent("Notes 2.mom"))
      let versions = ManagedModelVersions(
        current: "Notes 2",
        hashes: ["Notes": VersionHash.all(of: old), "Notes 2": VersionHash.all(of: Self.model)])
      try versions.data().write(to: momd.appendingPathComponent("VersionInfo.plist"))
      #expect(NSManagedObjectModel(contentsOf: momd)?.entitiesByName["Note"] != nil)
      let all = ModelLoader.allVersions(at: momd)
      #expect(all.map { $0.entities.count } == [3, 1])
      let metadata: [String: Any] = ["NSStoreModelVersionHashes": VersionHash.all(of: old)]
      #expect(
        NSManagedObjectModel(byMerging: all, forStoreMetadata: metadata)?.entities.map(\.name) == ["Old"])
    }
  }

  @Test(.rule("C-102")) func `a file that is not a compiled model gives nil`() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("Notes.mom")
      try Data("bplist00".utf8).write(to: file)
      #expect(NSManagedObjectModel(contentsOf: file) == nil)
      #expect(NSManagedObjectModel(contentsOf: folder) == nil)
    }
  }

  @Test func `an archived model is restored with the same hashes`() throws {
    let one = CodeModel()
    one.title.defaultValue = "New"
    let data = try #require(one.model.archived())
    let again = try #require(NSManagedObjectModel(archived: data))
    #expect(again == one.model)
    #expect(again.entitiesByName["Note"]?.attributesByName["title"]?.defaultValue as? String == "New")
    #expect(NSManagedObjectModel(archived: Data("nothing".utf8)) == nil)
  }
}
