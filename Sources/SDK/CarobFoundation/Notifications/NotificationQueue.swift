import CarobRuntime
import Foundation
import Glibc

/// Defers notifications until the end of the current run loop pass or until the loop is idle, and coalesces
/// equal ones (F-20 to F-24).
open class NotificationQueue: NSObject, @unchecked Sendable {
  // @unchecked because a queue belongs to one thread.

  /// When a queued notification is posted (F-20).
  public enum PostingStyle: UInt, Sendable {
    case whenIdle = 1
    case asap = 2
    case now = 3
  }

  /// The criteria by which queued notifications are coalesced (F-22).
  public struct NotificationCoalescing: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let none = NotificationCoalescing([])
    public static let onName = NotificationCoalescing(rawValue: 1)
    public static let onSender = NotificationCoalescing(rawValue: 2)
  }

  private struct Entry {
    let notification: Notification
    let modes: [RunLoop.Mode]
    let cause: UInt64

    func isFor(_ mode: RunLoop.Mode?, of loop: RunLoop) -> Bool {
      guard let mode else { return true }
      return modes.contains { $0 == mode || ($0 == .common && loop.isCommon(mode)) }
    }
  }

  private let center: NotificationCenter
  private var soon: [Entry] = []
  private var idle: [Entry] = []
  private var idleObserver: RunLoopObserver?
  private var idleModes: Set<RunLoop.Mode> = []

  public init(notificationCenter: NotificationCenter) {
    center = notificationCenter
    super.init()
  }

  /// The calling thread's queue, bound to the default center (F-23).
  open class var `default`: NotificationQueue {
    if let raw = pthread_getspecific(key) {
      return Unmanaged<NotificationQueue>.fromOpaque(raw).takeUnretainedValue()
    }
    let queue = NotificationQueue(notificationCenter: .default)
    pthread_setspecific(key, Unmanaged.passRetained(queue).toOpaque())
    return queue
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { raw in if let raw { Unmanaged<NotificationQueue>.fromOpaque(raw).release() } }
    return key
  }()

  /// Queues a notification in the default mode, coalescing notifications with equal name and sender.
  open func enqueue(_ notification: Notification, postingStyle: PostingStyle) {
    enqueue(notification, postingStyle: postingStyle, coalesceMask: [.onName, .onSender], forModes: nil)
  }

  /// Queues a notification after removing the queued ones that it coalesces with (F-22).
  open func enqueue(
    _ notification: Notification, postingStyle: PostingStyle, coalesceMask: NotificationCoalescing,
    forModes modes: [RunLoop.Mode]?
  ) {
    if !coalesceMask.isEmpty {
      dequeueNotifications(matching: notification, coalesceMask: Int(coalesceMask.rawValue))
    }
    let modes = modes ?? [.default]
    let entry = Entry(notification: notification, modes: modes, cause: Journal.cause)
    let loop = RunLoop.current
    switch postingStyle {
    case .now:
      // F-21
      if entry.isFor(loop.currentMode, of: loop) { center.post(notification) }
    case .asap:
      soon.append(entry)
      loop.enqueue(modes) { [self] in flush(\.soon, loop) }
    case .whenIdle:
      idle.append(entry)
      watchIdle(loop, modes)
    }
  }

  /// Removes queued notifications with the same name, sender, or both.
  open func dequeueNotifications(matching notification: Notification, coalesceMask: Int) {
    let mask = NotificationCoalescing(rawValue: UInt(bitPattern: coalesceMask))
    guard !mask.isDisjoint(with: [.onName, .onSender]) else { return }
    func matches(_ entry: Entry) -> Bool {
      (!mask.contains(.onName) || entry.notification.name == notification.name)
        && (!mask.contains(.onSender)
          || identity(of: entry.notification.object) == identity(of: notification.object))
    }
    soon.removeAll(where: matches)
    idle.removeAll(where: matches)
  }

  private func watchIdle(_ loop: RunLoop, _ modes: [RunLoop.Mode]) {
    let all = idleModes.union(modes)
    guard all != idleModes || idleObserver == nil else { return }
    idleObserver?.invalidate()
    idleModes = all
    // NB: runs before UIKit's commit, so that changes by receivers are shown in the same turn.
    idleObserver = loop.addObserver(
      activities: .beforeWaiting, order: 1_000_000, modes: all.sorted { $0.rawValue < $1.rawValue }
    ) { [weak self, unowned loop] _ in self?.flush(\.idle, loop) }
  }

  // F-24: posts in the order of queueing. Notifications queued by receivers are posted the next time.
  private func flush(_ list: ReferenceWritableKeyPath<NotificationQueue, [Entry]>, _ loop: RunLoop) {
    let mode = loop.currentMode
    let due = self[keyPath: list].filter { $0.isFor(mode, of: loop) }
    self[keyPath: list].removeAll { $0.isFor(mode, of: loop) }
    for entry in due { Journal.with(cause: entry.cause) { center.post(entry.notification) } }
  }
}
