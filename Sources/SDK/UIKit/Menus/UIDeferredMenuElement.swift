@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// A placeholder for menu elements that are created when the menu is shown (E-516).
@preconcurrency @MainActor
open class UIDeferredMenuElement: UIMenuElement {
  public typealias Provider = (@escaping ([UIMenuElement]) -> Void) -> Void
  /// Calls the provider once; later menus reuse its elements.
  public convenience init(_ elementProvider: @escaping Provider) {
    self.init(elementProvider, isCached: true)
  }
  /// Calls the provider each time a menu shows the element.
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

/// The resolved deferred elements while one menu is shown.
@MainActor
final class DeferredElements {
  private var found: [ObjectIdentifier: [UIMenuElement]] = [:]
  private var asked: [UIDeferredMenuElement] = []
  /// Called when a provider returns its elements asynchronously.
  var changed: (() -> Void)?

  /// The menu in which deferred elements, also those in inline submenus, are replaced by their resolved
  /// elements.
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
    element.provider { [weakSelf = ZeroingElement(self), element = ZeroingElement(element)] elements in
      guard let element = element.object else { return }
      if element.isCached { element.known = elements }
      guard let self = weakSelf.object, self.found[ObjectIdentifier(element)] == nil else { return }
      self.found[ObjectIdentifier(element)] = elements
      if !isAsking { self.changed?() }
    }
    isAsking = false
    return found[ObjectIdentifier(element)]
  }
}
