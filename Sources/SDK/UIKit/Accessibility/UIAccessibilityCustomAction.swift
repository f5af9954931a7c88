import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// An action of an element that assistive technology offers beside its activation (E-965).
@preconcurrency @MainActor
open class UIAccessibilityCustomAction: _MainActorNSObject {
  public typealias ActionHandler = @MainActor (_ customAction: UIAccessibilityCustomAction) -> Bool

  open var name: String
  open var image: UIImage?
  open weak var target: NSObject? {
    get { targetReference }
    set { targetReference = newValue }
  }
  @Zeroing private var targetReference: NSObject?
  open var selector: Selector
  open var actionHandler: ActionHandler?

  public init(name: String, target: Any?, selector: Selector) {
    self.name = name
    targetReference = target as? NSObject
    self.selector = selector
    super.init()
  }
  public convenience init(name: String, image: UIImage?, target: Any?, selector: Selector) {
    self.init(name: name, target: target, selector: selector)
    self.image = image
  }
  public convenience init(name: String, actionHandler: ActionHandler?) {
    self.init(name: name, target: nil, selector: Selector(""))
    self.actionHandler = actionHandler
  }
  public convenience init(name: String, image: UIImage?, actionHandler: ActionHandler?) {
    self.init(name: name, actionHandler: actionHandler)
    self.image = image
  }

  /// Runs the handler, or sends the selector to the target. Returns whether there was anything to run.
  func run() -> Bool {
    if let actionHandler {
      return Journal.deliverRegistered(
        .action, "{}", from: self, category: .user, detail: [("accessibilityAction", name)]
      ) { actionHandler(self) }
    }
    guard let target, target.responds(to: selector) else { return false }
    _ = Journal.deliver(.action, selector.description, to: target, from: self, category: .user) {
      target.perform(selector, with: self)
    }
    return true
  }
}
