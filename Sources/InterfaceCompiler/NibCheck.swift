import NibFormat

extension NibCompiler {
  /// The problems of a readable document, in the order of its lines.
  ///
  /// Errors would fail at run time (a reference to an object that does not exist). Warnings are about
  /// elements and attributes that Carob does not know and ignores.
  public static func check(_ document: NibDocument) -> [NibFinding] {
    var check = NibCheck(document)
    return check.run()
  }
}

/// One run over one document.
private struct NibCheck {
  private let document: NibDocument
  private let graph: NibGraph
  private var findings: [NibFinding] = []
  private var reported: Set<String> = []

  init(_ document: NibDocument) {
    self.document = document
    graph = NibGraph(document)
  }

  mutating func run() -> [NibFinding] {
    checkDocument()
    for duplicate in graph.duplicates {
      add(
        duplicate.element, .error,
        "the id \(duplicate.element.id ?? "") is already used on line \(duplicate.firstLine); ids must be unique"
      )
    }
    for entry in graph.entries { check(entry) }
    checkReading(document.root)
    for scene in document.scenes { checkReading(scene.root) }
    // Stable: findings on the same line keep the order in which they were found.
    return findings.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(
      \.element)
  }

  private mutating func add(_ element: NibElement, _ severity: NibFinding.Severity, _ message: String) {
    findings.append(NibFinding(line: element.line, severity: severity, message: message))
  }

  private mutating func checkDocument() {
    let root = document.root
    if let runtime = root["targetRuntime"], !runtime.hasPrefix("iOS.CocoaTouch") {
      add(root, .error, "the document is for \(runtime), not for iOS")
    }
    guard document.kind == .storyboard else { return }
    if document.initialViewController == nil, !document.isLaunchScreen, !document.scenes.isEmpty,
      !graph.entries.contains(where: { $0.element["storyboardIdentifier"] != nil })
    {
      add(
        root, .warning,
        "the storyboard has no initial view controller, and no controller has an identifier; no controller can be instantiated"
      )
    }
    var identifiers: [String: Int] = [:]
    for entry in graph.entries {
      guard NibVocabulary.isController(entry.element.name),
        let identifier = entry.element["storyboardIdentifier"]
      else { continue }
      if let first = identifiers.updateValue(entry.element.line, forKey: identifier) {
        add(
          entry.element, .error, "the storyboard identifier “\(identifier)” is already used on line \(first)")
      }
    }
  }

  private mutating func check(_ entry: NibGraph.Entry) {
    let element = entry.element
    if !NibVocabulary.isKnown(element.name), reported.insert(element.name).inserted {
      add(element, .warning, "the element <\(element.name)> is not known and will be ignored")
    }
    switch element.name {
    case "outlet", "outletCollection":
      require(element, attribute: "property")
      let name = element["property"] ?? "?"
      checkReference(entry, "destination", "the outlet “\(name)”", mayBeMissing: false)
    case "action":
      require(element, attribute: "selector")
      let selector = element["selector"] ?? "?"
      checkReference(entry, "destination", "the action “\(selector)”", mayBeMissing: false)
    case "segue": checkSegue(entry)
    case "constraint":
      checkReference(entry, "firstItem", "the constraint \(element.id ?? "")", mayBeMissing: true)
      checkReference(entry, "secondItem", "the constraint \(element.id ?? "")", mayBeMissing: true)
      require(element, attribute: "firstAttribute")
    case "include", "exclude":
      checkReference(entry, "reference", "the size-class variation", mayBeMissing: false)
    default: break
    }
  }

  /// E-700: reports elements and attributes that the loader ignores, once for each kind.
  ///
  /// NB: the attributes of classes of other frameworks are unknown.
  private mutating func checkReading(_ element: NibElement) {
    for attribute in element.attributes
    where !NibVocabulary.reads(attribute: attribute.name, of: element.name) {
      guard reported.insert("\(element.name) \(attribute.name)").inserted else { continue }
      add(
        element, .warning,
        "the attribute \(attribute.name)=\"\(attribute.value)\" of <\(element.name)> has no effect here")
    }
    for child in element.children {
      // Unknown names are reported elsewhere.
      guard NibVocabulary.isKnown(child.name) else { continue }
      if !NibVocabulary.reads(child: child.name, key: child.key, of: element.name) {
        let kind = "<\(child.name)\(child.key.map { " key=\"\($0)\"" } ?? "")>"
        if reported.insert("\(element.name) \(kind)").inserted {
          add(child, .warning, "\(kind) in <\(element.name)> has no effect here")
        }
      } else {
        checkReading(child)
      }
    }
  }

  private mutating func checkSegue(_ entry: NibGraph.Entry) {
    let element = entry.element
    // `<inferredMetricsTieBreakers>` contain references to segues under the same element name.
    if element["kind"] == nil, element["reference"] != nil { return }
    // Peek and Pop: a `preview` or `commit` segue that inherits everything from its parent.
    if element["kind"] == nil, element["inheritsFrom"] != nil { return }
    require(element, attribute: "kind")
    let name = element["identifier"].map { "the segue “\($0)”" } ?? "the segue \(element.id ?? "")"
    guard let destination = element["destination"] else {
      add(element, .error, "\(name) has no destination")
      return
    }
    guard let target = graph.entry(destination) else {
      add(element, .error, "\(name) leads to the object \(destination), which does not exist")
      return
    }
    if element["kind"] == "unwind" {
      require(element, attribute: "unwindAction")
      if target.element.name != "exit" {
        add(element, .error, "\(name) is an unwind segue and leads to \(target.element), not to an Exit")
      }
    } else if !NibVocabulary.isController(target.element.name) {
      add(element, .error, "\(name) leads to \(target.element), which is not a view controller")
    }
    if element["kind"] == "custom", element["customClass"] == nil {
      add(element, .error, "\(name) is a custom segue without a class")
    }
  }

  private mutating func checkReference(
    _ entry: NibGraph.Entry, _ attribute: String, _ subject: String, mayBeMissing: Bool
  ) {
    guard let id = entry.element[attribute] else {
      if !mayBeMissing { add(entry.element, .error, "\(subject) has no \(attribute)") }
      return
    }
    // -1 and -2 are File's Owner and First Responder, which old files use without declaring them.
    if id == "-1" || id == "-2" { return }
    guard let target = graph.entry(id) else {
      add(entry.element, .error, "\(subject) refers to the object \(id), which does not exist")
      return
    }
    if let scene = target.scene, scene != entry.scene {
      // NB: Xcode accepts this. The object is not in the scene's archive, so nothing is connected.
      add(
        entry.element, .warning,
        "\(subject) refers to \(target.element), which is in another scene, and will not be connected")
    }
  }

  private mutating func require(_ element: NibElement, attribute: String) {
    if element[attribute] == nil {
      add(element, .error, "<\(element.name)> has no \(attribute)")
    }
  }
}
