import Foundation
import InterfaceCompiler
import NibFormat
import Testing

@Suite struct NibDocumentTests {
  @Test func `a storyboard has the attributes of its document`() throws {
    let document = try parse(sampleStoryboard)
    #expect(document.kind == .storyboard)
    #expect(document.path == "Base.lproj/Main.storyboard")
    #expect(document.initialViewController == "nav")
    #expect(document.targetRuntime == "iOS.CocoaTouch")
    #expect(document.useAutolayout)
    #expect(document.useSafeAreas)
    #expect(document.useTraitCollections)
    #expect(!document.isLaunchScreen)
    #expect(document.device?.id == "retina6_12")
    #expect(document.device?.appearance == "light")
  }

  @Test func `scenes are in document order and have their own objects`() throws {
    let document = try parse(sampleStoryboard)
    #expect(document.scenes.map(\.sceneID) == ["sc1", "sc2", "sc3"])
    #expect(document.scenes.map { $0.viewController?.id } == ["nav", "vc", "vc2"])
    #expect(document.scenes[1].objects.map(\.name) == ["viewController", "placeholder"])
    #expect(document.scenes[1].canvasLocation?.double("x") == 53)
    #expect(document.initialScene?.sceneID == "sc1")
    #expect(document.objects.isEmpty)
  }

  @Test func `a xib has objects and no scenes`() throws {
    let document = try parse(sampleXib, path: "Card.xib")
    #expect(document.kind == .xib)
    #expect(document.scenes.isEmpty)
    #expect(document.objects.map(\.id) == ["-1", "-2", "v"])
    #expect(document.elementByID("v")?.name == "view")
    #expect(document.scene(containing: "v") == nil)
  }

  @Test func `an element and its scene are found by the element's id`() throws {
    let document = try parse(sampleStoryboard)
    #expect(document.elementByID("b1")?.name == "button")
    #expect(document.elementByID("k1")?.double("constant") == 8.5)
    #expect(document.elementByID("k1")?.int("priority") == 750)
    #expect(document.elementByID("sg3")?["unwindAction"] == "unwind:")
    #expect(document.scene(containing: "b1")?.sceneID == "sc2")
    #expect(document.scene(containing: "ex")?.sceneID == "sc3")
    #expect(document.elementByID("nowhere") == nil)
    #expect(document.elementByID("") == nil)
  }

  @Test func `a controller is found by its storyboard identifier`() throws {
    let document = try parse(sampleStoryboard)
    #expect(document.viewController(withStoryboardIdentifier: "Details")?.id == "vc2")
    #expect(document.scene(withStoryboardIdentifier: "Main")?.sceneID == "sc2")
    #expect(document.viewController(withStoryboardIdentifier: "details") == nil)
  }

  @Test func `text keeps its line breaks, and attributes keep their characters`() throws {
    let document = try parse(sampleStoryboard)
    #expect(document.elementByID("tv")?.child(key: "text")?.text == "First line\nsecond <line>")
    #expect(document.elementByID("b1")?.child(key: "normal")?["title"] == "Tap & go")
    #expect(document.elementByID("root")?.text == nil, "whitespace between elements is not text")
  }

  @Test func `a string stored as base64 is decoded`() throws {
    let document = try parse(sampleStoryboard)
    let string = try #require(document.elementByID("tw")?.child(key: "text"))
    #expect(string.text == "  a\n")
    #expect(string["base64-UTF8"] == nil)
  }

  @Test func `whitespace alone counts as text only in a string`() throws {
    let document = try parse(
      storyboard("<scenes>\(scene("<a id='a'> </a><string id='s'> \n</string>"))</scenes>"))
    #expect(document.elementByID("a")?.text == nil)
    #expect(document.elementByID("s")?.text == " \n")
  }

