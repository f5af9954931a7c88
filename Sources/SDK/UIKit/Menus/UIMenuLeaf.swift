import CarobFoundation

/// A menu element that performs something: an action or a command.
@preconcurrency @MainActor
public protocol UIMenuLeaf: NSObjectProtocol {
  var title: String { get set }
  var discoverabilityTitle: String? { get set }
  var image: UIImage? { get set }
  var attributes: UIMenuElement.Attributes { get set }
  var state: UIMenuElement.State { get set }
  /// The sender while the element is performed.
  var sender: Any? { get }
  /// Performs the element: runs an action's closure, or sends a command's action to `target`.
  func performWithSender(_ sender: Any?, target: Any?)
}

/// An alternative title and action of a command while modifier keys are held.
///
/// DEVIATION: menus show only the command itself.
@preconcurrency @MainActor
open class UICommandAlternate: _MainActorNSObject {
  public let title: String
  public let action: Selector
  public let modifierFlags: UIKeyModifierFlags
  public init(title: String, action: Selector, modifierFlags: UIKeyModifierFlags) {
    (self.title, self.action, self.modifierFlags) = (title, action, modifierFlags)
    super.init()
  }
}

/// A menu element that sends an action up the responder chain (E-472).
@preconcurrency @MainActor
open class UICommand: UIMenuElement, UIMenuLeaf {
  // NB: implicitly unwrapped, because a key command's is optional on the platform.
  public let action: Selector!
  public let propertyList: Any?
  public let alternates: [UICommandAlternate]
  /// The title in the list of key commands, in place of `title` (E-1076).
  open var discoverabilityTitle: String?
  open var attributes: UIMenuElement.Attributes
  open var state: UIMenuElement.State
  open private(set) var sender: Any?

  public init(
    title: String = "", subtitle: String? = nil, image: UIImage? = nil, action: Selector,
    propertyList: Any? = nil, alternates: [UICommandAlternate] = [], discoverabilityTitle: String? = nil,
    attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off
  ) {
    self.action = action
    self.propertyList = propertyList
    self.alternates = alternates
    self.discoverabilityTitle = discoverabilityTitle
    self.attributes = attributes
    self.state = state
    super.init(title: title, image: image)
    self.subtitle = subtitle
  }

  /// Sends the action. The target's method gets the command itself as its sender.
  open func performWithSender(_ sender: Any?, target: Any?) {
    self.sender = sender
    UIApplication.shared.sendAction(action, to: target, from: self, for: nil)
    self.sender = nil
  }
}

extension UICommand {
  // E-1093
  /// Lets the responder that performs the command change it. Returns false if there is none.
  @discardableResult
  func validate(from start: UIResponder?, as sender: Any? = nil) -> Bool {
    guard let target = start?.target(forAction: action, withSender: sender ?? self) else { return false }
    if let responder = target as? UIResponder {
      Journal.deliver(.responder, "validate(_:)", to: responder) { responder.validate(self) }
    }
    return true
  }
}

extension UIMenuLeaf {
  /// Whether a menu offers the element. A command is offered only if a responder can perform it; the
  /// responder may change it first (E-1093).
  func isOffered(from start: UIResponder?, as sender: Any? = nil) -> Bool {
    if let command = self as? UICommand, !attributes.contains(.hidden) {
      guard command.validate(from: start, as: sender) else { return false }
    }
    return !attributes.contains(.hidden)
  }

  /// Performs the chosen element, as a cause of its own in the trace.
  func choose(from start: UIResponder?, for sender: AnyObject) {
    if let command = self as? UICommand {
      command.performWithSender(
        sender, target: start?.target(forAction: command.action, withSender: command))
    } else {
      Journal.deliverRegistered(
        .action, "{}", from: sender, category: .user, site: (self as? UIAction)?.site.text,
        detail: [("action", title)]
      ) { performWithSender(sender, target: nil) }
    }
  }
}
