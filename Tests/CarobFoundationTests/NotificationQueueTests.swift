import CarobFoundation
import RuleTrait
import Testing

@Suite struct NotificationQueueTests {
  let center = NotificationCenter()
  let record = Recorder()

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
  func `soon comes after the current callout, idle before waiting, each in order`() {
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

  @Test(.rule("F-21")) func `only in its modes, else it is kept; now in another mode posts nothing`() {
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

  @Test(.rule("F-22")) func `equal ones are merged, the last one is kept`() {
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
}