  @Test func `an attributed string has its fragments with their attributes`() throws {
    let document = try parse(sampleStoryboard)
    let fragment = try #require(
      document.elementByID("lb")?.child(key: "attributedText")?.child(named: "fragment"))
    #expect(fragment["content"] == "red")
    #expect(fragment.child(named: "attributes")?.child(key: "NSColor")?["name"] == "Brand")
  }

  @Test func `every element has the line of its start tag`() throws {
    let document = try parse(sampleStoryboard)
    let lines = sampleStoryboard.split(separator: "\n", omittingEmptySubsequences: false)
    for id in ["nav", "b1", "k1", "o2", "ex"] {
      let element = try #require(document.elementByID(id))
      #expect(lines[element.line - 1].contains("id=\"\(id)\""), "\(element)")
    }
    #expect(lines[document.scenes[2].line - 1].contains("sc3"))
  }

  @Test
  func `values are read as numbers, Booleans and bytes, and as nil if they are of another type`() throws {
    let element = NibElement(
      name: "x",
      attributes: [
        NibAttribute(name: "d", value: "-1.5"), NibAttribute(name: "i", value: "12.0"),
        NibAttribute(name: "y", value: "YES"), NibAttribute(name: "n", value: "NO"),
        NibAttribute(name: "s", value: "word"), NibAttribute(name: "big", value: "1e300"),
      ], text: "AAEC/w==\n")
    #expect(element.double("d") == -1.5)
    #expect(element.int("i") == 12)
    #expect(element.int("d") == nil)
    #expect(element.int("big") == nil)
    #expect(element.bool("y") == true)
    #expect(element.bool("n") == false)
    #expect(element.bool("s") == nil)
    #expect(element.double("missing") == nil)
    #expect(element.data == [0, 1, 2, 255])
    #expect(NibElement(name: "x", text: "A").data == nil)
    #expect(NibElement(name: "x", text: "A*==").data == nil)
  }

  @Test func `resources distinguish images, symbols, named colors and system colors`() throws {
    let resources = try parse(sampleStoryboard).resources
    #expect(resources.image(named: "Photo")?.width == 120)
    #expect(resources.image(named: "Photo")?.isSystem == false)
    #expect(resources.image(named: "star.fill", isSystem: true)?.height == 116)
    #expect(resources.namedColor("Brand")?.double("red") == 1)
    #expect(resources.systemColor("systemBackgroundColor")?.double("white") == 1)
    #expect(resources.namedColor("Other") == nil)
  }

  @Test func `compiling twice gives the same bytes`() throws {
    let first = try NibCompiler.compile(xml: Data(sampleStoryboard.utf8), path: "Main.storyboard")
    let second = try NibCompiler.compile(xml: Data(sampleStoryboard.utf8), path: "Main.storyboard")
    #expect(first == second)
    #expect(first.count < sampleStoryboard.utf8.count)
  }

  @Test func `the compiled form contains every element, attribute and text of the source`() throws {
    let document = try parse(sampleStoryboard)
    var count = 0
    var attributes = 0
    document.root.forEachDescendant {
      count += 1
      attributes += $0.attributes.count
    }
    for scene in document.scenes {
      scene.root.forEachDescendant {
        count += 1
        attributes += $0.attributes.count
      }
    }
    let tags = sampleStoryboard.matches(of: /<[a-zA-Z]/).count
    let written = sampleStoryboard.matches(of: /\ [A-Za-z0-9-]+="/).count
    // The index replaces `<scenes>`; the XML declaration has two attributes; decoding removes base64-UTF8.
    #expect(count == tags - 1)
    #expect(attributes == written - 2 - 1)
  }

  @Test func `a document can be read by many threads concurrently`() async throws {
    let document = try parse(sampleStoryboard)
    let ids = await withTaskGroup(of: [String?].self) { group in
      for _ in 0..<16 {
        group.addTask { document.scenes.map { $0.viewController?.id } + [document.elementByID("b1")?.id] }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ids.allSatisfy { $0 == ["nav", "vc", "vc2", "b1"] })
  }
}
