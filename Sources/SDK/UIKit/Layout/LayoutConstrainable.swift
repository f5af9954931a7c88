import CarobFoundation
import CarobRuntime

/// An item of a constraint: a view or a layout guide.
@MainActor
protocol LayoutConstrainable: AnyObject {
  /// The view itself, or the guide's owner.
  var layoutOwner: UIView? { get }
  var asView: UIView? { get }
  var asGuide: UILayoutGuide? { get }
  var layoutItem: LayoutItem? { get }
  /// For messages: class and identifier.
  var layoutName: String { get }
}

extension UIView: LayoutConstrainable {
  var layoutOwner: UIView? { self }
  var asView: UIView? { self }
  var asGuide: UILayoutGuide? { nil }
  var layoutItem: LayoutItem? { layoutState.item }

  var layoutName: String {
    let name = Journal.className(type(of: self))
    return accessibilityIdentifier.map { "\(name)'\($0)'" } ?? name
  }
}
