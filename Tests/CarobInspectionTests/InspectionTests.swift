import CarobFoundation
import CarobInspection
import CarobRuntime
import Glibc
import TestSupport
import Testing

/// The inspection of registrations, timers, delayed performs, observations and methods.
@Suite struct InspectionTests {
  let center = NotificationCenter()
  let name = Notification.Name("happened")

  /// The site of the following line.
  private func next(_ line: Int = #line) -> String { "InspectionTests.swift:\(line + 1)" }

  /// A description without the numbers of objects, which they have only while events are recorded.
  private func plain(_ text: String) -> String { text.replacing(/#\d+/, with: "") }

  @Test(.rule("F-12", "F-1", "F-6", "F-9"))
  func `registrations are shown in order, with name, sender, receiver, kind, place and time`() {
    let (sender, listener) = (Listener(), Listener())
    let start = Clock.now
    var sites = [next()]
    let token = center.addObserver(forName: name, object: sender, queue: nil) { _ in }
    sites.append(next())
    center.addObserver(listener, selector: Selector("heard:"), name: nil, object: nil)
    sites.append(next())
    let iterator = center.notifications(named: name, object: sender).makeAsyncIterator()
    sites.append(next())
    let message = center.addObserver(for: Message.self) { (_: Message) in }

    let all = Inspection.notificationRegistrations(in: center)
    #expect(all.map(\.name) == [name, nil, name, Message.name])
    #expect(all.map { $0.object === sender } == [true, false, true, false])
    #expect(all.map { $0.receiver === listener } == [false, true, false, false])
    #expect(all.map(\.kind) == [.block, .selector(Selector("heard:")), .sequence, .message])
    #expect(all.map(\.site) == sites)
    #expect(all.map(\.time).sorted() == all.map(\.time) && all[0].time >= start && all[3].time <= Clock.now)
    #expect(
      all.map { plain($0.description) } == [
        "happened from Listener: block at \(sites[0])", "(any): Listener.heard: at \(sites[1])",
        "happened from Listener: sequence at \(sites[2])", "\(Message.name.rawValue): message at \(sites[3])",
      ])

    center.removeObserver(token)
    center.removeObserver(listener)
    #expect(Inspection.notificationRegistrations(in: center).map(\.kind) == [.sequence, .message])
    withExtendedLifetime((iterator, message)) {}
  }

  @Test(.rule("F-12", "F-6")) func `a registration does not show a receiver or sender that was deallocated`()
  {
    var listener: Listener? = Listener()
    var sender: Listener? = Listener()
    center.addObserver(listener as Any, selector: Selector("heard:"), name: name, object: sender)
    listener = nil
    sender = nil
    let all = Inspection.notificationRegistrations(in: center)
    #expect(all.allSatisfy { $0.receiver == nil && $0.object == nil })
  }

  @Test(.rule("F-30", "F-42", "F-60"))
  func `timers and delayed performs are shown in the order of their fire dates`() {
    RunLoop.withLoop(on: StillClock()) { loop in
      let listener = Listener()
      var sites = [next()]
      let late = Timer(timeInterval: 50, repeats: true) { _ in }
      loop.add(late, forMode: .common)
      sites.append(next())
      let early = Timer.scheduledTimer(
        timeInterval: 20, target: listener, selector: Selector("heard:"), userInfo: nil, repeats: false)
      loop.add(early, forMode: .tracking)
      sites.append(next())
      listener.perform(Selector("heard:"), with: 5, afterDelay: 30)
      sites.append(next())
      listener.perform(Selector("heard:"), with: nil, afterDelay: 10, inModes: [.tracking])

      let timers = Inspection.timers(in: loop)
      #expect(timers.map { $0.timer === late } == [false, true])
      #expect(timers.map { $0.target === listener } == [true, false])
      #expect(timers.map(\.interval) == [0, 50])
      #expect(timers.map(\.modes) == [[.default, .tracking], [.common]])
      #expect(timers.map(\.fireDate) == [early.fireDate, late.fireDate])
      #expect(
        timers.map { plain($0.description) } == [
          "once: Listener.heard: at \(sites[1])", "every 50.0 s: block at \(sites[0])",
        ])
      let performs = Inspection.delayedPerforms(in: loop)
      #expect(performs.map { $0.argument as? Int } == [nil, 5])
      #expect(performs.map(\.modes) == [[.tracking], [.default]])
      #expect(performs.allSatisfy { $0.target === listener && $0.selector == Selector("heard:") })
      #expect(
        performs.map { plain($0.description) } == [
          "Listener.heard: at \(sites[3])", "Listener.heard: at \(sites[2])",
        ])
      #expect(
        plain(Inspection.report(loop: loop)).split(separator: "\n").suffix(6) == [
          "timers: 2", "  once: Listener.heard: at \(sites[1])", "  every 50.0 s: block at \(sites[0])",
          "delayed performs: 2", "  Listener.heard: at \(sites[3])", "  Listener.heard: at \(sites[2])",
        ])

      early.invalidate()
      NSObject.cancelPreviousPerformRequests(withTarget: listener)
      #expect(Inspection.timers(in: loop).map { $0.timer === late } == [true])
      #expect(Inspection.delayedPerforms(in: loop).isEmpty)
    }
  }

  @Test(.rule("F-80", "F-100")) func `observations are shown from both sides until they end`() {
    let model = Model()
    let observer = Listener()
    var sites = [next()]
    model.addObserver(observer, forKeyPath: "count", options: [.old, .new], context: nil)
    sites.append(next())
    let observation = model.observe(_kp(\Model.count, "count"), options: .initial) { _, _ in }

    let all = Inspection.observations(of: model)
    #expect(all.map(\.keyPath) == ["count", "count"])
    #expect(all.map(\.options) == [[.old, .new], .initial])
    #expect(all.map { $0.observer === observer } == [true, false])
    #expect(all.map(\.isClosure) == [false, true])
    #expect(all.allSatisfy { $0.object === model && $0.context == nil })
    #expect(
      all.map { plain($0.description) } == [
        "Model.count: Listener at \(sites[0])", "Model.count: closure at \(sites[1])",
      ])
    #expect(Inspection.observations(by: observer).map(\.site) == [sites[0]])

    observation.invalidate()
    #expect(Inspection.observations(of: model).map(\.site) == [sites[0]])
    model.removeObserver(observer, forKeyPath: "count")
    #expect(Inspection.observations(of: model).isEmpty && Inspection.observations(by: observer).isEmpty)
  }

  @Test(.rule("F-150")) func `methods are found as a message would find them`() {
    let method = Inspection.method(for: Selector("heard:"), in: SubListener.self)
    #expect(method?.description == "heard: is heard(_:) at Listener.swift:7")
    #expect(method?.isCallable == true)
    #expect(Inspection.method(for: Selector("herd:"), in: SubListener.self) == nil)
    #expect(Inspection.methods(of: SubListener.self).prefix(2).map(\.swiftName) == ["more()", "heard(_:)"])
  }
}

private struct Message: NotificationCenter.AsyncMessage {
  typealias Subject = Listener
}

private class Listener: NSObject, @unchecked Sendable {
  // @unchecked because it is empty.
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [.init(anyObject: "heard:", "heard(_:)", 7) { _, _ in }]
  }
  nonisolated override class var _carobSource: String { "Listener.swift" }
}

private final class SubListener: Listener, @unchecked Sendable {
  // @unchecked because it is empty.
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [.init(anyNone: "more", "more()", 9) { _ in }]
  }
}

private final class Model: NSObject {
  let count = 0
  nonisolated override class var _carobKVC: [_CarobProperty] { [.init(readOnly: "count", \Model.count)] }
}

/// A clock that stands still, so that reading it twice gives the same date.
private final class StillClock: RunLoopClock {
  let now: UInt64 = 1_000_000_000
  func date(at nanoseconds: UInt64) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(nanoseconds) / 1e9)
  }
  func nanoseconds(at date: Date) -> UInt64 { UInt64(date.timeIntervalSinceReferenceDate * 1e9) }
  func wait(_ descriptors: UnsafeMutableBufferPointer<pollfd>, until deadline: UInt64) -> Int32 { 0 }
}
