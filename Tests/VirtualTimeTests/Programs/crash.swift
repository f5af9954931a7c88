// Crashes after three virtual seconds, while other threads wait: the crash handler must not get stuck in virtual time.

import Dispatch
import Foundation

Thread.detachNewThread { while true { Thread.sleep(forTimeInterval: 1) } }
DispatchQueue.global().async { DispatchSemaphore(value: 0).wait() }
DispatchQueue.main.asyncAfter(deadline: .now() + 3) {
  fatalError("on purpose")
}
RunLoop.main.run()
