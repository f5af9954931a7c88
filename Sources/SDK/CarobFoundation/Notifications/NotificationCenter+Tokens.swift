@_spi(Hazards) import CarobRuntime
import Foundation

// Diagnostics for the tokens of block observers and the captures of their blocks.

extension NotificationCenter {
  /// The relevant captures of a block. Called before the center is locked, because it retains and releases
  /// objects.
  static func held(by block: @escaping (Notification) -> Void) -> HeldByBlock {
    var held = HeldByBlock()
    let isController = Controllers.isController
    ClosureCaptures.visit(StoredBlock(block: block).context, strongToo: isController != nil) {
      capture, address in
      switch capture {
      case .variable: held.hasVariables = true
      case .unowned: held.unowned.append(address)
      case .strong:
        guard let isController, let object = tryRetain(address), isController(object) else { return }
        held.controllers.append(address)
      }
    }
    return held
  }

  /// Checks at the end of the turn whether the token was kept (M-5).
  func watchToken(of registration: BlockRegistration, _ held: HeldByBlock) {
    // NB: a block that captures a variable may find its own token in it, held weakly.
    guard MainQueue.isMainThread, !held.hasVariables else { return }
    let isFirst = Self.freshTokens.withLock { fresh in
      // NB: limited, so that a program that never ends its turn does not use unbounded memory.
      guard fresh.count < 256 else { return false }
      fresh.append((ZeroingReference(self), ZeroingReference(registration)))
      return fresh.count == 1
    }
    guard isFirst else { return }
    RunLoop.main.addObserver(activities: [.beforeWaiting, .exit], order: .max, repeats: false) { _ in
      Self.checkFreshTokens()
    }
  }

  private static let freshTokens = Guarded<[(center: ZeroingReference, registration: ZeroingReference)]>([])
  private static let discardedAt = Guarded(Set<String>())

  private static func checkFreshTokens() {
    let fresh = freshTokens.withLock { fresh in
      defer { fresh = [] }
      return fresh
    }
    for (center, registration) in fresh {
      guard let center = center.object as? NotificationCenter, center.isDiscarded(registration),
        let registration = registration.object as? BlockRegistration, let place = registration.site.text,
        discardedAt.withLock({ $0.insert(place).inserted })
      else { continue }
      Journal.warn(
        "Observer for \(registration.name?.rawValue ?? "any name") can never be removed: the token returned by "
          + "addObserver(forName:) was discarded at \(place)", rule: "M-5", site: place)
    }
  }

  /// Whether only the center retains the registration, which is the token.
  private func isDiscarded(_ reference: ZeroingReference) -> Bool {
    guard let (bucket, position) = place(of: reference.object as? NotificationRegistration) else {
      return false
    }
    return bucket.list.withLock { list in
      guard position < list.registrations.count,
        list.registrations[position].map({ UInt(bitPattern: ObjectIdentifier($0)) }) == reference.address
      else { return false }
      return isKnownUniquelyReferenced(&list.registrations[position])
    }
  }

  /// The registration's bucket and position. Discards the bucket's snapshot, which also retains it; the next
  /// post creates another.
  private func place(of registration: NotificationRegistration?) -> (NotificationBucket, Int)? {
    guard let registration, let bucket = registration.bucket else { return nil }
    var outdated = Outdated()
    let position = bucket.list.withLock { list -> Int? in
      guard registration.isLive.load(ordering: .relaxed) else { return nil }
      outdate(bucket, list, &outdated)
      return registration.position
    }
    outdated.retire()
    return position.map { (bucket, $0) }
  }
}

/// The memory layout of a block: its code and its context.
// NB: a closure passed to generic code is wrapped in another closure; one inside a struct is not.
struct StoredBlock {
  let block: (Notification) -> Void
  var context: UInt { unsafeBitCast(self, to: (UInt, UInt).self).1 }
}

/// The captures of a block that are relevant to diagnostics.
struct HeldByBlock {
  /// View controllers that the block retains.
  var controllers: [UInt] = []
  /// Objects captured as unowned. The block keeps their memory but not the objects.
  var unowned: [UInt] = []
  var hasVariables = false
  var isWatched: Bool { !controllers.isEmpty || !unowned.isEmpty }
}

/// A block observer that captures a view controller strongly, or objects as unowned.
final class WatchedBlockRegistration: BlockRegistration, @unchecked Sendable {
  // @unchecked for the same reason as its superclass; `said` is a lock.
  private let held: HeldByBlock
  /// The object that the block captures as unowned, if that is all there is to check; otherwise 0.
  private let onlyUnowned: UInt
  private let hasWarned = Guarded(false)

  init(
    _ block: @escaping (Notification) -> Void, _ held: HeldByBlock, name: Notification.Name?, object: Any?,
    site: SourceSite
  ) {
    self.held = held
    onlyUnowned = held.controllers.isEmpty && held.unowned.count == 1 ? held.unowned[0] : 0
    super.init(block: block, name: name, object: object, site: site)
  }

  override func deliver(_ storage: NSNotification) -> Bool {
    warn(storage)
    return super.deliver(storage)
  }

  // OPTIMIZATION: the usual block, with `[unowned self]`, is checked without counting references.
  override var receiverOfPosts: NotificationReceiver {
    onlyUnowned == 0 ? .registration : receiver(expecting: onlyUnowned)
  }

  @inline(never)
  private func warn(_ storage: NSNotification) {
    warnAboutControllers(storage)
    warnAboutDeallocatedCaptures(storage)
  }

  // M-6
  private func warnAboutControllers(_ storage: NSNotification) {
    guard !held.controllers.isEmpty, let hasLeft = Controllers.hasLeftTheScreen, MainQueue.isMainThread else {
      return
    }
    for address in held.controllers {
      guard let controller = tryRetain(address) else { continue }
      nonisolated(unsafe) let asked = controller  // because: it stays on this thread
      guard MainActor.assumeIsolated({ hasLeft(asked) }), isFirst() else { continue }
      Journal.warn(
        "\(Journal.className(type(of: controller))) is kept alive by a notification block for "
          + "\(storage.postedName.rawValue); remove the observer or capture self weakly", rule: "M-6",
        site: site.text)
    }
  }

  // M-7: warns before the block reads the reference, which traps.
  private func warnAboutDeallocatedCaptures(_ storage: NSNotification) {
    for address in held.unowned where !isAlive(address) {
      guard isFirst(), let memory = UnsafeRawPointer(bitPattern: address) else { continue }
      let cls: AnyClass = unsafeBitCast(memory.load(as: UInt.self), to: AnyClass.self)
      Journal.warn(
        "Notification block for \(storage.postedName.rawValue) uses \(Journal.className(cls)), which is gone",
        rule: "M-7", site: site.text)
    }
  }

  private func isFirst() -> Bool {
    hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
  }
}
