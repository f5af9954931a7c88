import CarobFoundation
import NibFormat

extension UINavigationBar {
  /// Called when the back button is tapped.
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
    readAppearances(e, bar.looks)
    let items = (e.child(named: "items")?.children ?? []).compactMap {
      make($0, fallback: UINavigationItem.self) as? UINavigationItem
    }
    if !items.isEmpty { bar.items = items }
  }
  /// Decodes the bar inside the storyboard element of its controller.
  func decodeBar(_ bar: UINavigationBar, _ e: NibElement) {
    let outer = element
    element = e
    decodeNavigationBar(bar)
    element = outer
    if let id = e.id { objects[id] = bar }
  }
}
