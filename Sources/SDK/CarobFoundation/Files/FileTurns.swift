import Foundation

/// The coordinated file accesses and the file presenters of the process. Used from any thread.
final class FileTurns: @unchecked Sendable {
  // because: `condition` guards all state
  static let shared = FileTurns()

  private let condition = NSCondition()
  private var running: [(purpose: String, accesses: [FileAccess])] = []
  private var known: [any NSFilePresenter] = []
  private var reacquirers: [(presenter: any NSFilePresenter, call: @Sendable () -> Void)] = []

  private func locked<R>(_ body: () -> R) -> R {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  // MARK: Presenters

  var presenters: [any NSFilePresenter] { locked { known } }
  func add(_ presenter: any NSFilePresenter) {
    locked { if !known.contains(where: { $0 === presenter }) { known.append(presenter) } }
  }
  func remove(_ presenter: any NSFilePresenter) { locked { known.removeAll { $0 === presenter } } }

  /// The other presenters of the file or an enclosing folder, in the order in which they were added.
  func others(than own: (any NSFilePresenter)?, showing url: URL) -> [any NSFilePresenter] {
    presenters.filter { presenter in
      guard presenter !== own, let shown = presenter.presentedItemURL else { return false }
      return FileAccess.holds(shown, url)
    }
  }

  func remember(_ reacquirer: @escaping @Sendable () -> Void, of presenter: any NSFilePresenter) {
    locked { reacquirers.append((presenter, reacquirer)) }
  }
  /// Calls the presenter's reacquirers after the access for which it relinquished the file has ended.
  func reacquire(_ presenter: any NSFilePresenter) {
    let calls = locked {
      defer { reacquirers.removeAll { $0.presenter === presenter } }
      return reacquirers.filter { $0.presenter === presenter }.map(\.call)
    }
    for call in calls { presenter.presentedItemOperationQueue.addOperation(call) }
  }

  // MARK: Coordinating accesses

  /// Waits until no access of another purpose conflicts. Returns false if the access was cancelled.
  func enter(_ accesses: [FileAccess], purpose: String, isCancelled: () -> Bool) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while running.contains(where: { other in
      other.purpose != purpose
        && other.accesses.contains { theirs in accesses.contains { $0.excludes(theirs) } }
    }) {
      if isCancelled() { return false }
      condition.wait()
    }
    if isCancelled() { return false }
    running.append((purpose, accesses))
    return true
  }

  /// Ends the most recent access of the purpose.
  func leave(purpose: String) {
    locked { if let last = running.lastIndex(where: { $0.purpose == purpose }) { running.remove(at: last) } }
    reconsider()
  }

  /// Makes all waiting accesses check again.
  func reconsider() { locked { condition.broadcast() } }
}
