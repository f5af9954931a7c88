import AssetFormat
import Foundation
import Testing

@testable import AppBuilder

struct ResourceTests {
  private static let catalog = [
    "Assets.xcassets/Contents.json": "{}",
    "Assets.xcassets/Logo.imageset/Contents.json": """
    {"images": [
      {"idiom": "universal", "scale": "1x"},
      {"idiom": "universal", "scale": "2x", "filename": "logo@2x.png"},
      {"idiom": "universal", "scale": "2x", "filename": "dark@2x.png",
       "appearances": [{"appearance": "luminosity", "value": "dark"}]},
      {"idiom": "mac", "scale": "2x", "filename": "logo@2x.png"}],
     "properties": {"template-rendering-intent": "template"}}
    """,
    "Assets.xcassets/Logo.imageset/logo@2x.png": "png", "Assets.xcassets/Logo.imageset/dark@2x.png": "png",
    "Assets.xcassets/Icons/Contents.json": #"{"properties": {"provides-namespace": true}}"#,
    "Assets.xcassets/Icons/Star.imageset/Contents.json":
      #"{"images": [{"filename": "star.pdf", "idiom": "universal"}]}"#,
    "Assets.xcassets/Icons/Star.imageset/star.pdf": "pdf",
    "Assets.xcassets/Brand.colorset/Contents.json": """
    {"colors": [
      {"idiom": "universal", "color": {"color-space": "srgb",
        "components": {"red": "0xFF", "green": "0.500", "blue": "51", "alpha": "1.000"}}},
      {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
       "color": {"platform": "ios", "reference": "systemBlueColor"}}]}
    """,
    "Assets.xcassets/AccentColor.colorset/Contents.json": #"{"colors": [{"idiom": "universal"}]}"#,
    "Assets.xcassets/Words.dataset/Contents.json":
      #"{"data": [{"filename": "words.json", "idiom": "universal"}]}"#,
    "Assets.xcassets/Words.dataset/words.json": "[]",
  ]

