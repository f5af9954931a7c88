import CThreads
import CarobRuntime
import Glibc

/// The main dispatch queue, as served by the main run loop. The Swift main actor also runs on it.
///
/// libdispatch provides these entry points to the owner of the main thread's loop: a descriptor that is
/// readable while the queue has work, and a function that runs the queued blocks. A nested call does nothing
/// until the outer one has returned.
package enum MainQueue {
  /// Readable while the queue has work.
  static let descriptor: Int32 = {
    let descriptor = mainQueueHandle()
    VirtualTime.own(eventDescriptor: descriptor)
    return descriptor
  }()

  /// Whether the calling thread is the main thread.
  package static var isMainThread: Bool { carob_thread_is_main() }

  /// Runs the queued blocks in FIFO order, including those added in the meantime (F-67).
  static func drain() {
    EventDescriptor.clear(descriptor)
    mainQueueCallback(nil)
  }
}

@_silgen_name("_dispatch_get_main_queue_handle_4CF") private func mainQueueHandle() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF") private func mainQueueCallback(
  _ ignored: UnsafeMutableRawPointer?)
