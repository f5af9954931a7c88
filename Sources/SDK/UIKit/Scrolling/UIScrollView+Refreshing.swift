import CarobFoundation
import CoreGraphics

/// The space for a refresh control above the content, and the distance of the pull (E-680…E-684).
extension UIScrollView {
  /// The distance, in points, of the content's top below its resting position without a refresh control.
  var pull: CGFloat { -contentOffset.y - insetWithoutRefreshing.top - largeTitle.inset }

  func followRefreshControl() {
    pulledControl?.follow(pull: pull, width: bounds.width)
  }

  /// Called after a finger has moved the content.
  func notifyRefreshControl() {
    guard let pulledControl else { return }
    pulledControl.pulled(by: pull)
  }

  /// E-682: reserves space for a control that refreshes, and removes it when refreshing ends.
  ///
  /// NB: not during a drag, because the content would jump when its end changes; `endDrag` calls this again.
  func refreshRoomChanged() {
    guard !isDragging else { return }
    let room = pulledControl?.isRefreshing == true ? UIRefreshControl.height : 0
    guard room != refreshRoom else { return }
    refreshRoom = room
    notifyAdjustedInset()
    // E-684
    let top = offsetRange.min.y
    guard room == 0, contentOffset.y < top - 0.5 || movesTo.map({ $0.y < top - 0.5 }) == true else { return }
    comeToRest(at: CGPoint(x: movesTo?.x ?? contentOffset.x, y: top))
  }
}
