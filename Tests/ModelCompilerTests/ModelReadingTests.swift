import Foundation
import TestSupport
import ManagedModelFormat
@testable import ModelCompiler
import Testing

@Suite struct ModelReadingTests {
  @Test func `everything that Xcode's editor saves is read`() throws {
    let source = read(sampleModel)
    #expect(source.findings.isEmpty, "\(source.findings)")
    let model = source.model
    #expect(model.versionIdentifiers == ["v1"] && model.module == "App")
    #expect(model.entities.map(\.name) == ["Category", "Note", "Reminder"])
    #expect(model.entities.map(\.className) == ["Category", "App.Note", "App.Reminder"])
    #expect(model.entities[0].uniquenessConstraints == [["name"]])
    #expect(model.entities[2].parent == "Note")
    let note = model.entities[1]
    #expect(
      note.properties.map(\.name) == [
        "category", "color", "count", "created", "flag", "home", "ident", "image", "link", "lower", "price",
        "scratch", "similar", "title",
      ])
    func attribute(_ name: String, of entity: ManagedModel.Entity = note) -> ManagedModel.Attribute? {
      let property = entity.properties.first { $0.name == name }
      guard case .attribute(let attribute)? = property?.kind else { return nil }
      return attribute
    }
    let name = try #require(attribute("name", of: model.entities[0]))
    #expect(
      name.minimum == .integer(1) && name.maximum == .integer(20) && name.regularExpression == "[A-Z].*")
    #expect(attribute("count")?.defaultValue == .integer(3) && attribute("count")?.maximum == .integer(9))
    #expect(attribute("created")?.defaultValue == .date(86400))
    #expect(attribute("flag")?.defaultValue == .boolean(true))
    #expect(attribute("price")?.defaultValue == .decimal("1.50"))
    #expect(attribute("image")?.allowsExternalBinaryDataStorage == true)
    #expect(attribute("lower")?.derivation == "canonical:(title)")
    #expect(attribute("color")?.transformerName == "ColorTransformer")
    #expect(attribute("home")?.elements?.map(\.name) == ["city"])
    let title = try #require(note.properties.last)
    #expect(title.renamingIdentifier == "heading" && title.versionHashModifier == "2")
    #expect(title.userInfo == ["hint": "Title"] && title.isIndexedBySpotlight && title.isOptional)
    guard case .relationship(let category) = note.properties[0].kind,
      case .relationship(let notes) = model.entities[0].properties[1].kind
    else {
      Issue.record("no relationships")
      return
    }
    #expect(category.maxCount == 1 && category.inverse == "notes" && category.deleteRule == .nullify)
    #expect(!note.properties[0].isOptional)
    #expect(notes.maxCount == 0 && notes.isOrdered && notes.deleteRule == .deny)
    #expect(note.indexes.first?.elements.first?.isAscending == false)
    #expect(model.configurations == [.init(name: "Cloud", entities: ["Note"])])
    #expect(model.fetchRequests.first?.limit == 10)
    #expect(model.fetchRequests.first?.returnsObjectsAsFaults == false)
  }

  @Test func `errors name the entity, the property and the line`() {
    let place = "App.xcdatamodel/contents:3: error: "
    let cases: [(String, String)] = [
      ("<attribute name=\"a\"/>", "Note.a must have a defined type"),
      ("<attribute name=\"a\" attributeType=\"Text\"/>", "Note.a: “Text” is not an attribute type"),
      (
        "<attribute name=\"a\" attributeType=\"Integer 16\" defaultValueString=\"70000\"/>",
        "Note.a: the default value “70000” is not of the type Integer 16"
      ),
      (
        "<attribute name=\"a\" attributeType=\"Boolean\" defaultValueString=\"maybe\"/>",
        "Note.a: the default value “maybe” is not of the type Boolean"
      ),
      (
        "<attribute name=\"a\" attributeType=\"Double\" minValueString=\"2\" maxValueString=\"1\"/>",
        "Note.a: the minimum is greater than the maximum"
      ),
      (
        "<attribute name=\"a\" attributeType=\"String\" regularExpressionString=\"[\"/>",
        "Note.a: the regular expression cannot be read: ["
      ),
      (
        "<attribute name=\"description\" attributeType=\"String\"/>",
        "Note.description: NSManagedObject already has a property of this name"
      ),
      (
        "<attribute name=\"2a\" attributeType=\"String\"/>",
        "Note.2a: “2a” cannot be the name of an entity or a property"
      ),
      (
        "<attribute name=\"a\" attributeType=\"String\" derived=\"YES\"/>",
        "Note.a is derived, but has no derivation expression"
      ),
      ("<relationship name=\"a\"/>", "Note.a must have a destination"),
      (
        "<relationship name=\"a\" destinationEntity=\"B\"/>",
        "Note.a: the destination “B” is not in the model"
      ),
      (
        "<relationship name=\"a\" destinationEntity=\"Note\" inverseName=\"b\"/>",
        "Note.a: the inverse “b” is not a relationship of Note"
      ),
      (
        "<fetchedProperty name=\"a\"><fetchRequest name=\"f\" entity=\"B\"/></fetchedProperty>",
        "Note.a: the entity “B” is not in the model"
      ),
    ]
    for (element, message) in cases { #expect(findings(element) == [place + message]) }
    #expect(
      findings("<relationship name=\"a\" destinationEntity=\"Note\" deletionRule=\"Ask\"/>").first
        == place + "Note.a: “Ask” is not a delete rule")
    #expect(
      findings("<fetchIndex name=\"i\"><fetchIndexElement property=\"a\"/></fetchIndex>") == [
        "App.xcdatamodel/contents:2: error: Note: the index i names “a”, which is not a property of the entity"
      ])
    #expect(
      findings("", more: "<fetchRequest name=\"f\" entity=\"Note\" predicateString=\"a == (1\"/>") == [
        "App.xcdatamodel/contents:5: error: fetch request f: predicateString has a “(” that is not closed: a == (1"
      ])
    #expect(
      findings("", more: "<entity name=\"Note\"/>") == [
        "App.xcdatamodel/contents:5: error: the model has two entities named “Note”"
      ])
    #expect(
      findings("", more: "<entity name=\"A\" parentEntity=\"A\"/>") == [
        "App.xcdatamodel/contents:5: error: A inherits from itself"
      ])
  }

  @Test(.rule("M-122")) func `a relationship without an inverse is a warning`() {
    #expect(
      findings("<relationship name=\"a\" destinationEntity=\"Note\"/>") == [
        "App.xcdatamodel/contents:3: warning: Note.a should have an inverse"
      ])
  }

  @Test func `an unknown attribute or element is a warning, once for each kind`() {
    let attribute = "<attribute name=\"%\" attributeType=\"String\" glow=\"YES\"/>"
    #expect(
      findings(
        attribute.replacing("%", with: "a") + "\n" + attribute.replacing("%", with: "b") + "<shine/><shine/>")
        == [
          "App.xcdatamodel/contents:3: warning: <attribute> has the attribute “glow”, which is unknown "
            + "and is ignored",
          "App.xcdatamodel/contents:4: warning: <shine> in <entity> is unknown and is ignored",
        ])
  }

  @Test func `a file that is not a model is reported as such`() {
    #expect(
      read("<database/>").findings.map(\.description) == [
        "App.xcdatamodel/contents:1: error: <database> is not the root of a data model"
      ])
    #expect(read("").findings.map(\.message) == ["the file is empty"])
  }

  @Test func `damaged models cause findings and never crash the command`() {
    let samples = [
      FuzzInput("sample", sampleModel), FuzzInput("small", "<model><entity name=\"A\"/></model>"),
    ]
    let pieces = [
      "<entity", "parentEntity=\"Note\"", "attributeType=\"Composite\"", "minValueString=\"9e999\"",
      "defaultValueString=\"nan\"", "</model>", "\"", "<attribute name=\"a\"", "maxCount=\"-1\"",
    ]
    Fuzzing.run("data model", samples, pieces: pieces, rounds: 300) { input, _ in
      let source = DataModelCompiler.read(Data(input.bytes), path: "x", module: "App")
      _ = ClassGenerator.files(for: source)
      if let data = try? ManagedModelFile.data(source.model) {
        _ = try? ManagedModelFile.model(data, path: "x")
      }
      _ = VersionHash.all(of: source.model)
    }
  }

  @Test func `damaged compiled models are rejected`() throws {
    let data = try ManagedModelFile.data(read(sampleModel).model)
    #expect(try ManagedModelFile.model(data, path: "x") == read(sampleModel).model)
    Fuzzing.run("compiled model", [FuzzInput("sample", Array(data))], pieces: ["carobModel"], rounds: 300) {
      input, _ in
      _ = try? ManagedModelFile.model(Data(input.bytes), path: "x")
    }
    #expect(throws: ManagedModelError.self) { try ManagedModelFile.model(Data("bplist00".utf8), path: "x") }
  }
}
