import CarobRuntime
import Foundation
import Synchronization

/// The phases of a run loop at which observers are called (F-50).
package struct RunLoopActivity: OptionSet, Sendable {
  package let rawValue: UInt
  package init(rawValue: UInt) { self.rawValue = rawValue }
  package static let entry = RunLoopActivity(rawValue: 1 << 0)
  package static let beforeTimers = RunLoopActivity(rawValue: 1 << 1)
  package static let beforeSources = RunLoopActivity(rawValue: 1 << 2)
  package static let beforeWaiting = RunLoopActivity(rawValue: 1 << 5)
  package static let afterWaiting = RunLoopActivity(rawValue: 1 << 6)
  package static let exit = RunLoopActivity(rawValue: 1 << 7)
  package static let all = RunLoopActivity(rawValue: 0x0FFF_FFFF)
}

/// A block that a run loop calls at some of its phases: lower orders first, equal orders in the order of
/// adding.
package final class RunLoopObserver: @unchecked Sendable {
  // @unchecked because `block` is only called on the loop's thread and `isFiring` only touched there.
  package let activities: RunLoopActivity
  package let order: Int
  package let repeats: Bool
  let block: (RunLoopActivity) -> Void
  var isFiring = false
  let valid = Atomic<Bool>(true)
  private weak let loop: RunLoop?

  init(
    _ loop: RunLoop, _ activities: RunLoopActivity, order: Int, repeats: Bool,
    _ block: @escaping (RunLoopActivity) -> Void
  ) {
    self.loop = loop
    self.activities = activities
    self.order = order
    self.repeats = repeats
    self.block = block
  }

  package func invalidate() {
    valid.store(false, ordering: .relaxed)
    loop?.remove(self)
  }
}

/// A version-0 input source. Its handler runs in the first pass after it was signalled.
package final class RunLoopSource: @unchecked Sendable {
  // @unchecked because `handler` is only called on the loop's thread.
  package let order: Int
  let handler: () -> Void
  let signalled = Atomic<Bool>(false)
  let valid = Atomic<Bool>(true)
  private weak let loop: RunLoop?

  init(_ loop: RunLoop, order: Int, _ handler: @escaping () -> Void) {
    self.loop = loop
    self.order = order
    self.handler = handler
  }

  /// Marks the source as ready. Any thread may call it. Call `RunLoop.wakeUp()`, too, if the loop may be
  /// asleep.
  package func signal() { signalled.store(true, ordering: .releasing) }

  package func invalidate() {
    valid.store(false, ordering: .relaxed)
    loop?.remove(self)
  }
}

/// A file descriptor that a run loop watches, corresponding to a version-1 source on the platform.
package final class RunLoopDescriptor: @unchecked Sendable {
  // @unchecked because `handler` is only called on the loop's thread.
  package let descriptor: Int32
  let events: Int16
  let handler: () -> Void
  let valid = Atomic<Bool>(true)
  /// Whether it is served before timers and the main queue.
  package let isUrgent = Atomic<Bool>(false)
  private weak let loop: RunLoop?

  init(_ loop: RunLoop, _ descriptor: Int32, _ events: Int16, _ handler: @escaping () -> Void) {
    self.loop = loop
    self.descriptor = descriptor
    self.events = events
    self.handler = handler
  }

  package func invalidate() {
    valid.store(false, ordering: .relaxed)
    loop?.remove(self)
  }
}

/// The items of a run loop in one mode. Accessed under the loop's lock; the arrays are copied as snapshots.
final class RunLoopModeItems: @unchecked Sendable {
  // @unchecked because the lock of the loop guards it.
  let mode: Foundation.RunLoop.Mode
  var isCommon = false
  var observers: [RunLoopObserver] = []
  var sources: [RunLoopSource] = [] {
    didSet { hasSources.store(!sources.isEmpty, ordering: .releasing) }
  }
  var descriptors: [RunLoopDescriptor] = []
  var ports: [Port] = []
  @exclusivity(unchecked) var timers = TimerQueue()
  // OPTIMIZATION: these two are read without the lock, so that a phase without observers costs one load.
  let hasSources = Atomic<Bool>(false)
  /// The union of the observers' activities.
  let watched = Atomic<UInt>(0)

  init(_ mode: Foundation.RunLoop.Mode) { self.mode = mode }

  func insert(_ observer: RunLoopObserver) {
    guard !observers.contains(where: { $0 === observer }) else { return }
    observers.insert(observer, at: observers.firstIndex { $0.order > observer.order } ?? observers.count)
    watched.bitwiseOr(observer.activities.rawValue, ordering: .releasing)
  }

  func insert(_ source: RunLoopSource) {
    guard !sources.contains(where: { $0 === source }) else { return }
    sources.insert(source, at: sources.firstIndex { $0.order > source.order } ?? sources.count)
  }

  func insert(_ descriptor: RunLoopDescriptor) {
    guard !descriptors.contains(where: { $0 === descriptor }) else { return }
    descriptors.append(descriptor)
  }

  /// Makes the mode a common mode, with all items that were added to the common modes (F-54).
  func absorb(_ common: RunLoopModeItems) {
    isCommon = true
    common.observers.forEach(insert)
    common.sources.forEach(insert)
    common.descriptors.forEach(insert)
    ports += common.ports
  }
}
