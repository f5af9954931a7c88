// Acts as the journal: sets the hooks, creates threads of all kinds, and prints the cause of each.

import Dispatch
import Foundation

struct Hooks {
  var capture: @convention(c) () -> UInt64
  var enter: @convention(c) (UInt64) -> Void
}

/// The cause of the calling thread, stored where both C and Swift can read it.
let key: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()
func cause() -> UInt64 { UInt64(UInt(bitPattern: pthread_getspecific(key))) }
func set(_ cause: UInt64) { pthread_setspecific(key, UnsafeRawPointer(bitPattern: UInt(cause))) }

var hooks = Hooks(capture: { cause() }, enter: { set($0) })
typealias SetHooks = @convention(c) (UnsafeRawPointer) -> Void
guard let symbol = dlsym(nil, "carob_vt_set_cause_hooks") else { fatalError("not preloaded") }
unsafeBitCast(symbol, to: SetHooks.self)(&hooks)

func wait(for body: (DispatchSemaphore) -> Void) {
  let done = DispatchSemaphore(value: 0)
  body(done)
  done.wait()
}

set(1)
wait { done in
  Thread.detachNewThread {
    print("thread: \(cause())")
    done.signal()
  }
}
set(2)
var thread = pthread_t()
pthread_create(
  &thread, nil,
  { _ in
    print("pthread: \(cause())")
    return nil
  }, nil)
pthread_join(thread, nil)
set(3)
wait { done in
  DispatchQueue.global().async {
    print("worker: \(cause())")
    done.signal()
  }
}
set(0)
wait { done in
  Thread.detachNewThread {
    print("without a cause: \(cause())")
    done.signal()
  }
}
