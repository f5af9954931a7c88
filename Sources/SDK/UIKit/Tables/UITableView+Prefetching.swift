import CarobFoundation
import CoreGraphics

/// Receives the rows that will soon be displayed, and the rows whose prefetching is canceled (E-390).
@preconcurrency @MainActor
public protocol UITableViewDataSourcePrefetching: NSObjectProtocol, _CarobOptional {
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
  public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}

extension UITableView {
  /// E-390: after the visible cells are laid out, prefetches the next screen of rows in the scroll direction.
  func prefetch() {
    guard let prefetchDataSource, isPrefetchingEnabled, window != nil else { return }
    let screen = bounds
    let ahead =
      prefetching.isGoingForward(at: screen.minY)
      ? geometry.rows(from: screen.maxY, to: screen.maxY + screen.height)
      : geometry.rows(from: screen.minY - screen.height, to: screen.minY).reversed()
    let (fetch, cancel) = prefetching.update(
      shown: visible.map(\.path), ahead: ahead.filter(geometry.contains))
    if !fetch.isEmpty {
      Journal.deliver(
        .dataSource, "tableView(_:prefetchRowsAt:)", to: prefetchDataSource, from: self, category: .functional
      ) { prefetchDataSource.tableView(self, prefetchRowsAt: fetch) }
    }
    guard !cancel.isEmpty else { return }
    prefetchDataSource.tell(
      from: self, "tableView(_:cancelPrefetchingForRowsAt:)",
      "tableView:cancelPrefetchingForRowsAtIndexPaths:"
    ) { $0.tableView(self, cancelPrefetchingForRowsAt: cancel) }
  }
}
