import Foundation
import ManagedModelFormat
@testable import ModelCompiler
import TestSupport
import Testing

@Suite struct ModelFilesTests {
  private func current(_ name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>
    """
  }

  @Test func `a folder of versions becomes a momd with the current version`() throws {
    try withFolder { folder in
      let model = folder + "/Notes.xcdatamodeld"
      try write("<model><entity name=\"Old\"/></model>", model + "/Notes.xcdatamodel/contents")
      try write(sampleModel, model + "/Notes 2.xcdatamodel/contents")
      try write(current("Notes 2.xcdatamodel"), model + "/.xccurrentversion")
      let compiled = DataModelCompiler.compile(model, module: "App")
      #expect(compiled.findings.isEmpty)
      #expect(
        compiled.files.map(\.destination) == [
          "Notes.momd/Notes 2.mom", "Notes.momd/Notes.mom", "Notes.momd/VersionInfo.plist",
        ])
      for file in compiled.files {
        let url = URL(fileURLWithPath: folder + "/" + file.destination)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try file.content.write(to: url)
      }
      let versions = try ManagedModelVersions(folder: URL(fileURLWithPath: folder + "/Notes.momd"))
      #expect(versions.current == "Notes 2")
      #expect(versions.hashes["Notes 2"]?.keys.sorted() == ["Category", "Note", "Reminder"])
      #expect(versions.hashes["Notes"]?.keys.sorted() == ["Old"])
      #expect(
        compiled.classes.map(\.name) == [
          "Category+CoreDataProperties.swift", "Note+CoreDataClass.swift", "Note+CoreDataProperties.swift",
          "Reminder+CoreDataClass.swift", "Reminder+CoreDataProperties.swift",
        ])
    }
  }

  @Test func `a model with a single version needs no file that names the current one`() throws {
    try withFolder { folder in
      try write(sampleModel, folder + "/Notes.xcdatamodeld/Notes.xcdatamodel/contents")
      let compiled = DataModelCompiler.compile(folder + "/Notes.xcdatamodeld", module: "App")
      #expect(compiled.files.map(\.destination) == ["Notes.momd/Notes.mom", "Notes.momd/VersionInfo.plist"])
      try write(sampleModel, folder + "/Plain.xcdatamodel/contents")
      let plain = DataModelCompiler.compile(folder + "/Plain.xcdatamodel", module: "App")
      #expect(plain.files.map(\.destination) == ["Plain.mom"])
    }
  }

  @Test func `a missing current version is an error in the file that names it`() throws {
    try withFolder { folder in
      let model = folder + "/Notes.xcdatamodeld"
      try write(sampleModel, model + "/A.xcdatamodel/contents")
      try write(sampleModel, model + "/B.xcdatamodel/contents")
      #expect(
        DataModelCompiler.compile(model, module: "App").findings.map(\.message) == [
          "the model has 2 versions, and no .xccurrentversion says which is the current one"
        ])
      try write(current("C.xcdatamodel"), model + "/.xccurrentversion")
      #expect(
        DataModelCompiler.compile(model, module: "App").findings.map(\.description) == [
          "\(model)/.xccurrentversion:1: error: the current version is “C.xcdatamodel”, which the model does not have"
        ])
    }
  }

  @Test func `a mapping model with textual expressions is read`() throws {
    try withFolder { folder in
      let path = folder + "/OneToTwo.xcmappingmodel"
      func mapping(_ expression: String) -> String {
        """
        <?xml version="1.0"?>
        <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
        <database>
          <databaseInfo><version>134481920</version></databaseInfo>
          <object type="XDDEVMAPPINGMODEL" id="z100">
            <attribute name="sourcemodelpath" type="string">App/Notes.xcdatamodeld/Notes.xcdatamodel</attribute>
            <attribute name="destinationmodelpath" type="string">App/Notes.xcdatamodeld/Notes 2.xcdatamodel</attribute>
          </object>
          <object type="XDDEVATTRIBUTEMAPPING" id="z102">
            <attribute name="name" type="string">title</attribute>\(expression)
          </object>
          <object type="XDDEVENTITYMAPPING" id="z101">
            <attribute name="sourcename" type="string">Note</attribute>
            <attribute name="destinationname" type="string">Note</attribute>
            <attribute name="entitymigrationpolicyclassname" type="string">.Policy</attribute>
            <relationship name="attributemappings" type="0/0" destination="XDDEVATTRIBUTEMAPPING" idrefs="z102"/>
          </object>
        </database>
        """
      }
      try write(
        mapping("<attribute name=\"valueexpression\" type=\"string\">$source.heading</attribute>"),
        path + "/xcmapping.xml")
      let compiled = DataModelCompiler.compile(path, module: "App")
      #expect(compiled.findings.isEmpty && compiled.files.map(\.destination) == ["OneToTwo.cdm"])
      let read = try ManagedModelFile.mapping(compiled.files[0].content, path: "x")
      #expect(read.sourceModel == "Notes" && read.destinationModel == "Notes 2")
      let one = try #require(read.entities.first)
      #expect(one.name == "NoteToNote" && one.type == 1 && one.policyClass == "App.Policy")
      #expect(one.attributes == [.init(name: "title", expression: "$source.heading")])
      try write(
        mapping("<attribute name=\"valueexpression\" type=\"binary\">YnBsaXN0</attribute>"),
        path + "/xcmapping.xml")
      #expect(
        DataModelCompiler.compile(path, module: "App").findings.map(\.description) == [
          "\(path)/xcmapping.xml:10: error: NoteToNote.title: the value expression is archived; enter it again in "
            + "Xcode's editor, or build the mapping in code"
        ])
    }
  }

  @Test(.rule("C-104")) func `classes are generated as by Xcode`() throws {
    let files = ClassGenerator.files(for: read(sampleModel))
    let texts = Dictionary(files.map { ($0.name, $0.text) }) { first, _ in first }
    #expect(
      texts["Reminder+CoreDataClass.swift"] == """
        import Foundation
        import CoreData

        @objc(Reminder)
        public class Reminder: Note {}

        """)
    #expect(
      texts["Note+CoreDataProperties.swift"] == """
        import Foundation
        import CoreData
        import UIKit

        extension Note {
          @nonobjc public class func fetchRequest() -> NSFetchRequest<Note> {
            return NSFetchRequest<Note>(entityName: "Note")
          }

          @NSManaged public var category: Category?
          @NSManaged public var color: UIColor?
          @NSManaged public var count: Int16
          @NSManaged public var created: Date?
          @NSManaged public var flag: NSNumber?
          @NSManaged public var home: [String: Any]?
          @NSManaged public var ident: UUID?
          @NSManaged public var image: Data?
          @NSManaged public var link: URL?
          @NSManaged public var lower: String?
          @NSManaged public var price: NSDecimalNumber?
          @NSManaged public var scratch: NSObject?
          @NSManaged public var similar: [Note]?
          @NSManaged public var title: String?
        }

        extension Note: Identifiable {}

        """)
    #expect(
      texts["Category+CoreDataProperties.swift"] == """
        import Foundation
        import CoreData

        extension Category {
          @nonobjc public class func fetchRequest() -> NSFetchRequest<Category> {
            return NSFetchRequest<Category>(entityName: "Category")
          }

          @NSManaged public var name: String?
          @NSManaged public var notes: NSOrderedSet?
        }

        // MARK: Generated accessors for notes
        extension Category {
          @objc(insertObject:inNotesAtIndex:)
          @NSManaged public func insertIntoNotes(_ value: Note, at idx: Int)

          @objc(removeObjectFromNotesAtIndex:)
          @NSManaged public func removeFromNotes(at idx: Int)

          @objc(insertNotes:atIndexes:)
          @NSManaged public func insertIntoNotes(_ values: [Note], at indexes: NSIndexSet)

          @objc(removeNotesAtIndexes:)
          @NSManaged public func removeFromNotes(at indexes: NSIndexSet)

          @objc(replaceObjectInNotesAtIndex:withObject:)
          @NSManaged public func replaceNotes(at idx: Int, with value: Note)

          @objc(replaceNotesAtIndexes:withNotes:)
          @NSManaged public func replaceNotes(at indexes: NSIndexSet, with values: [Note])

          @objc(addNotesObject:)
          @NSManaged public func addToNotes(_ value: Note)

          @objc(removeNotesObject:)
          @NSManaged public func removeFromNotes(_ value: Note)

          @objc(addNotes:)
          @NSManaged public func addToNotes(_ values: NSOrderedSet)

          @objc(removeNotes:)
          @NSManaged public func removeFromNotes(_ values: NSOrderedSet)
        }

        extension Category: Identifiable {}

        """)
    #expect(texts["Reminder+CoreDataProperties.swift"]?.contains("public var alarm: TimeInterval") == true)
    #expect(texts["Reminder+CoreDataProperties.swift"]?.contains("Identifiable") == false)
  }
}
