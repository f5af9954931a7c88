import AppProject
import Foundation
import TestSupport
import Testing

@testable import AppBuilder

/// Core Data models in projects.
struct DataModelTests {
  private static let note = """
    <model>
      <entity name="Note" representedClassName="Note" codeGenerationType="class">
        <attribute name="title" optional="YES" attributeType="String"/>
      </entity>
    </model>
    """
  private static let app = "import UIKit\n@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n"
  private static let place = "Notes.xcdatamodeld/Notes.xcdatamodel/contents"

  private func models(_ folder: TemporaryFolder, _ cache: TemporaryFolder) throws -> DataModels {
    let project = try Project.read(folder.path)
    return try DataModels(
      of: project.app(), folder: cache.path,
      fingerprints: FileFingerprints(file: cache.path + "/fingerprints"), toolIdentity: "test")
  }

  @Test func `a model is compiled to files for the bundle and classes for the translator`() throws {
    let folder = try TemporaryFolder(["A.swift": Self.app, Self.place: Self.note], name: "App")
    let cache = try TemporaryFolder()
    let models = try models(folder, cache)
    let project = try Project.read(folder.path)
    var entries = BundleEntries(
      target: try project.app(), projectRoot: folder.path, configuration: .debug,
      fingerprints: FileFingerprints(file: cache.path + "/fingerprints"), toolIdentity: "test", models: models
    )
    try entries.addAll()
    #expect(
      entries.entries.map(\.destination).filter { $0.contains("Notes") } == [
        "Notes.momd/Notes.mom", "Notes.momd/VersionInfo.plist",
      ])
    #expect(
      models.sources.map { AbsolutePath.relative($0, to: cache.path) } == [
        "generated/App/Note+CoreDataClass.swift", "generated/App/Note+CoreDataProperties.swift",
      ])
    let text = try String(contentsOfFile: models.sources[0], encoding: .utf8)
    #expect(text.contains("public class Note: NSManagedObject {}"))
    #expect(models.warnings.isEmpty)
  }

  @Test func `a changed model is compiled again, and its old classes are removed`() throws {
    let folder = try TemporaryFolder(["A.swift": Self.app, Self.place: Self.note], name: "App")
    let cache = try TemporaryFolder()
    let before = try models(folder, cache)
    #expect(try models(folder, cache).models.map(\.fingerprint) == before.models.map(\.fingerprint))
    try folder.write(Self.place, Self.note.replacing("Note", with: "Memo"))
    let after = try models(folder, cache)
    #expect(after.models.map(\.fingerprint) != before.models.map(\.fingerprint))
    #expect(
      AbsolutePath.contents(cache.path + "/generated/App") == [
        "Memo+CoreDataClass.swift", "Memo+CoreDataProperties.swift",
      ])
    // The cache contains the current model, and nothing if the target has no model.
    let files = { AbsolutePath.contents(cache.path + "/models/App") }
    #expect(files() == after.models.map { $0.fingerprint + ".plist" })
    try FileManager.default.removeItem(atPath: folder.path + "/Notes.xcdatamodeld")
    #expect(try models(folder, cache).models.isEmpty)
    #expect(files().isEmpty && AbsolutePath.contents(cache.path + "/generated/App").isEmpty)
  }

  @Test(.rule("C-111")) func `an error in a model stops the build at its line`() throws {
    let folder = try TemporaryFolder([
      "A.swift": Self.app, Self.place: Self.note.replacing("\"String\"", with: "\"Text\""),
    ])
    let error = #expect(throws: BuildError.self) { try models(folder, TemporaryFolder()) }
    #expect(
      error?.diagnostics == [
        BuildDiagnostic(
          path: "\(folder.path)/\(Self.place)", line: 3, severity: .error,
          message: "Note.title: “Text” is not an attribute type")
      ])
  }

  @Test func `a file of the same name as a generated class is an error`() throws {
    let folder = try TemporaryFolder([
      "A.swift": Self.app, Self.place: Self.note, "Note+CoreDataClass.swift": "import CoreData\n",
    ])
    let error = #expect(throws: BuildError.self) { try models(folder, TemporaryFolder()) }
    #expect(error?.diagnostics.first?.path == folder.path + "/Note+CoreDataClass.swift")
    #expect(error?.diagnostics.first?.message.contains("Manual/None") == true)
  }

  @Test func `doctor reads models and knows the classes that they generate`() throws {
    let folder = try TemporaryFolder([
      "A.swift": Self.app,
      Self.place: Self.note.replacing(
        "</entity>", with: "<relationship name=\"next\" maxCount=\"1\" destinationEntity=\"Note\"/></entity>"),
    ])
    let project = try Project.read(folder.path)
    let found = try Doctor().check(project.app(), in: project)
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.path == "\(folder.path)/\(Self.place)" && found.first?.line == 4)
    #expect(found.first?.message == "Note.next should have an inverse")
  }
}
