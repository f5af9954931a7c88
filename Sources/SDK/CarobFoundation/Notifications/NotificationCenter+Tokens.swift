@_spi(Hazards) import CarobRuntime
import Foundation

// What is said of the tokens of block observers, and of what the blocks hold.

extension NotificationCenter {
  /// What a block holds; asked before the center is locked, because it takes and lets go of references.
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

  /// Looks at the end of the turn whether anybody has kept the token (M-5).
  func watchToken(of registration: BlockRegistration, _ held: HeldByBlock) {
    // NB: a block that shares a variable with its maker may find its own token there, weakly held.
    guard MainQueue.isMainThread, !held.hasVariables else { return }
    let isFirst = Self.freshTokens.withLock { fresh in
      // NB: a program that registers without ever coming to the end of a turn shall not fill the memory.
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

  /// Whether nobody but the center holds the registration, which is the token.
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

  /// Where the registration is; no snapshot holds it afterwards. The next post makes another.
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

/// A block as it lies in memory: its code and its context.
// NB: a closure that is passed to generic code gets another closure around it; a struct's does not.
struct StoredBlock {
  let block: (Notification) -> Void
  var context: UInt { unsafeBitCast(self, to: (UInt, UInt).self).1 }
}

/// What a block holds, as far as it is of interest.
struct HeldByBlock {
  /// View controllers that it keeps alive.
  var controllers: [UInt] = []
  /// Objects that it expects to be there; the block keeps their memory.
  var unowned: [UInt] = []
  var hasVariables = false
  var isWatched: Bool { !controllers.isEmpty || !unowned.isEmpty }
}

/// A block observer that holds a view controller, or objects that may go before it.
final class WatchedBlockRegistration: BlockRegistration, @unchecked Sendable {
  // @unchecked for the same reason as its superclass; `said` is a lock.
  private let held: HeldByBlock
  private let said = Guarded(false)

  init(
    _ block: @escaping (Notification) -> Void, _ held: HeldByBlock, name: Notification.Name?, object: Any?,
    site: SourceSite
  ) {
    self.held = held
    super.init(block: block, name: name, object: object, site: site)
  }

  override func deliver(_ storage: NSNotification) -> Bool {
    warnAboutControllers(storage)
    warnAboutDeallocatedObservers(storage)
    return super.deliver(storage)
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

  // M-7: said before the block comes to read the reference, which ends the app.
  private func warnAboutDeallocatedObservers(_ storage: NSNotification) {
    for address in held.unowned where tryRetain(address) == nil {
      guard isFirst(), let memory = UnsafeRawPointer(bitPattern: address) else { continue }
      let cls: AnyClass = unsafeBitCast(memory.load(as: UInt.self), to: AnyClass.self)
      Journal.warn(
        "Notification block for \(storage.postedName.rawValue) uses \(Journal.className(cls)), which is gone",
        rule: "M-7", site: site.text)
    }
  }

  private func isFirst() -> Bool {
    said.withLock { said in
      defer { said = true }
      return !said
    }
  }
}
