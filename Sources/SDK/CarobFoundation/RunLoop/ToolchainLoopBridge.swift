import CarobRuntime
internal import CoreFoundation
import Dispatch
import Foundation
import Synchronization

/// Serves the main loop while the toolchain's run loop runs on the main thread, for example in XCTest's wait.
///
/// Before that loop sleeps, ours runs a pass without waiting, in the app's current mode. A timer in that loop
/// represents our next deadline, and a dispatch source each descriptor that we watch.
final class ToolchainLoopBridge: @unchecked Sendable {
  // @unchecked because everything except `isAsleep` and `sources` is used only on the main thread.
  private let loop: RunLoop
  private var timer: CFRunLoopTimer?
  private let isAsleep = Atomic<Bool>(false)
  private let sources = Guarded<[Int32: Watch]>([:])

  private struct Watch {
    let source: any DispatchSourceRead
    var isSuspended: Bool
  }

  private static let beforeWaiting: CFOptionFlags = 1 << 5
  private static let afterWaiting: CFOptionFlags = 1 << 6
  private static let never: CFAbsoluteTime = 1e10

  init(_ loop: RunLoop) {
    self.loop = loop
    let observer = CFRunLoopObserverCreateWithHandler(nil, Self.beforeWaiting | Self.afterWaiting, true, 0) {
      [unowned self] _, activity in
      if CFOptionFlags(activity.rawValue) == Self.beforeWaiting {
        willSleep()
      } else {
        isAsleep.store(false, ordering: .relaxed)
      }
    }
    CFRunLoopAddObserver(CFRunLoopGetMain(), observer, kCFRunLoopCommonModes)
    timer = CFRunLoopTimerCreateWithHandler(nil, Self.never, 1e9, 0, 0) { _ in }
    CFRunLoopAddTimer(CFRunLoopGetMain(), timer, kCFRunLoopCommonModes)
  }

  private func willSleep() {
    guard let items = loop.existingItems(loop.baseModes[loop.baseModes.count - 1]) else { return }
    _ = loop.run(items, until: 0, end: .whenStopped)
    let (next, descriptors) = loop.state.withLock { state in
      let first = state.nextFire(items)
      return (state.hasQueued(items) ? 0 : state.nextWake(items, first), items.descriptors)
    }
    let now = loop.clock.now
    let delay = next == .max ? nil : next > now ? Double(next - now) / 1e9 : 0
    CFRunLoopTimerSetNextFireDate(timer, delay.map { CFAbsoluteTimeGetCurrent() + $0 } ?? Self.never)
    watch(descriptors)
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    if loop.isWoken.load(ordering: .sequentiallyConsistent) { CFRunLoopWakeUp(CFRunLoopGetMain()) }
  }

  /// Called when the main loop is woken from another thread.
  func wakeUp() {
    if isAsleep.load(ordering: .sequentiallyConsistent) { CFRunLoopWakeUp(CFRunLoopGetMain()) }
  }

  private func watch(_ descriptors: [RunLoopDescriptor]) {
    sources.withLock { sources in
      for (descriptor, watch) in sources where !descriptors.contains(where: { $0.descriptor == descriptor }) {
        // NB: a suspended source must not be released.
        if watch.isSuspended { watch.source.resume() }
        watch.source.cancel()
        sources[descriptor] = nil
      }
      for item in descriptors {
        let descriptor = item.descriptor
        var watch = sources[descriptor] ?? Watch(source: makeSource(descriptor), isSuspended: true)
        if watch.isSuspended { watch.source.resume() }
        watch.isSuspended = false
        sources[descriptor] = watch
      }
    }
  }

  private func makeSource(_ descriptor: Int32) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    source.setEventHandler { [unowned self] in
      // NB: suspended until our loop has read, or it would fire repeatedly.
      sources.withLock { sources in
        guard sources[descriptor]?.isSuspended == false else { return }
        sources[descriptor]?.isSuspended = true
        sources[descriptor]?.source.suspend()
      }
      CFRunLoopWakeUp(CFRunLoopGetMain())
    }
    return source
  }
}
