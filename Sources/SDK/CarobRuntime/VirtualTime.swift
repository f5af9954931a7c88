import CThreads
import Glibc

/// The virtual-time layer, as the SDK sees it: a library that the device preloads, or nothing.
package enum VirtualTime {
  /// The status with which an app ends in which virtual time does not hold (`EX_OSERR`; the device knows it).
  package static let exitStatus: Int32 = 71

  /// Tells the layer that this process alone signals an eventfd, through `write` and `eventfd_write`.
  package static func own(eventDescriptor: Int32) {
    typealias Own = @convention(c) (Int32) -> Void
    guard let own = dlsym(nil, "carob_vt_own_eventfd") else { return }
    unsafeBitCast(own, to: Own.self)(eventDescriptor)
  }

  /// Says whether the main thread is in the midst of something, so that the app is not idle, or rests in its run loop.
  package static func setBusy(_ busy: Bool) { carob_thread_set_busy(busy) }

  /// The device wants this process to run in virtual time.
  package static var isAskedFor: Bool { getenv("CAROB_TIME_FD") != nil }

  /// Why time is not virtual although the device asked for it; nil if all is well, and in real time.
  package static var problem: String? {
    typealias Check = @convention(c) () -> Int32
    let check = dlsym(nil, "carob_vt_self_check").map { unsafeBitCast($0, to: Check.self) }
    return problem(isAskedFor: isAskedFor, check: check.map { check in { check() } })
  }

  /// Says what the answers of the layer's self-check (`carob_vt_fault`) mean. `check` is nil if the layer is not there.
  package static func problem(isAskedFor: Bool, check: (() -> Int32)?) -> String? {
    guard let check else {
      return isAskedFor ? "the library that makes time virtual is not loaded (LD_PRELOAD was lost)" : nil
    }
    switch check() {
    case 0: return nil
    case 1: return "it was asked for and did not begin (the device's time descriptor was not inherited)"
    case 2: return "the clock is another library's"
    case 3: return "waiting is another library's"
    case 4: return "the main thread does not take turns with the others"
    case let fault: return "the self-check answers \(fault)"
    }
  }
}
