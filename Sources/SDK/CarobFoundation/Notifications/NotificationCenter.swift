@_spi(Hazards) import CarobRuntime
import Foundation
import Synchronization

/// Broadcasts notifications to the observers registered for their name and sender, synchronously on the
/// posting thread.
///
/// Any thread may register, remove and post. Observers are called in the order of registration; the platform
/// guarantees no order (F-3).
open class NotificationCenter: NSObject, @unchecked Sendable {
  // @unchecked because the tables are behind locks and posting reads atomics.
  struct Table {
    /// All buckets in the order of creation.
    var buckets: [NotificationBucket] = []
    var byName: [Notification.Name: NotificationBucket] = [:]
    /// The registrations of each selector observer, by the observer's address.
    var byObserver: [UInt: [SelectorRegistration]] = [:]
  }

  let table = Guarded(Table())
  let names: NameCache
  /// The registrations for any name. Also used for names without registrations.
  let anyName = NotificationBucket(name: nil)
  /// The number of registrations in `anyName`.
  private let anyCount = Atomic(0)
  private let sequence = Atomic<UInt64>(0)
  /// The default center of the process.
  open class var `default`: NotificationCenter { standard }
  private static let standard: NotificationCenter = {
    let center = NotificationCenter(cacheCapacity: 4096)
    center.forwardFoundationPosts()
    return center
  }()

  // NB: not a convenience initializer, so that an app's subclass inherits it.
  public override init() {
    names = NameCache(capacity: 64)
    super.init()
    setUp()
  }

  private init(cacheCapacity: Int) {
    names = NameCache(capacity: cacheCapacity)
    super.init()
    setUp()
  }

  private func setUp() {
    overridesPosts = Posting.point.isOverridden(by: type(of: self))
    if Diagnostics.isStrict { Self.isStrict = true }
  }

  // MARK: Adding observers

  /// Calls a method of `observer` for each notification with this name and sender. The observer is held
  /// weakly (F-6).
  ///
  /// Registering twice causes two calls (F-11). The toolchain's center lacks this method (F-14).
  open func addObserver(
    _ observer: Any, selector: Selector, name: Notification.Name?, object: Any?,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    let site = SourceSite(file, line)
    let registration = SelectorRegistration.make(
      observer: observer, selector: selector, name: name, object: object, site: site)
    var outdated = Outdated()
    let twins = table.withLock { table in
      let others = table.byObserver[registration.observer] ?? []
      let twins = others.count > 64 ? 0 : others.count { $0.isTwin(of: registration) }
      table.byObserver[registration.observer, default: []].append(registration)
      let bucket = name.map { bucketToFill($0, &table) } ?? anyName
      insert(registration, bucket, &outdated)
      if bucket === anyName { outdateAll(table, &outdated) }
      return twins
    }
    outdated.retire()
    (observer as? NSObject)?.observesNotifications = true
    if twins > 0 { warnAboutDuplicates(registration, twins + 1) }
    if !registration.hasMethod { warnAboutMissingMethod(registration, observer) }
  }

