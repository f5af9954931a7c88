import CarobFoundation

/// Pull to refresh.
@preconcurrency @MainActor
open class UIRefreshControl: UIControl {
  open private(set) var isRefreshing = false
  open var attributedTitle: NSAttributedString?
  open func beginRefreshing() { isRefreshing = true }
  open func endRefreshing() { isRefreshing = false }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIRefreshControl.self,
      {
        [
          "attributedTitle": \.attributedTitle
        ]
      },
      readOnly: {
        [
          "refreshing": \.isRefreshing
        ]
      }
    )
  }
}
