import CarobRuntime
import Foundation
@_weakLinked import FoundationNetworking

/// `BlockOperation` reports all state changes. For an app's own operations only the end is detected.
extension Operation: _ForeignObservable {
  public func _carobValue(forKey key: String) -> Any?? {
    switch key {
    case "isCancelled", "cancelled": .some(isCancelled)
    case "isExecuting", "executing": .some(isExecuting)
    case "isFinished", "finished": .some(isFinished)
    case "isReady", "ready": .some(isReady)
    case "isAsynchronous", "isConcurrent": .some(isAsynchronous)
    case "name": .some(name)
    case "queuePriority": .some(queuePriority.rawValue)
    case "dependencies": .some(dependencies)
    default: nil
    }
  }

  public func _carobWatch(_ key: String) -> Bool {
    if ForeignClass.change(self, from: BlockOperation.self, to: ObservedBlockOperation.self) { return true }
    guard key == "isFinished" || key == "finished" else { return false }
    // A dependent operation runs after this one has ended.
    if !isFinished {
      let end = BlockOperation { [weak self] in if let self { ForeignStandIn.check(self) } }
      end.addDependency(self)
      Self.ends.addOperation(end)
    }
    return true
  }

  private static let ends = OperationQueue()
}

/// A block operation that reports its state changes.
final class ObservedBlockOperation: BlockOperation, @unchecked Sendable {
  // @unchecked as its superclass is.
  override func start() {
    super.start()
    ForeignStandIn.check(self)
  }
  override func main() {
    ForeignStandIn.check(self)
    super.main()
  }
  override func cancel() {
    super.cancel()
    ForeignStandIn.check(self)
  }
}

extension OperationQueue: _ForeignObservable {
  public func _carobValue(forKey key: String) -> Any?? {
    switch key {
    case "operationCount": .some(operationCount)
    case "operations": .some(operations)
    case "maxConcurrentOperationCount": .some(maxConcurrentOperationCount)
    case "isSuspended", "suspended": .some(isSuspended)
    case "name": .some(name)
    case "progress": .some(progress)
    default: nil
    }
  }

  public func _carobSetValue(_ value: Any?, forKey key: String) -> Bool {
    switch key {
    case "name": name = value as? String
    case "isSuspended", "suspended": isSuspended = (boxed(value) as? NSNumber)?.boolValue ?? false
    case "maxConcurrentOperationCount":
      maxConcurrentOperationCount =
        (boxed(value) as? NSNumber)?.intValue ?? Self.defaultMaxConcurrentOperationCount
    default: return false
    }
    return true
  }

  /// The queue never replaces its progress object, which is observed itself.
  public func _carobWatch(_ key: String) -> Bool { key == "progress" }
}

extension URLSessionTask: _ForeignObservable {
  public func _carobValue(forKey key: String) -> Any?? {
    switch key {
    case "progress": .some(progress)
    case "state": .some(state.rawValue)
    case "taskIdentifier": .some(taskIdentifier)
    case "taskDescription": .some(taskDescription)
    case "countOfBytesReceived": .some(countOfBytesReceived)
    case "countOfBytesSent": .some(countOfBytesSent)
    case "countOfBytesExpectedToReceive": .some(countOfBytesExpectedToReceive)
    case "countOfBytesExpectedToSend": .some(countOfBytesExpectedToSend)
    case "priority": .some(priority)
    case "originalRequest": .some(originalRequest)
    case "currentRequest": .some(currentRequest)
    case "response": .some(response)
    case "error": .some(error)
    default: nil
    }
  }

  /// The task's progress object is observed itself; the toolchain does not report changes of other keys.
  public func _carobWatch(_ key: String) -> Bool { key == "progress" }
}
