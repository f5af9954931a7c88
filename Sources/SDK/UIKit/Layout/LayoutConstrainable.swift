import CarobFoundation
@_spi(Hazards) import CarobRuntime

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

/// A weak reference to a view or a guide without a side table (`Zeroing`), since every constraint and anchor
/// has some.
@propertyWrapper
struct ZeroingLayoutItem {
  @Zeroing private var view: UIView?
  @Zeroing private var guide: UILayoutGuide?

  init() {}
  init(wrappedValue: (any LayoutConstrainable)?) { self.wrappedValue = wrappedValue }

  var wrappedValue: (any LayoutConstrainable)? {
    get {
      if let view { return view }
      return guide
    }
    set {
      view = newValue as? UIView
      guide = view == nil ? newValue as? UILayoutGuide : nil
    }
  }
}
