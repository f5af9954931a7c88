import CarobFoundation
import NibFormat

/// A change from one controller to another that a storyboard describes.
@preconcurrency @MainActor
open class UIStoryboardSegue: _MainActorNSObject {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  public let identifier: String?
  public let source: UIViewController
  public let destination: UIViewController
  var performHandler: (() -> Void)?

  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
    super.init()
  }

  public convenience init(
    identifier: String?, source: UIViewController, destination: UIViewController,
    performHandler: @escaping () -> Void
  ) {
    self.init(identifier: identifier, source: source, destination: destination)
    self.performHandler = performHandler
  }

  /// Makes the change. Custom classes override it.
  open func perform() { performHandler?() }

  /// What the translator's tables need for custom segue classes.
  nonisolated open class var _carobNewSegue:
    (@MainActor (String?, UIViewController, UIViewController) -> UIStoryboardSegue)?
  { nil }
}

/// A segue to a popover.
@preconcurrency @MainActor
open class UIStoryboardPopoverSegue: UIStoryboardSegue {}

/// Where an unwind begins.
@preconcurrency @MainActor
open class UIStoryboardUnwindSegueSource: _MainActorNSObject {
  public let source: UIViewController
  public let unwindAction: Selector
  public let sender: Any?
  init(source: UIViewController, unwindAction: Selector, sender: Any?) {
    self.source = source
    self.unwindAction = unwindAction
    self.sender = sender
    super.init()
  }
}

/// A segue that a storyboard connects to a control, recognizer, bar item or cell.
struct ConnectedSegue {
  let element: NibElement
  /// Whose storyboard scene it is; it outlives the connection.
  weak var controller: UIViewController?

  @MainActor
  func trigger(by sender: AnyObject?) {
    guard let controller else { return }
    SegueRunner.trigger(element, from: controller, sender: sender)
  }
}
