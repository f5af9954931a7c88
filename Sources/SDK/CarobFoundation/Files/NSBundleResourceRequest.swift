import CarobRuntime
import Foundation

/// Access to on-demand resources. They are built into the app, so every request succeeds without a download
/// (E-1102).
open class NSBundleResourceRequest: NSObject, ProgressReporting, @unchecked Sendable {
  // @unchecked because what changes is protected by a lock.
  public convenience init(tags: Set<String>) { self.init(tags: tags, bundle: .main) }
  public init(tags: Set<String>, bundle: Bundle) {
    (self.tags, self.bundle) = (tags, bundle)
    super.init()
  }

  public let tags: Set<String>
  public let bundle: Bundle
  /// Complete once access was granted.
  public let progress = Progress(totalUnitCount: 1)
  /// How urgent a download is. Nothing is downloaded.
  open var loadingPriority: Double {
    get { state.withLock { $0.priority } }
    set { state.withLock { $0.priority = newValue } }
  }
  public static let loadingPriorityUrgent = Double.greatestFiniteMagnitude

  private let state = Guarded((priority: 0.5, isAccessing: false))

  /// Calls the handler on a background queue when the resources can be used.
  open func beginAccessingResources(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    begin { completionHandler(nil) }
  }
  open func beginAccessingResources() async throws {
    await withCheckedContinuation { done in begin { done.resume() } }
  }
  /// The handler gets whether the resources are there without a download, which they always are.
  open func conditionallyBeginAccessingResources(completionHandler: @escaping @Sendable (Bool) -> Void) {
    begin { completionHandler(true) }
  }
  open func conditionallyBeginAccessingResources() async -> Bool {
    await withCheckedContinuation { done in begin { done.resume(returning: true) } }
  }

  private func begin(_ ready: @escaping @Sendable () -> Void) {
    let wasAccessing = state.withLock { state in
      defer { state.isAccessing = true }
      return state.isAccessing
    }
    if wasAccessing {
      NSException.raise(
        .internalInconsistencyException,
        "NSBundleResourceRequest: access to the resources was requested twice; make a new request")
    }
    progress.completedUnitCount = 1
    let cause = Journal.cause
    DispatchQueue.global().async { Journal.with(cause: cause, ready) }
  }

  open func endAccessingResources() { state.withLock { $0.isAccessing = false } }
}

extension Notification.Name {
  /// The system never runs out of space for on-demand resources here, so it is not posted.
  public static let NSBundleResourceRequestLowDiskSpace = Notification.Name(
    "NSBundleResourceRequestLowDiskSpaceNotification")
}

extension Bundle {
  /// Resources are never purged, whatever their priority is.
  public func setPreservationPriority(_ priority: Double, forTags tags: Set<String>) {
    Self.priorities.withLock { for tag in tags { $0[bundlePath, default: [:]][tag] = priority } }
  }
  public func preservationPriority(forTag tag: String) -> Double {
    Self.priorities.withLock { $0[bundlePath]?[tag] ?? 0 }
  }
  /// By the bundle's path and the tag.
  private static let priorities = Guarded<[String: [String: Double]]>([:])
}