  @Test func `a catalog is compiled to an index of variants and files to copy`() throws {
    let folder = try TemporaryFolder(Self.catalog)
    var compiler = AssetCatalogCompiler()
    try compiler.add(folder.path + "/Assets.xcassets")
    let index = compiler.index
    let logo = try #require(index.images["Logo"])
    #expect(logo.renderingIntent == "template")
    #expect(logo.variants.map(\.scale) == [2, 2])
    #expect(logo.variants.map(\.appearance) == [nil, "dark"])
    #expect(
      logo.variants.map(\.file) == ["Assets/Logo.imageset/logo@2x.png", "Assets/Logo.imageset/dark@2x.png"])
    #expect(index.images["Icons/Star"]?.variants.map(\.scale) == [2, 3])
    #expect(
      compiler.drawings.map(\.destination) == [
        "Assets/Icons/Star.imageset/star.pdf@2x.png", "Assets/Icons/Star.imageset/star.pdf@3x.png",
      ])
    let brand = try #require(index.colors["Brand"]).variants
    #expect(brand.first?.red == 1)
    #expect(brand.first?.green == 0.5)
    #expect(brand.first?.blue == 0.2)
    #expect(brand.last?.systemColor == "systemBlueColor")
    #expect(brand.last?.appearance == "dark")
    #expect(index.colors["AccentColor"]?.variants.isEmpty == true)
    #expect(index.data["Words"]?.variants.first?.file == "Assets/Words.dataset/words.json")
    #expect(compiler.files.count == 3)
    #expect(try JSONDecoder().decode(AssetIndex.self, from: Data(compiler.indexData())) == index)
  }

  /// Four by two points, with a red left half.
  private static let pdf = """
    %PDF-1.1
    1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
    2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 4 2]>> endobj
    3 0 obj <</Type /Page /Parent 2 0 R /Resources <<>> /Contents 4 0 R>> endobj
    4 0 obj <</Length 21>> stream
    1 0 0 rg 0 0 2 2 re f
    endstream endobj
    trailer <</Root 1 0 R>>
    %%EOF
    """
  private static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><g transform="scale(2)">
    <rect width="1" height="1" fill="red"/></g></svg>
    """

  @Test(arguments: [("star.pdf", pdf), ("star.svg", svg)])
  func `a vector picture is drawn at each scale`(file: String, text: String) throws {
    let folder = try TemporaryFolder([file: text])
    let picture = try #require(VectorPicture(folder.path + "/" + file))
    for scale in VectorPicture.scales {
      let bytes = try picture.png(scale: scale)
      // A PNG file's header contains the width and height.
      #expect(bytes[16..<24].map(Int.init) == [0, 0, 0, 4 * scale, 0, 0, 0, 2 * scale])
    }
  }

  @Test func `an error for a picture that cannot be drawn names it`() throws {
    let folder = try TemporaryFolder(["star.pdf": "no picture"])
    let picture = try #require(VectorPicture(folder.path + "/star.pdf"))
    let error = try #require(throws: BuildError.self) { try picture.png(scale: 2) }
    let diagnostic = try #require(error.diagnostics.first)
    #expect(diagnostic.path == folder.path + "/star.pdf")
    #expect(diagnostic.message.hasPrefix("this picture cannot be drawn: "))
    #expect(VectorPicture("a.png") == nil)
  }

  @Test func `the insets of a vector picture are in its own units`() throws {
    let folder = try TemporaryFolder([
      "A.xcassets/Contents.json": "{}", "A.xcassets/Star.imageset/star.svg": Self.svg,
      "A.xcassets/Star.imageset/Contents.json": """
      {"images": [{"filename": "star.svg", "idiom": "universal", "alignment-insets": {"left": 1},
        "resizing": {"mode": "9-part", "cap-insets": {"top": 2}}}]}
      """,
    ])
    var compiler = AssetCatalogCompiler()
    try compiler.add(folder.path + "/A.xcassets")
    let variants = try #require(compiler.index.images["Star"]).variants
    #expect(variants.map(\.alignmentInsets?.left) == [2, 3])
    #expect(variants.map(\.resizing?.capInsets.top) == [4, 6])
  }

  @Test func `a link in a catalog to a parent folder is ignored with a warning`() throws {
    let folder = try TemporaryFolder([
      "A.xcassets/Icons/Ink.colorset/Contents.json":
        #"{"colors": [{"color": {"components": {"red": "1", "green": "0", "blue": "0", "alpha": "1"}}, "idiom": "universal"}]}"#
    ])
    let catalog = folder.path + "/A.xcassets"
    for (name, target) in [("Icons/Up", catalog), ("Icons/Self", catalog + "/Icons")] {
      try FileManager.default.createSymbolicLink(atPath: catalog + "/" + name, withDestinationPath: target)
    }
    var compiler = AssetCatalogCompiler()
    try compiler.add(catalog)
    #expect(compiler.index.colors.keys.sorted() == ["Ink"])
    #expect(compiler.warnings.map(\.path) == [catalog + "/Icons/Self", catalog + "/Icons/Up"])
  }

  @Test func `an error for a broken Contents file names it`() throws {
    let folder = try TemporaryFolder(["A.xcassets/X.colorset/Contents.json": "{\n \"colors\": [\n"])
    var compiler = AssetCatalogCompiler()
    let error = #expect(throws: BuildError.self) { try compiler.add(folder.path + "/A.xcassets") }
    #expect(error?.diagnostics.first?.path?.hasSuffix("X.colorset/Contents.json") == true)
  }

  @Test func `strings files of every format are read`() throws {
    let folder = try TemporaryFolder([
      "a.strings": "/* c */ \"k\" = \"v \\\"q\\\"\";\nplain = \"ü\";\n",
      "x.strings": PropertyList.xml(#"<dict><key>k</key><string>v</string></dict>"#),
    ])
    #expect(try StringsCompiler.strings(folder.path + "/a.strings") == ["k": "v \"q\"", "plain": "ü"])
    #expect(try StringsCompiler.strings(folder.path + "/x.strings") == ["k": "v"])
    let wide = try #require("\"k\" = \"日本\";".data(using: .utf16))
    try wide.write(to: URL(fileURLWithPath: folder.path + "/w.strings"))
    #expect(try StringsCompiler.strings(folder.path + "/w.strings") == ["k": "日本"])
  }

  @Test func `a broken strings file is reported with its line`() throws {
    let folder = try TemporaryFolder(["a.strings": "\"k\" = \"v\";\n\"l\" \"w\";\n"])
    let error = #expect(throws: BuildError.self) { try StringsCompiler.strings(folder.path + "/a.strings") }
    #expect(error?.diagnostics.first?.line == 2)
  }

  @Test func `plural rules are reduced to their other form`() throws {
    let folder = try TemporaryFolder([
      "P.stringsdict": PropertyList.xml(
        """
        <dict><key>%d items</key><dict>
        <key>NSStringLocalizedFormatKey</key><string>You have %#@n@.</string>
        <key>n</key><dict><key>one</key><string>%d item</string><key>other</key><string>%d items</string></dict>
        </dict></dict>
        """)
    ])
    #expect(
      try StringsCompiler.pluralRules(folder.path + "/P.stringsdict") == ["%d items": "You have %d items."])
  }

  @Test func `a string catalog is compiled to a table for each language`() throws {
    let folder = try TemporaryFolder([
      "Localizable.xcstrings": """
      {"sourceLanguage": "en", "version": "1.0", "strings": {
        "Hello": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Hallo"}}}},
        "%lld items": {"localizations": {"en": {"variations": {"plural": {
          "one": {"stringUnit": {"value": "%lld item"}}, "other": {"stringUnit": {"value": "%lld things"}}}}}}}}}
      """
    ])
    let tables = try StringsCompiler.catalog(folder.path + "/Localizable.xcstrings")
    #expect(tables.map(\.destination) == ["de.lproj/Localizable.strings", "en.lproj/Localizable.strings"])
    #expect(tables.first?.entries == ["Hello": "Hallo"])
    #expect(tables.last?.entries == ["Hello": "Hello", "%lld items": "%lld things"])
  }

  @Test func `compiler messages name the user's file and show the user's line`() throws {
    let folder = try TemporaryFolder(["A.swift": "let a = 1\n\tlet é = nope\n"])
    let user = folder.path + "/A.swift"
    var messages = CompilerMessages(userPaths: ["/cache/A.swift": user])
    let found = messages.diagnostics(
      in: """
        /cache/A.swift:2:11: error: cannot find 'nope' in scope
        1 | something translated
          |   ^
        \(user):1:5: warning: never used
        /usr/bin/ld: x.o: undefined reference to `foo'
        error: link command failed with exit code 1 (use -v to see invocation)

        """, failed: true)
    #expect(found.map(\.path) == [user, user, nil])
    #expect(
      found.first?.description
        == "\(user):2:11: error: cannot find 'nope' in scope\n\tlet é = nope\n\t        ^")
    #expect(found.last?.message == "linking: undefined reference to `foo'")
  }

  @Test func `a column of the translated line is mapped to the user's column`() throws {
    let line = "  func make() { t.init(target: self, action: #selector(act(_:))); nope() }"
    let translated =
      "  func make() { NSObject._carobInit(t, { $0.init(target: self, action: "
      + "Selector(_carob: \"act:\", RootController.act(_:))) }); nope() ; generated() }"
    let folder = try TemporaryFolder([
      "A.swift": "class A {\n\(line)\n}\n",
      "A.translated.swift":
        "import B\n#sourceLocation(file: \"A.swift\", line: 1)\nclass A {\n\(translated)\n}\n",
    ])
    let user = folder.path + "/A.swift"
    func column(of text: String) -> Int {
      translated.firstRange(of: text).map {
        translated.distance(from: translated.startIndex, to: $0.lowerBound) + 1
      }
        ?? 0
    }
    var messages = CompilerMessages(userPaths: [folder.path + "/A.translated.swift": user])
    let output = ["init(target", "act(_:)", "nope", "self"].map {
      "\(user):2:\(column(of: $0)): error: \($0)\n"
    }
    let found = messages.diagnostics(in: output.joined(), failed: true)
    #expect(
      found.map { String(line.utf8.dropFirst(($0.column ?? 0) - 1).prefix(4)) ?? "" }
        == ["init", "act(", "nope", "self"])
    let added = messages.diagnostics(
      in: "\(user):2:\(column(of: "generated")): error: x\n", failed: true)
    #expect(added.map(\.message) == ["in code that Carob generates for this class: x"])
  }

  @Test func `errors in generated members are shown only when nothing else explains the failure`() throws {
    let folder = try TemporaryFolder(["A.swift": "class A {\n  let a: Nope\n}\n"])
    let user = folder.path + "/A.swift"
    var messages = CompilerMessages(userPaths: [:])
    let generated =
      "\(user):3:40: error: generic parameter 'Root' could not be inferred\n/x/S.swift:1:1: note: here\n"
    let real = "\(user):2:10: error: cannot find type 'Nope' in scope\n"
    #expect(
      messages.diagnostics(in: generated + real, failed: true).map(\.message) == [
        "cannot find type 'Nope' in scope"
      ])
    #expect(
      messages.diagnostics(in: generated, failed: true).first?.message
        == "in code that Carob generates for this class: generic parameter 'Root' could not be inferred")
  }

  @Test func `a compiler failure without a location is still an error`() {
    var messages = CompilerMessages(userPaths: [:])
    let found = messages.diagnostics(in: "Stack dump:\n0. Program arguments", failed: true)
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.message.contains("Stack dump") == true)
  }

  @Test func `messages about API that Carob lacks are explained`() {
    func explained(_ message: String) -> String? {
      var messages = CompilerMessages(userPaths: [:])
      return messages.diagnostics(in: "/x/A.swift:1:1: error: \(message)\n", failed: true).first?.message
    }
    #expect(
      explained("cannot find 'UIPickerView' in scope")
        == "cannot find 'UIPickerView' in scope, which Carob does not have yet")
    #expect(
      explained("cannot find 'CGAffineTransformIdentity' in scope")
        == "'CGAffineTransformIdentity' has been renamed to 'CGAffineTransform.identity'")
    #expect(
      explained("cannot find type 'NSOperationQueue' in scope")
        == "'NSOperationQueue' has been renamed to 'OperationQueue'")
    #expect(
      explained("type 'UILabel' has no member 'appearance'")
        == "type 'UILabel' has no member 'appearance'; if it is one of Apple's, Carob's UILabel does not have it yet"
    )
    #expect(
      explained("value of type 'AnyObject' has no member 'tag'")?.hasSuffix(
        "Cast to the class that declares it") == true)
    for own in ["cannot find 'UIless' in scope", "value of type 'Model' has no member 'tag'"] {
      #expect(explained(own) == own)
    }
  }

  @Test func `an unknown module is reported with advice`() {
    var messages = CompilerMessages(userPaths: [:])
    let found = messages.diagnostics(in: "/x/A.swift:1:8: error: no such module 'SwiftUI'\n", failed: true)
    #expect(found.first?.message.contains("#if canImport(SwiftUI)") == true)
  }
}

enum PropertyList {
  static func xml(_ content: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(content)</plist>\n"
  }
}
