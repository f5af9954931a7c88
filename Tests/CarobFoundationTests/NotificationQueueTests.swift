import CarobFoundation
import TestSupport
import Testing

@Suite struct NotificationQueueTests {
  let center = NotificationCenter()
  let record = Log()

  private func withQueue(_ body: (NotificationQueue, RunLoop, ManualClock) -> Void) {
    withLoop { loop, clock in
      let token = center.addObserver(forName: nil, object: nil, queue: nil) { [record] in
        record($0.name.rawValue)
      }
      body(NotificationQueue(notificationCenter: center), loop, clock)
      center.removeObserver(token)
    }
  }

  private func note(_ name: String, from object: Any? = nil) -> Notification {
    Notification(name: .init(name), object: object)
  }

  @Test(.rule("F-20", "F-24"))
  func `asap posts after the current callout, whenIdle before waiting, each in order`() {
    withQueue { queue, loop, clock in
      let record = record
      loop.addObserver(activities: .beforeWaiting, order: 2_000_000) { _ in record("commit") }
      loop.add(
        Timer(timeInterval: 1, repeats: false) { [center] _ in
          _ = center
          record("timer")
          queue.enqueue(Notification(name: .init("idle 1")), postingStyle: .whenIdle)
          queue.enqueue(Notification(name: .init("soon 1")), postingStyle: .asap)
          queue.enqueue(Notification(name: .init("soon 2")), postingStyle: .asap)
          queue.enqueue(Notification(name: .init("idle 2")), postingStyle: .whenIdle)
          queue.enqueue(Notification(name: .init("now")), postingStyle: .now)
          record("timer ends")
        }, forMode: .default)
      loop.add(Port(), forMode: .default)
      loop.run(clock, for: 2)
      #expect(
        record.take() == [
          "commit", "timer", "now", "timer ends", "soon 1", "soon 2", "idle 1", "idle 2", "commit",
        ])
    }
  }

  @Test(.rule("F-21"))
  func `notifications are posted only in their modes; now in another mode posts nothing`() {
    withQueue { queue, loop, clock in
      _ = loop.addSource {}
      queue.enqueue(note("soon"), postingStyle: .asap, coalesceMask: [], forModes: [.tracking])
      queue.enqueue(note("idle"), postingStyle: .whenIdle, coalesceMask: [], forModes: [.tracking])
      let record = record
      loop.perform {
        queue.enqueue(
          Notification(name: .init("now")), postingStyle: .now, coalesceMask: [], forModes: [.tracking])
      }
      loop.run(clock, for: 1)
      #expect(record.take() == [])
      loop.run(clock, for: 1, mode: .tracking)
      #expect(record.take() == ["soon", "idle"])
    }
  }

  @Test(.rule("F-22")) func `equal notifications are coalesced, and the last one is kept`() {
    withQueue { queue, loop, clock in
      _ = loop.addSource {}
      let sender = Target()
      for name in ["a", "b", "a"] { queue.enqueue(note(name), postingStyle: .asap) }
      queue.enqueue(note("a", from: sender), postingStyle: .asap)
      loop.run(clock, for: 0)
      #expect(record.take() == ["b", "a", "a"])
      for name in ["a", "b"] {
        queue.enqueue(note(name, from: sender), postingStyle: .asap, coalesceMask: .onSender, forModes: nil)
      }
      loop.run(clock, for: 0)
      #expect(record.take() == ["b"])
      for name in ["a", "a"] {
        queue.enqueue(note(name), postingStyle: .asap, coalesceMask: [], forModes: nil)
      }
      queue.enqueue(note("c"), postingStyle: .whenIdle)
      queue.dequeueNotifications(matching: note("c"), coalesceMask: 1)
      loop.run(clock, for: 1)
      #expect(record.take() == ["a", "a"])
    }
  }

  @Test(.rule("F-23")) func `each thread has a default queue`() async {
    let own = ObjectIdentifier(NotificationQueue.default)
    #expect(ObjectIdentifier(NotificationQueue.default) == own)
    let other = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: ObjectIdentifier(NotificationQueue.default)) }
    }
    #expect(other != own)
  }

  @Test(.rule("F-22")) func `coalescing compares name, sender or both, regardless of earlier masks`() {
    withQueue { queue, loop, clock in
      _ = loop.addSource {}
      let record = record
      let (one, two) = (Target(), Target())
      (one.ticks, two.ticks) = (1, 2)
      let token = center.addObserver(forName: nil, object: nil, queue: nil) {
        record("from \(($0.object as? Target)?.ticks ?? 0)")
      }
      func enqueue(_ sender: Target, _ mask: NotificationQueue.NotificationCoalescing) {
        queue.enqueue(note("n", from: sender), postingStyle: .asap, coalesceMask: mask, forModes: nil)
      }
      enqueue(one, .onName)
      enqueue(two, .onSender)
      enqueue(one, .onName)
      enqueue(two, .onName)
      enqueue(one, .onSender)
      loop.run(clock, for: 0)
      #expect(record.take() == ["n", "from 2", "n", "from 1"])
      for _ in 0..<3 { queue.enqueue(note("n", from: one), postingStyle: .now) }
      #expect(record.take() == Array(repeating: ["n", "from 1"], count: 3).flatMap { $0 })
      // Posting immediately removes the queued one.
      queue.enqueue(note("n", from: one), postingStyle: .whenIdle)
      queue.enqueue(note("n", from: one), postingStyle: .now)
      loop.run(clock, for: 1)
      #expect(record.take() == ["n", "from 1"])
      center.removeObserver(token)
    }
  }

  @Test(.rule("F-21", "F-54")) func `the common modes include all modes that were made common`() {
    withQueue { queue, loop, clock in
      let custom = RunLoop.Mode("custom")
      loop.addCommonMode(custom)
      loop.add(Port(), forMode: .common)
      let record = record
      queue.enqueue(note("soon"), postingStyle: .asap, coalesceMask: [], forModes: [.common])
      queue.enqueue(note("idle"), postingStyle: .whenIdle, coalesceMask: [], forModes: [.common])
      loop.perform(inModes: [custom]) {
        queue.enqueue(
          Notification(name: .init("now")), postingStyle: .now, coalesceMask: [], forModes: [.common])
      }
      loop.run(clock, for: 1, mode: custom)
      #expect(record.take() == ["soon", "now", "idle"])
    }
  }

  @Test(.rule("F-23")) func `an unreferenced queue is deallocated, after it has posted what is queued`() {
    weak var gone: NotificationQueue?
    withQueue { _, loop, clock in
      _ = loop.addSource {}
      do {
        let queue = NotificationQueue(notificationCenter: center)
        gone = queue
        queue.enqueue(note("soon"), postingStyle: .asap)
      }
      #expect(gone != nil)
      loop.run(clock, for: 1)
      #expect(record.take() == ["soon"] && gone == nil)
    }
  }
}
