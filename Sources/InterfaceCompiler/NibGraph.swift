import NibFormat

/// A whole document as a flat list with the owner of each element, for checks that visit every element.
struct NibGraph {
  struct Entry {
    var element: NibElement
    /// The object whose `<connections>` (or other container) contains the element.
    var owner: NibElement?
    /// The index of the scene; nil outside scenes.
    var scene: Int?
  }

  private(set) var entries: [Entry] = []
  private(set) var byID: [String: Int] = [:]
  /// Elements whose id is already used, with the line of the first use.
  private(set) var duplicates: [(element: NibElement, firstLine: Int)] = []

  init(_ document: NibDocument) {
    visit(document.root, owner: nil, scene: nil)
    for (index, scene) in document.scenes.enumerated() { visit(scene.root, owner: nil, scene: index) }
  }

  private mutating func visit(_ element: NibElement, owner: NibElement?, scene: Int?) {
    if let id = element.id, element.name != "device", element.name != "adaptation" {
      if let first = byID[id] {
        duplicates.append((element, entries[first].element.line))
      } else {
        byID[id] = entries.count
      }
    }
    entries.append(Entry(element: element, owner: owner, scene: scene))
    let isObject = element.id != nil || NibVocabulary.className(forElement: element.name) != nil
    let childOwner = isObject && element.name != "segue" ? element : owner
    for child in element.children { visit(child, owner: childOwner, scene: scene) }
  }

  func entry(_ id: String) -> Entry? { byID[id].map { entries[$0] } }

  func className(ofID id: String) -> String? { entry(id).flatMap { Self.className(of: $0.element) } }

  static func className(of element: NibElement) -> String? {
    element["customClass"] ?? NibVocabulary.className(forElement: element.name)
  }

  func isFirstResponder(_ id: String) -> Bool {
    id == "-2" || entry(id)?.element["placeholderIdentifier"] == "IBFirstResponder"
  }
}
