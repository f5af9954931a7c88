import Foundation

/// Keeps an object alive until the current turn of the thread's run loop has ended.
func keepUntilEndOfTurn(_ object: AnyObject) {
  let thread = Thread.current
  let pool = thread.threadDictionary[poolKey] as? TurnPool ?? TurnPool()
  pool.objects.append(object)
  thread.threadDictionary[poolKey] = pool
}

/// Called by the run loop at the end of each turn.
package func drainEndOfTurnObjects() {
  (Thread.current.threadDictionary[poolKey] as? TurnPool)?.objects.removeAll(keepingCapacity: true)
}

private let poolKey = "carob.endOfTurn"
private final class TurnPool { var objects: [AnyObject] = [] }

/// Runs `body`; Swift on Linux has no autorelease pools, so there is nothing to drain.
@discardableResult
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
