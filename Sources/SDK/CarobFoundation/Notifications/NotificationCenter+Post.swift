@_spi(Hazards) import CarobRuntime
import Foundation
import Synchronization

// The delivery of a post: synchronous (F-2), to the observers registered when it began (F-4), except those
// removed in the meantime (F-5) and deallocated ones (F-6).

extension NotificationCenter {
  final func post(_ storage: NSNotification) {
    bucket(of: storage.postedName)._withUnsafeGuaranteedRef { post(storage, to: $0, Hazards.record()) }
  }

  final func post(
    _ storage: NSNotification, to bucket: NotificationBucket, _ record: Hazards.Record
  ) {
    if Self.isStrict { checkPost(storage) }
    while true {
      guard let value = Hazards.acquire(bucket.snapshot, record) else {
        return postDeeplyNested(storage, bucket)
      }
      if value > Hazards.lastState, let pointer = UnsafeRawPointer(bitPattern: value) {
        let snapshot = Unmanaged<NotificationSnapshot>.fromOpaque(pointer)
        let dead = snapshot._withUnsafeGuaranteedRef { deliver(storage, $0, bucket) }
        Hazards.release(value, record)
        if let dead { purge(dead) }
        return
      }
      if value == NotificationBucket.nobody { return recordUndelivered(storage) }
      makeSnapshot(of: bucket)
    }
  }

  /// Posts with a retained snapshot when nested posts have used up the thread's hazard pointers.
  @inline(never)
  private func postDeeplyNested(_ storage: NSNotification, _ bucket: NotificationBucket) {
    makeSnapshot(of: bucket)
    // NB: snapshots change only under the lock, so the current one cannot be retired here.
    let snapshot = bucket.list.withLock { _ -> NotificationSnapshot? in
      let value = bucket.snapshot.load(ordering: .acquiring)
      guard value > Hazards.lastState, let pointer = UnsafeRawPointer(bitPattern: value) else { return nil }
      return Unmanaged<NotificationSnapshot>.fromOpaque(pointer).takeUnretainedValue()
    }
    guard let snapshot else { return recordUndelivered(storage) }
    if let dead = deliver(storage, snapshot, bucket) { purge(dead) }
  }

  /// Calls the receivers that observe this sender. Returns those whose observer was deallocated.
  @inline(__always)
  private func deliver(
    _ storage: NSNotification, _ snapshot: NotificationSnapshot, _ bucket: NotificationBucket
  ) -> [NotificationRegistration]? {
    let sender = storage.sender
    if Journal.isRecording { return deliverRecorded(storage, snapshot, sender) }
    let changesBefore = bucket.changes.load(ordering: .acquiring)
    var dead: [NotificationRegistration]?
    let entries = snapshot.entries
    for index in 0..<snapshot.count {
      // OPTIMIZATION: reads the entry in place, without a copy.
      let entry = entries + index
      (entries + min(index + 2, snapshot.count - 1)).pointee.receiver.prefetch()
      if entry.pointee.object != 0, entry.pointee.object != sender { continue }
      if bucket.changes.load(ordering: .acquiring) != changesBefore,
        !entry.pointee.registration._withUnsafeGuaranteedRef({ $0.isLive.load(ordering: .relaxed) })
      {
        continue
      }
      let isThere =
        entry.pointee.receiver.call(storage)
        ?? entry.pointee.registration._withUnsafeGuaranteedRef { $0.deliver(storage) }
      if !isThere { add(entry.pointee.registration, to: &dead) }
    }
    return dead
  }

  @inline(never)
  private func add(
    _ registration: Unmanaged<NotificationRegistration>, to dead: inout [NotificationRegistration]?
  ) { dead = (dead ?? []) + [registration.takeUnretainedValue()] }

  @inline(never)
  private func deliverRecorded(
    _ storage: NSNotification, _ snapshot: NotificationSnapshot, _ sender: UInt
  ) -> [NotificationRegistration]? {
    var dead: [NotificationRegistration] = []
    for index in 0..<snapshot.count {
      let entry = snapshot.entries[index]
      if entry.object != 0, entry.object != sender { continue }
      let registration = entry.registration.takeUnretainedValue()
      guard registration.isLive.load(ordering: .relaxed) else { continue }
      if !registration.deliverRecorded(storage) { dead.append(registration) }
    }
    return dead.isEmpty ? nil : dead
  }

  @inline(never)
  private func recordUndelivered(_ storage: NSNotification) {
    if Self.isStrict { explainMissingObservers(storage) }
    guard Journal.isRecording, Journal.recordsInternal else { return }
    Journal.note(
      .notification, storage.postedName.rawValue, outcome: "dropped", why: "no observer is registered for it",
      category: .internal)
  }

  // F-6
  @inline(never)
  private func purge(_ dead: [NotificationRegistration]) {
    if Self.isStrict { dead.forEach(warnAboutPurge) }
    remove(dead)
  }

  /// Called when an object that was a selector observer is deallocated.
  func observerDidDeallocate(_ address: UInt) {
    // NB: while recording, the next post finds and reports the dead observer.
    guard !Journal.isRecording else { return }
    let dead = table.withLock { $0.byObserver[address] ?? [] }
    if Self.isStrict { dead.forEach(warnAboutPurge) }
    remove(dead)
  }
}
