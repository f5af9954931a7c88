// A small UIKit against which translated text is type-checked: the shapes of the real one (forms of initializers,
// isolation, open members), no behaviour.
@_exported import CarobFoundation

@preconcurrency @MainActor open class UIResponder: _MainActorNSObject {
  public override init() { super.init() }
  open var next: UIResponder? { nil }
  open func becomeFirstResponder() -> Bool { true }
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { responds(to: action) }
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func target(forAction action: Selector, withSender sender: Any?) -> Any? { nil }
  open var undoManager: UndoManager? { nil }
}
@preconcurrency @MainActor open class UITouch: _MainActorNSObject {}
@preconcurrency @MainActor open class UIEvent: _MainActorNSObject {}
open class CALayer: NSObject {
  public override init() { super.init() }
  public init(layer: Any) { super.init() }
  nonisolated open class var _carobNewCopy: (@MainActor (Any) -> CALayer)? { nil }
  public required init?(coder: NSCoder) { super.init() }
  open var opacity: Float = 1
  open class func needsDisplay(forKey key: String) -> Bool { false }
  open func draw(in context: AnyObject) {}
  public final func _managedValue<Value>(_ key: String) -> Value { fatalError(key) }
  public final func _setManagedValue<Value>(_ value: Value, _ key: String) {}
}
@preconcurrency @MainActor open class UIView: UIResponder {
  open class var layerClass: AnyClass { CALayer.self }
  open var frame = CGRect.zero
  open var tag = 0
  open var isHidden = false
  open var layer = CALayer()
  public init(frame: CGRect) { super.init() }
  public convenience override init() { self.init(frame: .zero) }
  public required init?(coder: NSCoder) { super.init() }
  nonisolated open class var _carobNewFrame: (@MainActor (CGRect) -> UIView)? { nil }
  open func addSubview(_ view: UIView) {}
  open func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {}
  open func endEditing(_ force: Bool) -> Bool { true }
  open func layoutSubviews() {}
  open func draw(_ rect: CGRect) {}
}
@preconcurrency @MainActor open class UILabel: UIView {
  open var text: String?
}
@preconcurrency @MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let touchUpInside = Event(rawValue: 64)
    public static let valueChanged = Event(rawValue: 4096)
  }
  open var isSelected = false
  open func addTarget(_ target: Any?, action: Selector, for events: UIControl.Event) {}
}
extension UIControl {
  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
}
@preconcurrency @MainActor open class UIButton: UIControl {
  open func setTitle(_ title: String?, for state: UIControl.State) {}
  open func setImage(_ image: AnyObject?, for state: UIControl.State) {}
}
@preconcurrency @MainActor open class UISegmentedControl: UIControl {
  open func setTitle(_ title: String?, forSegmentAt segment: Int) {}
}
@preconcurrency @MainActor open class UISlider: UIControl {
  open var value: Float = 0
}
@preconcurrency @MainActor open class UISwitch: UIControl {
  open var isOn = false
}
@preconcurrency @MainActor open class UITextField: UIControl {
  open weak var delegate: (any UITextFieldDelegate)?
  open var text: String?
}
@preconcurrency @MainActor open class UIScrollView: UIView {
  open weak var delegate: (any UIScrollViewDelegate)?
}
@preconcurrency @MainActor open class UITableView: UIScrollView {
  public enum Style: Int, Sendable { case plain, grouped }
  open override weak var delegate: (any UIScrollViewDelegate)? { didSet {} }
  open func reloadData() {}
  public init(frame: CGRect, style: Style) { super.init(frame: frame) }
  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  nonisolated open class var _carobNewTable: (@MainActor (CGRect, Style) -> UITableView)? { nil }
}
@preconcurrency @MainActor public protocol _CarobTableView: AnyObject {}
extension UITableView: _CarobTableView {}
extension _CarobTableView where Self: UITableView {
  public var delegate: (any UITableViewDelegate)? {
    get { (self as UIScrollView).delegate as? any UITableViewDelegate }
    set { (self as UIScrollView).delegate = newValue }
  }
}
open class NSTextContainer: NSObject {}
@preconcurrency @MainActor open class UITextView: UIScrollView {
  public init(frame: CGRect, textContainer: NSTextContainer?) { super.init(frame: frame) }
  public override convenience init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}
