import CarobFoundation
import CoreGraphics

/// The room that a refresh control takes above the content, and how far the content is pulled (E-680…E-684).
extension UIScrollView {
  /// How far the content's top is below where it rests without a refresh control.
  var pull: CGFloat { -contentOffset.y - insetWithoutRefreshing.top - largeTitle.inset }

  func followRefreshControl() {
    pulledControl?.follow(pull: pull, width: bounds.width)
  }

  /// A finger moved the content.
  func notifyRefreshControl() {
    guard let pulledControl else { return }
    pulledControl.pulled(by: pull)
  }

  /// E-682: gives room to a control that refreshes and takes it from one that does not.
  ///
  /// NB: not under a finger, where another end of the content would make the content jump; `endDrag` calls again.
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
