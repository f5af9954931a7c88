import CarobFoundation
import CarobRuntime

/// An item that is made when the user has chosen an activity, on a background queue, while the sheet waits
/// (E-1100).
///
/// A subclass overrides `item`.
nonisolated open class UIActivityItemProvider: Operation, @unchecked Sendable {
  // @unchecked because what changes is protected by a lock; the placeholder is the app's.
  public init(placeholderItem: Any) {
    self.placeholderItem = placeholderItem
    super.init()
  }

  /// Shown until the item is there.
  public let placeholderItem: Any?
  private let state = Guarded<(type: UIActivity.ActivityType?, made: Any?)>((type: nil, made: nil))
  /// The chosen activity; nil until there is one.
  open var activityType: UIActivity.ActivityType? { state.withLock { $0.type } }
  /// Makes the item. Called once, on a background queue.
  open var item: Any { placeholderItem ?? "" }

  open override func main() {
    guard !isCancelled else { return }
    let made = Journal.deliverRegistered(.delegate, "item", to: self, category: .query) { item }
    state.withLock { $0.made = made }
  }

  /// Called before the operation is queued.
  func choose(_ type: UIActivity.ActivityType?) { state.withLock { $0.type = type } }

  // NB: for `NSObjectProtocol`, since the toolchain's operations have no messages.
  open func responds(to selector: Selector!) -> Bool { Runtime.responds(self, selector) }
  @discardableResult
  open func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! { send(selector, nil, nil) }
  @discardableResult
  open func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
    send(selector, object, nil)
  }
  @discardableResult
  open func perform(_ selector: Selector!, with object1: Any!, with object2: Any!) -> Unmanaged<AnyObject>! {
    send(selector, object1, object2)
  }
  private func send(_ selector: Selector, _ a: Any?, _ b: Any?) -> Unmanaged<AnyObject>? {
    _sendMessage(self, selector, a, b).result.map { Unmanaged.passUnretained($0 as AnyObject) }
  }

  @MainActor open func activityViewControllerPlaceholderItem(
    _ activityViewController: UIActivityViewController
  ) -> Any { placeholderItem ?? "" }
  /// The item that `item` returned; nil if the provider was cancelled.
  @MainActor open func activityViewController(
    _ activityViewController: UIActivityViewController,
    itemForActivityType activityType: UIActivity.ActivityType?
  ) -> Any? { state.withLock { $0.made } }
  @MainActor open func activityViewController(
    _ activityViewController: UIActivityViewController,
    subjectForActivityType activityType: UIActivity.ActivityType?
  ) -> String { "" }
}

extension UIActivityItemProvider: UIActivityItemSource {}

extension UIActivityViewController {
  /// Runs the item providers among the items, then calls `ready` on the main thread; at once if there are
  /// none.
  func provideItems(for type: UIActivity.ActivityType?, _ ready: @escaping @MainActor () -> Void) {
    let providers = activityItems.compactMap { $0 as? UIActivityItemProvider }.filter {
      !$0.isFinished && !$0.isExecuting
    }
    guard !providers.isEmpty else { return ready() }
    for provider in providers { provider.choose(type) }
    let cause = Journal.cause
    let last = BlockOperation {
      DispatchQueue.main.async { MainActor.assumeIsolated { Journal.with(cause: cause) { ready() } } }
    }
    for provider in providers { last.addDependency(provider) }
    Self.providing.addOperations(providers + [last], waitUntilFinished: false)
  }
  private static let providing = OperationQueue()
}