@preconcurrency @MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {}
@preconcurrency @MainActor open class UITableViewCell: UIView {
  public enum CellStyle: Int, Sendable { case `default`, value1 }
  public init(style: CellStyle, reuseIdentifier: String?) { super.init(frame: .zero) }
  public override convenience init(frame: CGRect) { self.init(style: .default, reuseIdentifier: nil) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  nonisolated open class var _carobNewCell: (@MainActor (CellStyle, String?) -> UITableViewCell)? { nil }
}
@preconcurrency @MainActor open class UITableViewHeaderFooterView: UIView {
  public init(reuseIdentifier: String?) { super.init(frame: .zero) }
  public override convenience init(frame: CGRect) { self.init(reuseIdentifier: nil) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  nonisolated open class var _carobNewHeader: (@MainActor (String?) -> UITableViewHeaderFooterView)? { nil }
}
@preconcurrency @MainActor open class UICollectionReusableView: UIView {}
@preconcurrency @MainActor open class UICollectionViewCell: UICollectionReusableView {}
@preconcurrency @MainActor open class UIGestureRecognizer: _MainActorNSObject {
  public init(target: Any?, action: Selector?) { super.init() }
  public convenience override init() { self.init(target: nil, action: nil) }
  public convenience init?(coder: NSCoder) { self.init(target: nil, action: nil) }
  nonisolated open class var _carobNewRecognizer: (@MainActor (Any?, Selector?) -> UIGestureRecognizer)? {
    nil
  }
}
@preconcurrency @MainActor open class UITapGestureRecognizer: UIGestureRecognizer {}
@preconcurrency @MainActor open class UIBarButtonItem: _MainActorNSObject {
  public init(title: String?, style: Int, target: Any?, action: Selector?) { super.init() }
}
@preconcurrency @MainActor open class UIStoryboardSegue: _MainActorNSObject {
  public let identifier: String?
  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    self.identifier = identifier
    super.init()
  }
  nonisolated open class var _carobNewSegue:
    (@MainActor (String?, UIViewController, UIViewController) -> UIStoryboardSegue)?
  { nil }
  open func perform() {}
}
@preconcurrency @MainActor open class UIViewController: UIResponder {
  nonisolated open class var _carobNewController: (@MainActor (String?, Bundle?) -> UIViewController)? { nil }
  open var view: UIView! = UIView()
  open var title: String?
  public init(nibName: String?, bundle: Bundle?) { super.init() }
  public convenience override init() { self.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { super.init() }
  open func viewDidLoad() {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillAppear(_ animated: Bool) {}
  open var prefersStatusBarHidden: Bool { false }
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}
}
@preconcurrency @MainActor open class UITableViewController: UIViewController, UITableViewDelegate {
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}
@preconcurrency @MainActor open class UIWindow: UIView {}
@preconcurrency @MainActor open class UIApplication: UIResponder {
  public static let shared = UIApplication()
  public struct LaunchOptionsKey: Hashable, Sendable {}
}
@preconcurrency @MainActor public protocol UIApplicationDelegate: NSObjectProtocol, _CarobOptional {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
}
extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
}
@preconcurrency @MainActor public protocol UITextFieldDelegate: NSObjectProtocol, _CarobOptional {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}
extension UITextFieldDelegate {
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}
@preconcurrency @MainActor public protocol UIScrollViewDelegate: NSObjectProtocol, _CarobOptional {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
}
extension UIScrollViewDelegate { public func scrollViewDidScroll(_ scrollView: UIScrollView) {} }
@preconcurrency @MainActor public protocol UITableViewDelegate: UIScrollViewDelegate {
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}
extension UITableViewDelegate {
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}
@preconcurrency @MainActor public func _carobRunApp(_ make: () -> any UIApplicationDelegate) {}
public nonisolated func _replaceMethods(
  of base: AnyClass, by replacement: AnyClass, beside plain: AnyClass
) {}
