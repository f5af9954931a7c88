import CarobFoundation

/// The buttons that a swipe brings out, the outermost first.
@preconcurrency @MainActor
open class UISwipeActionsConfiguration: _MainActorNSObject {
  public init(actions: [UIContextualAction]) {
    self.actions = actions
    super.init()
  }
  public let actions: [UIContextualAction]
  /// Whether a full swipe performs the first action.
  open var performsFirstActionWithFullSwipe = true
}
