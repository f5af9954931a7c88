import CThreads
import Glibc

/// The virtual-time layer as the SDK sees it: a library that the device preloads, or nothing in real time.
package enum VirtualTime {
  /// The exit status of an app in which virtual time does not work (`EX_OSERR`). The device checks for it.
  package static let exitStatus: Int32 = 71

  /// Tells the layer that only this process signals an eventfd, through `write` and `eventfd_write`.
  package static func own(eventDescriptor: Int32) {
    typealias Own = @convention(c) (Int32) -> Void
    guard let own = dlsym(nil, "carob_vt_own_eventfd") else { return }
    unsafeBitCast(own, to: Own.self)(eventDescriptor)
  }

  /// Tells the layer whether the main thread is working, or idle in its run loop.
  package static func setBusy(_ busy: Bool) { carob_thread_set_busy(busy) }

  /// Whether the device asked this process to run in virtual time.
  package static var isAskedFor: Bool { getenv("CAROB_TIME_FD") != nil }

  /// Why time is not virtual although the device asked for it; nil if it is, or if the device did not ask.
  package static var problem: String? {
    typealias Check = @convention(c) () -> Int32
    let check = dlsym(nil, "carob_vt_self_check").map { unsafeBitCast($0, to: Check.self) }
    return problem(isAskedFor: isAskedFor, check: check.map { check in { check() } })
  }

  /// Explains the result of the layer's self-check (`carob_vt_fault`). `check` is nil if the layer is not
  /// loaded.
  package static func problem(isAskedFor: Bool, check: (() -> Int32)?) -> String? {
    guard let check else {
      return isAskedFor
        ? "the virtual-time library is not loaded (LD_PRELOAD was removed from the environment)" : nil
    }
    switch check() {
    case 0: return nil
    case 1: return "virtual time did not start (the process did not inherit the device's time descriptor)"
    case 2: return "another library replaces clock_gettime"
    case 3: return "another library replaces the waiting functions"
    case 4: return "the scheduler does not control the main thread"
    case let fault: return "the self-check returned \(fault)"
    }
  }
}
