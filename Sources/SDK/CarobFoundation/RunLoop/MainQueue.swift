import CThreads
import CarobRuntime
import Glibc

/// The main dispatch queue as a run loop serves it; the Swift main actor is on it.
///
/// libdispatch offers these entry points to whoever owns the main thread's loop: a descriptor that is readable when
/// the queue has work, and a call that runs what is queued. A nested call does nothing until the outer has returned.
package enum MainQueue {
  /// Readable while the queue has work.
  static let descriptor: Int32 = {
    let descriptor = mainQueueHandle()
    VirtualTime.own(eventDescriptor: descriptor)
    return descriptor
  }()

  /// Whether the calling thread is the one that the process began with.
  package static var isMainThread: Bool { carob_thread_is_main() }

  /// Runs the queued blocks, first in, first out, and those that they add meanwhile (F-67).
  static func drain() {
    EventDescriptor.clear(descriptor)
    mainQueueCallback(nil)
  }
}

@_silgen_name("_dispatch_get_main_queue_handle_4CF") private func mainQueueHandle() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF") private func mainQueueCallback(
  _ ignored: UnsafeMutableRawPointer?)
