import CarobFoundation

/// A part of a menu that is made when the menu is shown (E-516).
@preconcurrency @MainActor
open class UIDeferredMenuElement: UIMenuElement {
  public typealias Provider = (@escaping ([UIMenuElement]) -> Void) -> Void
  /// Is asked once; later menus show what it gave.
  public convenience init(_ elementProvider: @escaping Provider) {
    self.init(elementProvider, isCached: true)
  }
  /// Is asked each time that a menu shows the element.
  open class func uncached(_ elementProvider: @escaping Provider) -> UIDeferredMenuElement {
    UIDeferredMenuElement(elementProvider, isCached: false)
  }
  private init(_ provider: @escaping Provider, isCached: Bool) {
    (self.provider, self.isCached) = (provider, isCached)
    super.init(title: "", image: nil)
  }
  fileprivate let provider: Provider
  fileprivate let isCached: Bool
  fileprivate var known: [UIMenuElement]?
}

/// What deferred elements give while one menu is shown.
@MainActor
final class DeferredElements {
  private var found: [ObjectIdentifier: [UIMenuElement]] = [:]
  private var asked: [UIDeferredMenuElement] = []
  /// Elements came after they were asked for.
  var changed: (() -> Void)?

  /// The menu with what is there in the places of deferred elements, and of menus that are parts of it.
  func resolved(_ menu: UIMenu) -> UIMenu { menu.replacingChildren(menu.children.flatMap(resolved)) }

  private func resolved(_ element: UIMenuElement) -> [UIMenuElement] {
    if let inner = element as? UIMenu, inner.options.contains(.displayInline) { return [resolved(inner)] }
    guard let element = element as? UIDeferredMenuElement else { return [element] }
    return elements(of: element)?.flatMap(resolved)
      ?? [UIAction(title: "Loading…", attributes: .disabled) { _ in }]
  }

  private func elements(of element: UIDeferredMenuElement) -> [UIMenuElement]? {
    if let known = found[ObjectIdentifier(element)] ?? element.known { return known }
    guard !asked.contains(where: { $0 === element }) else { return nil }
    asked.append(element)
    var isAsking = true
    element.provider { [weak self, weak element] elements in
      guard let element else { return }
      if element.isCached { element.known = elements }
      guard let self, self.found[ObjectIdentifier(element)] == nil else { return }
      self.found[ObjectIdentifier(element)] = elements
      if !isAsking { self.changed?() }
    }
    isAsking = false
    return found[ObjectIdentifier(element)]
  }
}
