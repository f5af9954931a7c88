import CarobFoundation
import MobileCoreServices
import TestSupport
import Testing

@testable import CarobUniformTypeIdentifiers

/// Types of data: what is declared, what conforms to what, tags, and the names from before `UTType`.
@Suite struct TypeTests {
  @Test(.rule("F-272")) func `declared types exist by identifier, extension and MIME type`() {
    #expect(UTType("public.jpeg") == .jpeg && UTType("com.example.unknown") == nil)
    #expect(UTType(filenameExtension: "JPG") == .jpeg && UTType(mimeType: "image/png") == .png)
    #expect(UTType.jpeg.preferredFilenameExtension == "jpeg" && UTType.mp3.preferredMIMEType == "audio/mpeg")
    #expect(UTType.plainText.tags[.filenameExtension] == ["txt", "text"])
    #expect(UTType(tag: "", tagClass: .filenameExtension, conformingTo: nil) == nil)
    #expect(UTType(tag: "x", tagClass: UTTagClass(rawValue: "other"), conformingTo: nil) == nil)
  }

  @Test(.rule("F-272")) func `a type conforms to itself and to all its ancestors, and to nothing else`() {
    #expect(UTType.jpeg.conforms(to: .image) && UTType.jpeg.conforms(to: .data))
    #expect(UTType.jpeg.conforms(to: .jpeg) && !UTType.jpeg.isSubtype(of: .jpeg))
    #expect(UTType.image.isSupertype(of: .png) && !UTType.png.conforms(to: .jpeg))
    #expect(UTType.swiftSource.conforms(to: .text) && !UTType.folder.conforms(to: .data))
    #expect(UTType.svg.conforms(to: .image) && UTType.svg.conforms(to: .xml))
    #expect(UTType.mpeg4Audio.supertypes.isSuperset(of: [.audio, .movie, .audiovisualContent, .item]))
  }

  @Test(.rule("F-272")) func `a tag that nobody declares gives the same dynamic type each time`() throws {
    let type = try #require(UTType(filenameExtension: "carobnote", conformingTo: .text))
    #expect(
      type.isDynamic && !type.isDeclared
        && type == UTType(filenameExtension: "CarobNote", conformingTo: .text))
    #expect(type.preferredFilenameExtension == "carobnote" && type.conforms(to: .content))
    #expect(!type.conforms(to: .image) && UTType(type.identifier) == type)
    // An extension of another kind of data.
    let picture = try #require(UTType(filenameExtension: "txt", conformingTo: .image))
    #expect(picture.isDynamic && picture.conforms(to: .image))
  }

  @Test(.rule("F-272")) func `the app's declarations add types, also circular ones`() {
    let table = TypeTable(info: [
      "UTExportedTypeDeclarations": [
        [
          "UTTypeIdentifier": "com.example.note", "UTTypeConformsTo": ["public.json"],
          "UTTypeDescription": "Note", "UTTypeTagSpecification": ["public.filename-extension": ["note"]],
        ],
        ["UTTypeIdentifier": "com.example.a", "UTTypeConformsTo": "com.example.b"],
        ["UTTypeIdentifier": "com.example.b", "UTTypeConformsTo": "com.example.a"],
      ]
    ])
    #expect(table.conforms("com.example.note", to: "public.text"))
    #expect(table.types(extension: "note", conformingTo: "public.json") == ["com.example.note"])
    #expect(table.ancestors(of: "com.example.a") == ["com.example.b"])
  }

  @Test(.rule("F-272")) func `types are coded as their identifiers, and name files`() throws {
    let data = try JSONEncoder().encode([UTType.pdf])
    #expect(String(decoding: data, as: UTF8.self) == "[\"com.adobe.pdf\"]")
    #expect(try JSONDecoder().decode([UTType].self, from: data) == [.pdf])
    let folder = URL(fileURLWithPath: "/tmp")
    #expect(folder.appendingPathComponent("a", conformingTo: .png).lastPathComponent == "a.png")
    #expect(folder.appendingPathComponent("a.jpg", conformingTo: .jpeg).lastPathComponent == "a.jpg")
  }

  @Test(.rule("F-273")) func `the functions from before UTType use the same table`() {
    let type = UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, "png", nil)
    #expect(type?.takeRetainedValue() == kUTTypePNG)
    #expect(UTTypeConformsTo(kUTTypePNG, kUTTypeImage) && !UTTypeConformsTo(kUTTypePNG, kUTTypeMovie))
    let tag = UTTypeCopyPreferredTagWithClass(kUTTypeJPEG, kUTTagClassMIMEType)
    #expect(tag?.takeRetainedValue() == "image/jpeg")
    #expect(UTTypeEqual("PUBLIC.PNG", kUTTypePNG) && UTTypeIsDeclared(kUTTypePDF))
    #expect(UTTypeCopyDescription("com.example.unknown") == nil)
  }
}