  /// Calls a block for each notification with this name and sender. The center keeps it until the token is
  /// removed.
  ///
  /// Without a queue the block runs on the posting thread. With a queue it runs there as an operation, and
  /// the poster waits for it (F-8, F-9).
  @preconcurrency @discardableResult
  open func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) -> any NSObjectProtocol {
    // NB: not `map` and `??`, whose generic code would wrap the block in another closure.
    let called = if let queue { Self.onQueue(queue, block) } else { block }
    let held = Self.held(by: block)
    let site = SourceSite(file, line)
    let registration = add(
      held.isWatched
        ? WatchedBlockRegistration(called, held, name: name, object: object, site: site)
        : BlockRegistration(block: called, name: name, object: object, site: site))
    watchToken(of: registration, held)
    return registration
  }

  func add(
    _ kind: NotificationRegistrationInfo.Kind, _ name: Notification.Name?, _ object: Any?, _ site: SourceSite,
    _ block: @escaping (Notification) -> Void
  ) -> NotificationRegistration {
    add(BlockRegistration(block: block, kind: kind, name: name, object: object, site: site))
  }

  private func add(_ registration: BlockRegistration) -> BlockRegistration {
    var outdated = Outdated()
    // OPTIMIZATION: threads that use different names do not contend for a lock.
    let known = registration.name.map { bucket(of: $0).takeUnretainedValue() } ?? anyName
    if known !== anyName {
      insert(registration, known, &outdated)
    } else {
      table.withLock { table in
        let bucket = registration.name.map { bucketToFill($0, &table) } ?? anyName
        insert(registration, bucket, &outdated)
        if bucket === anyName { outdateAll(table, &outdated) }
      }
    }
    outdated.retire()
    return registration
  }

  // F-8
  private static func onQueue(
    _ queue: OperationQueue, _ block: @escaping @Sendable (Notification) -> Void
  ) -> @Sendable (Notification) -> Void {
    { notification in
      if OperationQueue.current === queue || (queue === OperationQueue.main && MainQueue.isMainThread) {
        return block(notification)
      }
      let cause = Journal.cause
      let operation = BlockOperation { Journal.with(cause: cause) { block(notification) } }
      queue.addOperations([operation], waitUntilFinished: true)
    }
  }

  // MARK: Removing observers

  /// Removes all registrations of an observer (F-10).
  open func removeObserver(_ observer: Any, _ file: StaticString = #filePath, _ line: Int = #line) {
    let removed = registration(of: observer).map { [$0] } ?? registrations(of: observer)
    if Diagnostics.isStrict { rememberRemoval(of: removed, SourceSite(file, line)) }
    remove(removed)
  }

  /// Removes the registrations of an observer for this name and sender; nil matches any (F-10).
  open func removeObserver(
    _ observer: Any, name: Notification.Name?, object: Any?, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) {
    let wanted = senderFilter(object)
    let candidates = registration(of: observer).map { [$0] } ?? registrations(of: observer)
    let removed = candidates.filter {
      (name == nil || $0.name == name) && (object == nil || $0.object == wanted)
    }
    if Diagnostics.isStrict { rememberRemoval(of: removed, SourceSite(file, line)) }
    remove(removed)
  }

  // MARK: Posting

  /// Posts a notification: calls all receivers and returns when they have returned (F-2).
  open func post(_ notification: Notification) { post(notification.storage) }

  /// Posts a notification with these values.
  open func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {
    let sender = _unmanagedObject(object)
    let isValue = sender == nil && object != nil
    if isValue || !postBorrowing(name, sender, userInfo) { postOwning(name, object, userInfo) }
  }

  /// An overload for senders that are statically objects, which need no boxing; the compiler prefers it.
  ///
  /// The additional parameter keeps `post(name:object:userInfo:)` unambiguous as the name of a method.
  // OPTIMIZATION: boxing the sender retains and releases it, two of the six atomic operations of a post to one block.
  public final func post(
    name: Notification.Name, object: AnyObject, userInfo: [AnyHashable: Any]? = nil, _: Void = ()
  ) {
    if overridesPosts {
      post(name: name, object: object as Any?, userInfo: userInfo)
    } else if !postBorrowing(name, .passUnretained(object), userInfo) {
      postOwning(name, object, userInfo)
    }
  }

  /// Posts with the thread's spare notification, which does not retain the sender. Returns false if it has none, and
  /// while a post with user info is recorded; then nothing was posted.
  @inline(__always)
  private func postBorrowing(
    _ name: Notification.Name, _ sender: Unmanaged<AnyObject>?, _ userInfo: [AnyHashable: Any]?
  ) -> Bool {
    // OPTIMIZATION: the bucket lives as long as the center, so it is not retained.
    bucket(of: name)._withUnsafeGuaranteedRef { bucket in
      guard
        bucket.snapshot.load(ordering: .relaxed) != NotificationBucket.nobody || Journal.isRecording
          || Self.isStrict
      else { return true }
      let record = Hazards.record()
      guard let lent = NSNotification.forPost(name, sender, userInfo, record) else { return false }
      lent._withUnsafeGuaranteedRef { post($0, to: bucket, record) }
      NSNotification.retire(lent, record)
      return true
    }
  }

  /// Posts with a new notification, which becomes the thread's spare if it has none.
  @inline(never)
  private func postOwning(_ name: Notification.Name, _ object: Any?, _ userInfo: [AnyHashable: Any]?) {
    let record = Hazards.record()
    let storage = Unmanaged.passRetained(NSNotification(name: name, object: object, userInfo: userInfo))
    let isReusable = storage._withUnsafeGuaranteedRef { storage in
      bucket(of: name)._withUnsafeGuaranteedRef { post(storage, to: $0, record) }
      return storage.isReusable
    }
    if isReusable { NSNotification.retire(storage, record) } else { storage.release() }
  }

  open override var debugDescription: String { registrationsText }

  // MARK: - Implementation

  /// Whether the class overrides `post(name:object:userInfo:)`.
  // Written once, before the center is shared.
  @exclusivity(unchecked) private final var overridesPosts = false

  private enum Posting {
    static let point = OverridePoint(
      of: NotificationCenter.self, overriding: OverridingCenter.self, plain: PlainCenter.self)
    private final class PlainCenter: NotificationCenter, @unchecked Sendable {}
    private final class OverridingCenter: NotificationCenter, @unchecked Sendable {
      override func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {}
    }
  }

  /// A copy of `Diagnostics.isStrict` without its lazy initialization check.
  // Written once, before the first center is created.
  @exclusivity(unchecked) nonisolated(unsafe) static var isStrict = false

  private func registration(of token: Any) -> NotificationRegistration? { token as? NotificationRegistration }

  private func registrations(of observer: Any) -> [NotificationRegistration] {
    let key =
      observer is AnyClass
      ? identity(of: observer) : UInt(bitPattern: Unmanaged.passUnretained(observer as AnyObject).toOpaque())
    return table.withLock { $0.byObserver[key] ?? [] }
  }

  /// The bucket for a name; `anyName` if the name has no registrations.
  @inline(__always)
  final func bucket(of name: Notification.Name) -> Unmanaged<NotificationBucket> {
    let found = names.find(NameCache.words(name))
    if let pointer = UnsafeRawPointer(bitPattern: found) {
      return Unmanaged<NotificationBucket>.fromOpaque(pointer)
    }
    return .passUnretained(findBucket(name))
  }

  /// Whether a post of this name would reach an observer; for posts with expensive user info.
  package final func hasObservers(of name: Notification.Name) -> Bool {
    bucket(of: name)._withUnsafeGuaranteedRef {
      $0.snapshot.load(ordering: .acquiring) != NotificationBucket.nobody
    }
  }

  @inline(never)
  private func findBucket(_ name: Notification.Name) -> NotificationBucket {
    table.withLock { table in
      let bucket = table.byName[name] ?? anyName
      names.store(NameCache.words(name), bucket.address)
      return bucket
    }
  }

  private func insert(
    _ registration: NotificationRegistration, _ bucket: NotificationBucket, _ outdated: inout Outdated
  ) {
    registration.bucket = bucket
    bucket.list.withLock { list in
      registration.sequence = sequence.add(1, ordering: .relaxed).newValue
      list.append(registration)
      if bucket === anyName { anyCount.store(list.count, ordering: .relaxed) }
      outdate(bucket, list, &outdated)
    }
  }

  private func bucketToFill(_ name: Notification.Name, _ table: inout Table) -> NotificationBucket {
    if let bucket = table.byName[name] { return bucket }
    AwaitedPosts.start(name)
    let bucket = NotificationBucket(name: name)
    table.byName[name] = bucket
    table.buckets.append(bucket)
    names.forget(anyName.address)
    return bucket
  }

  /// Discards a bucket's snapshot. Called under the lock of its list.
  func outdate(_ bucket: NotificationBucket, _ list: NotificationBucket.List, _ outdated: inout Outdated) {
    // NB: a thread that changes `anyCount` in the meantime calls this afterwards.
    outdated.append(bucket.outdate(list.count > 0 || anyCount.load(ordering: .relaxed) > 0))
  }

  /// Discards all snapshots after a change to the registrations for any name, which are part of every
  /// snapshot.
  private func outdateAll(_ table: Table, _ outdated: inout Outdated) {
    for bucket in table.buckets { bucket.list.withLock { outdate(bucket, $0, &outdated) } }
  }

  /// Creates the snapshot that a post found missing.
  func makeSnapshot(of bucket: NotificationBucket) {
    let old = bucket.list.withLock { list -> UInt in
      let any = bucket === anyName ? [] : anyRegistrations()
      let count = list.count + any.count
      // OPTIMIZATION: the lists are not merged if there is only one.
      let snapshot =
        any.isEmpty
        ? NotificationSnapshot(list.registrations, count: count)
        : NotificationSnapshot(
          (list.registrations.compactMap { $0 } + any).sorted { $0.sequence < $1.sequence }, count: count)
      return bucket.snapshot.exchange(
        count == 0 ? NotificationBucket.nobody : snapshot.retainedAddress, ordering: .sequentiallyConsistent)
    }
    Hazards.retire(old)
  }

  private func anyRegistrations() -> [NotificationRegistration] {
    guard anyCount.load(ordering: .relaxed) > 0 else { return [] }
    return anyName.registrations
  }

  /// Removes registrations. Their blocks are released before this returns, unless a post is using them.
  func remove(_ registrations: [NotificationRegistration]) {
    var outdated = Outdated()
    for registration in registrations {
      guard registration.isLive.exchange(false, ordering: .relaxed) else { continue }
      if registration.observer == 0, registration.name != nil {
        remove(registration, &outdated)
      } else {
        table.withLock { table in
          remove(registration, &outdated)
          if registration.name == nil { outdateAll(table, &outdated) }
          guard registration.observer != 0 else { return }
          var others = table.byObserver[registration.observer] ?? []
          others.removeAll { $0 === registration }
          table.byObserver[registration.observer] = others.isEmpty ? nil : others
        }
      }
    }
    outdated.retire()
  }

  private func remove(_ registration: NotificationRegistration, _ outdated: inout Outdated) {
    guard let bucket = registration.bucket else { return }
    bucket.list.withLock { list in
      list.remove(registration)
      if bucket === anyName { anyCount.store(list.count, ordering: .relaxed) }
      outdate(bucket, list, &outdated)
    }
  }

  // Forwards posts of the toolchain's Foundation to our default center.
  private func forwardFoundationPosts() {
    _ = Foundation.NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) {
      [unowned self] in
      post(name: $0.name, object: $0.object, userInfo: $0.userInfo)
    }
  }
}

/// The snapshots discarded by a change, to be retired outside the lock: releasing a block may run an app's
/// `deinit`, which may call the center again.
struct Outdated: ~Copyable {
  // OPTIMIZATION: there is nearly always just one, and an array would need an allocation.
  private var first: UInt = 0
  private var others: [UInt] = []

  mutating func append(_ snapshot: UInt) {
    guard snapshot > Hazards.lastState else { return }
    if first == 0 { first = snapshot } else { others.append(snapshot) }
  }

  consuming func retire() {
    Hazards.retire(first)
    for snapshot in others { Hazards.retire(snapshot) }
  }
}

extension NotificationBucket {
  var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}

extension NotificationSnapshot {
  fileprivate var retainedAddress: UInt { UInt(bitPattern: Unmanaged.passRetained(self).toOpaque()) }
}
