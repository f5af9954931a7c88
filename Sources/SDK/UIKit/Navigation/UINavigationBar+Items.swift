import CarobFoundation
import NibFormat

/// A navigation bar without a controller: its own stack of items, and where it is.
extension UINavigationBar {
  /// A controller's bar is attached to the top; else the delegate says.
  public var barPosition: UIBarPosition {
    if owner != nil { return .topAttached }
    let position = delegate?.askPosition(of: self) ?? .top
    return position == .any ? .top : position
  }

  public func pushItem(_ item: UINavigationItem, animated: Bool) {
    let may =
      delegate?.ask(from: self, "navigationBar(_:shouldPush:)", "navigationBar:shouldPushItem:") {
        $0.navigationBar(self, shouldPush: item)
      } ?? true
    guard may else { return }
    show((items ?? []) + [item])
    delegate?.tell(from: self, "navigationBar(_:didPush:)", "navigationBar:didPushItem:") {
      $0.navigationBar(self, didPush: item)
    }
  }

  @discardableResult
  public func popItem(animated: Bool) -> UINavigationItem? {
    guard let item = topItem else { return nil }
    let may =
      delegate?.ask(from: self, "navigationBar(_:shouldPop:)", "navigationBar:shouldPopItem:") {
        $0.navigationBar(self, shouldPop: item)
      } ?? true
    guard may else { return nil }
    show(Array((items ?? []).dropLast()))
    delegate?.tell(from: self, "navigationBar(_:didPop:)", "navigationBar:didPopItem:") {
      $0.navigationBar(self, didPop: item)
    }
    return item
  }

  /// The back button was tapped.
  func goBack() {
    if let action = topItem?.backAction { return action.performWithSender(topItem, target: nil) }
    guard let owner else { return _ = popItem(animated: true) }
    if owner.popViewController(animated: true) == nil, let more = owner.parent as? MoreNavigationController {
      more.displayList(animated: true)
    }
  }
}

extension NibCoder {
  func decodeNavigationBar(_ bar: UINavigationBar) {
    guard let e = element else { return }
    if let color = color(key: "barTintColor") { bar.barTintColor = color }
    if let color = color(key: "tintColor") { bar.tintColor = color }
    if let flag = e.bool("largeTitles") { bar.prefersLargeTitles = flag }
    if let flag = e.bool("translucent") { bar.isTranslucent = flag }
    if e["barStyle"]?.hasPrefix("black") == true { bar.barStyle = .black }
    if let image = image(attribute: "backgroundImage") { bar.setBackgroundImage(image, for: .default) }
    if let image = image(attribute: "shadowImage") { bar.shadowImage = image }
    if let attributes = textAttributes(e, "titleTextAttributes") { bar.titleTextAttributes = attributes }
    if let attributes = textAttributes(e, "largeTitleTextAttributes") {
      bar.largeTitleTextAttributes = attributes
    }
    readLooks(e, bar.looks)
    let items = (e.child(named: "items")?.children ?? []).compactMap {
      make($0, fallback: UINavigationItem.self) as? UINavigationItem
    }
    if !items.isEmpty { bar.items = items }
  }
  /// The bar of a controller that a storyboard describes in the controller's element.
  func decodeBar(_ bar: UINavigationBar, _ e: NibElement) {
    let outer = element
    element = e
    decodeNavigationBar(bar)
    element = outer
    if let id = e.id { objects[id] = bar }
  }
}
