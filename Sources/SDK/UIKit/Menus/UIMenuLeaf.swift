import CarobFoundation

/// An element of a menu that does something: an action or a command.
@preconcurrency @MainActor
public protocol UIMenuLeaf: NSObjectProtocol {
  var title: String { get set }
  var discoverabilityTitle: String? { get set }
  var image: UIImage? { get set }
  var attributes: UIMenuElement.Attributes { get set }
  var state: UIMenuElement.State { get set }
  /// Who is named as the sender while the element is performed.
  var sender: Any? { get }
  /// Does what choosing the element does: an action's closure; a command's action, sent to `target`.
  func performWithSender(_ sender: Any?, target: Any?)
}

/// Another title and image of a command while modifier keys are held.
///
/// DEVIATION: menus show the command itself only.
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

/// A menu element that sends an action along the responder chain (E-472).
@preconcurrency @MainActor
open class UICommand: UIMenuElement, UIMenuLeaf {
  // NB: implicitly unwrapped, because a key command's is optional on the platform.
  public let action: Selector!
  public let propertyList: Any?
  public let alternates: [UICommandAlternate]
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

  /// The command itself is what the target's method gets as its sender.
  open func performWithSender(_ sender: Any?, target: Any?) {
    self.sender = sender
    UIApplication.shared.sendAction(action, to: target, from: self, for: nil)
    self.sender = nil
  }
}

extension UIMenuLeaf {
  /// Whether a menu shows the element: a command only where somebody can perform it.
  func isOffered(from start: UIResponder?, as sender: Any? = nil) -> Bool {
    if attributes.contains(.hidden) { return false }
    guard let command = self as? UICommand else { return true }
    return start?.target(forAction: command.action, withSender: sender ?? command) != nil
  }

  /// Does what was chosen, in the trace as a cause of its own.
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
