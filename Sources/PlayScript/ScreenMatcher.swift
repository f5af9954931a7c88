import DeviceProtocol

/// Finds the elements and views that match a target, in reading order.
///
/// E-782: names and texts match accessibility elements, and other visible views only if no element matches; a class or an
/// identifier matches any visible view.
struct ScreenMatcher {
  /// Accessibility elements and all other visible views.
  let elements: [ScreenElement]

  enum Resolution: Equatable {
    /// The element to use; `count` elements match.
    case found(Int, count: Int)
    /// The only match is covered.
    case covered(Int, by: String)
    case none
  }

  func resolve(_ target: Target) -> Resolution {
    let matches = all(target)
    var index = 0
    if case .matching(let query) = target { index = query.index ?? 0 }
    let free = matches.filter { elements[$0].coveredBy == nil }
    if index < free.count { return .found(free[index], count: free.count) }
    if free.isEmpty, index < matches.count, let cover = elements[matches[index]].coveredBy {
      return .covered(matches[index], by: cover)
    }
    return .none
  }

  /// All matches, covered ones included; ignores the target's `index`.
  func all(_ target: Target) -> [Int] {
    switch target {
    case .point: return []
    case .named(let name):
      let found = named(name, among: elements.indices.filter(isElement))
      return found.isEmpty ? named(name, among: elements.indices.filter { !isElement($0) }) : found
    case .matching(let query):
      let found = matching(query)
      guard query.id == nil, query.type == nil else { return found }
      let named = found.filter(isElement)
      return named.isEmpty ? found : named
    }
  }

  private func isElement(_ index: Int) -> Bool { elements[index].isAccessibilityElement }

  private func matching(_ query: Target.Query) -> [Int] {
    let containers = query.within.map { Set(self.all($0)) }
    return elements.indices.filter { index in
      let element = elements[index]
      if let id = query.id, element.identifier != id { return false }
      if let label = query.label, element.label != label { return false }
      if let text = query.text, element.shownText != text { return false }
      if let part = query.contains {
        let texts = [element.identifier, element.label, element.text, element.value]
        if !texts.contains(where: { $0?.contains(part) == true }) { return false }
      }
      if let type = query.type, !element.isOf(type: type) { return false }
      if let containers, !element.ancestors.contains(where: containers.contains) { return false }
      return true
    }
  }

  /// Elements with this identifier; if there are none, with this label, then this title or text, then this value.
  private func named(_ name: String, among indices: [Int]) -> [Int] {
    let kinds: [(ScreenElement) -> String?] = [{ $0.identifier }, { $0.label }, { $0.text }, { $0.value }]
    for kind in kinds {
      let matches = indices.filter { kind(elements[$0]) == name }
      if !matches.isEmpty { return matches }
    }
    return []
  }

  /// All names of the elements.
  var names: [String] {
    elements.flatMap { element in
      [element.identifier]
        + (element.isAccessibilityElement ? [element.label, element.text, element.value] : [])
    }.compactMap { $0 }
  }

  /// The classes of the elements.
  var types: [String] { elements.flatMap { $0.classes.prefix { $0 != "UIView" } } }

  /// One line per accessibility element, for reports.
  var summaries: [String] { elements.filter(\.isAccessibilityElement).map(\.summary) }
}

extension ScreenElement {
  /// The text that it shows: the contents of a text input; of other elements the title or text, otherwise the label.
  var shownText: String? {
    if let text { return text }
    if ["UITextField", "UITextView", "UISearchBar"].contains(where: isOf(type:)), let value { return value }
    return label
  }

  func isOf(type: String) -> Bool {
    classes.contains { $0 == type || $0.hasSuffix("." + type) }
  }

  /// One line for a report.
  var summary: String {
    var text = classes.first ?? "element"
    if let name = label ?? self.text ?? identifier { text += " '\(name)'" }
    if let identifier, identifier != label { text += " id '\(identifier)'" }
    if let own = self.text, own != label, label != nil { text += " text '\(own)'" }
    if let value { text += " value '\(value)'" }
    text += " (\(plain(x)), \(plain(y)), \(plain(width)) × \(plain(height)))"
    if !isEnabled { text += " disabled" }
    if isSelected { text += " selected" }
    if let coveredBy { text += " covered by \(coveredBy)" }
    return text
  }
}
