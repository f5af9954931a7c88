import CarobFoundation

/// The actions that appear when a row is swiped, starting at the edge of the table.
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
