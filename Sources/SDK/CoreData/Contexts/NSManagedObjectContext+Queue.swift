import CarobFoundation

// C-151: blocks on the context's queue.

/// The contexts whose blocks are running on the calling thread, the innermost last.
private final class RunningContexts {
  var contexts: [ObjectIdentifier] = []

  static var current: RunningContexts {
    if let raw = pthread_getspecific(key) {
      return Unmanaged<RunningContexts>.fromOpaque(raw).takeUnretainedValue()
    }
    let new = RunningContexts()
    pthread_setspecific(key, Unmanaged.passRetained(new).toOpaque())
    return new
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { raw in if let raw { Unmanaged<RunningContexts>.fromOpaque(raw).release() } }
    return key
  }()
}

extension NSManagedObjectContext {
  /// Whether the caller may use the context.
  final var isOnQueue: Bool {
    switch type {
    case .mainQueueConcurrencyType:
      Thread.isMainThread || RunningContexts.current.contexts.contains(ObjectIdentifier(self))
    case .privateQueueConcurrencyType: RunningContexts.current.contexts.contains(ObjectIdentifier(self))
    case .confinementConcurrencyType: thread == nil || thread === Thread.current
    }
  }

  /// Runs a block while marking this context as running on the thread.
  private func run(_ block: () -> Void) {
    let running = RunningContexts.current
    running.contexts.append(ObjectIdentifier(self))
    block()
    running.contexts.removeLast()
  }

  final func performLater(_ block: @escaping () -> Void) {
    let block = QueuedBlock(block)
    switch type {
    case .mainQueueConcurrencyType:
      DispatchQueue.main.async { self.traced { block.run() } }
    case .privateQueueConcurrencyType:
      queue?.async {
        self.run {
          self.traced {
            block.run()
            self.processPendingChanges()
          }
        }
      }
    case .confinementConcurrencyType: raiseConfined("performBlock:")
    }
  }

  final func performNow(_ block: () -> Void) {
    switch type {
    case .mainQueueConcurrencyType:
      if isOnQueue { return block() }
      withoutActuallyEscaping(block) { block in
        let block = QueuedBlock(block)
        DispatchQueue.main.sync { block.run() }
      }
    case .privateQueueConcurrencyType:
      if isOnQueue { return block() }
      queue?.sync { run(block) }
    case .confinementConcurrencyType: raiseConfined("performBlockAndWait:")
    }
  }

  // C-287
  /// Runs a queued block, and records it in the trace.
  private func traced(_ block: () -> Void) {
    guard Journal.isRecording else { return block() }
    Journal.deliverRegistered(
      .coredata, "perform {}", to: self, category: .functional,
      detail: name.map { [(key: "context", value: $0)] } ?? [], block)
  }

  private func raiseConfined(_ method: String) -> Never {
    NSException.raise(
      .invalidArgumentException,
      "Can only use -\(method) on an NSManagedObjectContext that was created with a queue.")
  }

  /// Runs a block on the context's queue, waits for it, and returns its result or throws its error.
  public final func performAndWait<Result, Failure: Error>(
    _ block: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    performNow {
      do throws(Failure) {
        result = .success(try block())
      } catch {
        result = .failure(error)
      }
    }
    guard let result else { fatalError("C-151: a queue did not run a block") }
    return try result.get()
  }

  /// Runs a block on the context's queue, and returns its result or throws its error to the waiting task.
  // NB: stays on the caller's actor until the block runs, so neither the context nor the block need be
  // sendable (C-286).
  nonisolated(nonsending) public final func perform<Result, Failure: Error>(
    schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let call = QueuedCall(block)
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let work = {
        call.run()
        continuation.resume()
      }
      if schedule == .immediate, isOnQueue { work() } else { perform(work) }
    }
    guard let result = call.result else { fatalError("C-151: a queue did not run a block") }
    return try result.get()
  }
}

/// A block that is being passed to a queue.
private struct QueuedBlock: @unchecked Sendable {
  // @unchecked because the queue runs it once; the app is responsible for what it captures, as on the
  // platform.
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}

/// A block whose result a task is waiting for.
private final class QueuedCall<Value, Failure: Error>: @unchecked Sendable {
  // @unchecked because the queue writes the result before the task reads it.
  private let block: () throws(Failure) -> Value
  private(set) var result: Swift.Result<Value, Failure>?
  init(_ block: @escaping () throws(Failure) -> Value) { self.block = block }
  func run() {
    do throws(Failure) {
      result = .success(try block())
    } catch {
      result = .failure(error)
    }
  }
}
