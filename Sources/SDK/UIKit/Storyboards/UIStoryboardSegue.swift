import CarobFoundation
import NibFormat

/// A change from one controller to another that a storyboard describes.
@preconcurrency @MainActor
open class UIStoryboardSegue: _MainActorNSObject {
  // F-165
  nonisolated open override class var _carobFrameworkMethods: [_CarobMethod] { FrameworkMessages.of(self) }

  private let ends: (identifier: String?, source: UIViewController, destination: UIViewController)
  open var identifier: String? { ends.identifier }
  open var source: UIViewController { ends.source }
  open var destination: UIViewController { ends.destination }
  var performHandler: (() -> Void)?

  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    ends = (identifier, source, destination)
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
  private let origin: (source: UIViewController, action: Selector, sender: Any?)
  open var source: UIViewController { origin.source }
  open var unwindAction: Selector { origin.action }
  open var sender: Any? { origin.sender }
  init(source: UIViewController, unwindAction: Selector, sender: Any?) {
    origin = (source, unwindAction, sender)
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
