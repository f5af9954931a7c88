@testable import SelectorNames
import TestSupport
import Testing

@testable import Translator

/// The table in section 8 of the spec: the compiler's Objective-C names of Swift declarations.
@Suite struct ObjCNamingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var base: String
    var labels: [String]
    var selector: String
    var isInit = false
    var isThrowing = false
    var isAsync = false
    var hasClosure = false
    var isVoid = false
    init(
      _ base: String, _ labels: [String], _ selector: String, isInit: Bool = false,
      throws isThrowing: Bool = false,
      async isAsync: Bool = false, closure hasClosure: Bool = false, void isVoid: Bool = false
    ) {
      self.base = base
      self.labels = labels
      self.selector = selector
      self.isInit = isInit
      self.isThrowing = isThrowing
      self.isAsync = isAsync
      self.hasClosure = hasClosure
      self.isVoid = isVoid
    }
    var testDescription: String { selector }
  }

  static let rows: [Row] = [
    // F-130
    Row("plain", [], "plain"),
    // F-131
    Row("buttonPressed", ["_"], "buttonPressed:"),
    Row("buttonPressed", ["sender"], "buttonPressedWithSender:"),
    Row("buttonPressed", ["_", "event"], "buttonPressed:event:"),
    Row("buttonPressed", ["_", "forEvent"], "buttonPressed:forEvent:"),
    Row("buttonPressed", ["_", "_"], "buttonPressed::"),
    Row("sum", ["a", "b", "c"], "sumWithA:b:c:"),
    Row("doIt", ["_", "_", "_"], "doIt:::"),
    Row("handle", ["url"], "handleWithUrl:"),
    Row("handle", ["URL"], "handleWithURL:"),
    Row("colorPicker", ["_", "didSetColorNamed", "to"], "colorPicker:didSetColorNamed:to:"),
    Row("unwind", ["segue"], "unwindWithSegue:"),
    Row("animate", ["duration"], "animateWithDuration:"),
    Row("thing", ["_x"], "thingWith_x:"),
    // F-132
    Row("tap", ["with"], "tapWith:"),
    Row("tap", ["withName"], "tapWithName:"),
    Row("move", ["to"], "moveTo:"),
    Row("move", ["toPoint"], "moveToPoint:"),
    Row("moveTo", ["point"], "moveToPoint:"),
    Row("moveBy", ["dx", "dy"], "moveByDx:dy:"),
    Row("load", ["from"], "loadFrom:"),
    Row("load", ["fromURL"], "loadFromURL:"),
    Row("observeValue", ["forKeyPath", "of", "change"], "observeValueForKeyPath:of:change:"),
    Row("talk", ["about"], "talkWithAbout:"),
    Row("run", ["without"], "runWithWithout:"),
    Row("go", ["through"], "goWithThrough:"),
    Row("go", ["alongside"], "goAlongside:"),
    // F-134
    Row("init", ["bar"], "initWithBar:", isInit: true),
    Row("init", ["withBar"], "initWithBar:", isInit: true),
    Row("init", ["for"], "initFor:", isInit: true),
    Row("init", ["_"], "init:", isInit: true),
    Row("init", ["x", "y"], "initWithX:y:", isInit: true),
    Row("init", ["_", "y"], "init:y:", isInit: true),
    Row("init", ["_", "_"], "init::", isInit: true),
    Row("init", ["nibName", "bundle"], "initWithNibName:bundle:", isInit: true),
    Row("init", ["coder"], "initWithCoder:", isInit: true),
    Row("init", ["forMemory"], "initForMemory", isInit: true, void: true),
    Row("init", [], "init", isInit: true),
    // F-137
    Row("thrower", [], "throwerAndReturnError:", throws: true),
    Row("thrower1", ["_"], "thrower1:error:", throws: true),
    Row("thrower2", ["x"], "thrower2WithX:error:", throws: true),
    Row("tz", ["completion"], "tzAndReturnError:completion:", throws: true, closure: true),
    Row("tz", ["_", "completion"], "tz:error:completion:", throws: true, closure: true),
    // F-138
    Row("doAsync", [], "doAsyncWithCompletionHandler:", async: true),
    Row("doAsync", ["_"], "doAsync:completionHandler:", async: true),
    Row("doAsync", ["x"], "doAsyncWithX:completionHandler:", async: true),
    Row("doAsync", ["x"], "doAsyncWithX:completionHandler:", throws: true, async: true),
  ]

  @Test(.rule("F-130", "F-131", "F-132", "F-133", "F-134", "F-137", "F-138"), arguments: rows)
  func `methods and initializers have the compiler's selectors`(_ row: Row) {
    #expect(
      ObjCNaming.selector(
        baseName: row.base, labels: row.labels, isInit: row.isInit, throws: row.isThrowing,
        async: row.isAsync,
        hasTrailingClosure: row.hasClosure, isVoidParameter: row.isVoid) == row.selector)
  }

  @Test(.rule("F-132")) func `after every preposition With is omitted`() {
    let prepositions = [
      "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from",
      "given", "in", "including", "inside", "into", "matching", "of", "on", "passing", "since", "to", "until",
      "using", "via", "when", "with", "within",
    ]
    for word in prepositions {
      let capitalized = word.prefix(1).uppercased() + word.dropFirst()
      #expect(ObjCNaming.selector(baseName: "go", labels: [word]) == "go\(capitalized):")
      #expect(ObjCNaming.selector(baseName: "go\(capitalized)", labels: ["x"]) == "go\(capitalized)X:")
    }
    for word in [
      "about", "against", "among", "around", "between", "during", "like", "near", "off", "onto", "out",
    ] {
      let capitalized = word.prefix(1).uppercased() + word.dropFirst()
      #expect(ObjCNaming.selector(baseName: "go", labels: [word]) == "goWith\(capitalized):")
    }
  }

  @Test(.rule("F-135")) func `a setter is named set, the capitalized name and a colon`() {
    #expect(ObjCNaming.setter(ofProperty: "isOn") == "setIsOn:")
    #expect(ObjCNaming.setter(ofProperty: "isEnabled") == "setIsEnabled:")
  }

  @Test(.rule("F-142")) func `framework methods have the names in their headers`() {
    #expect(
      FrameworkSelectors.selector(forSwiftName: "tableView(_:didSelectRowAt:)")
        == "tableView:didSelectRowAtIndexPath:")
    #expect(
      FrameworkSelectors.selector(forSwiftName: "observeValue(forKeyPath:of:change:context:)")
        == "observeValueForKeyPath:ofObject:change:context:")
    #expect(FrameworkSelectors.selector(forSwiftName: "viewDidAppear(_:)") == "viewDidAppear:")
    #expect(FrameworkSelectors.selector(forSwiftName: "somebodyElse(_:)") == nil)
    #expect(
      FrameworkSelectors.swiftName(forSelector: "tableView:didSelectRowAtIndexPath:")
        == "tableView(_:didSelectRowAt:)")
    #expect(FrameworkSelectors.swiftName(forSelector: "viewDidAppear:") == "viewDidAppear(_:)")
    #expect(FrameworkSelectors.swiftName(forBaseName: "endEditing") == "endEditing(_:)")
  }

  @Test(.rule("F-142"))
  func `the table's names are well formed and unique, and the naming rules derive none of them`() {
    var seen: Set<String> = []
    for name in FrameworkSelectors.swiftNames {
      #expect(seen.insert(name).inserted, "\(name) occurs twice")
      guard let (_, labels) = ObjCNaming.split(swiftName: name) else { continue }
      let selector = FrameworkSelectors.selector(forSwiftName: name) ?? ""
      // NB: `throws` and `async` each add an argument (F-137), and a single parameter may be Void.
      let colons = selector.filter { $0 == ":" }.count
      let isOfAsync = selector.hasSuffix("ompletionHandler:") && colons == labels.count + 1
      #expect(
        colons == labels.count || selector.hasSuffix("error:") || isOfAsync, "\(name) against \(selector)")
    }
    for entry in FrameworkSelectors.table where entry.swift.contains("(") {
      #expect(
        ObjCNaming.selector(forSwiftName: entry.swift) != entry.objc || entry.swift == "perform()", "\(entry)"
      )
    }
  }
}
