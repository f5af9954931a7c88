import CarobFoundation

/// The result of a request that was executed by a context.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
  open internal(set) var managedObjectContext: NSManagedObjectContext?
  open internal(set) var operationError: (any Error)?
  open internal(set) var progress: Progress?
  private let cancellation = Guarded(false)
  final var isCancelled: Bool { cancellation.withLock { $0 } }
  /// Cancels the fetch if it has not begun; the completion then gets the error `userCancelled`.
  open func cancel() {
    cancellation.withLock { $0 = true }
    progress?.cancel()
  }
}

open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
  open internal(set) var fetchRequest: NSAsynchronousFetchRequest<ResultType>?
  /// Nil until the fetch is done.
  open internal(set) var finalResult: [ResultType]?
}

/// A fetch that runs asynchronously and delivers its results on the context's queue (C-223).
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest, AsynchronousFetching {
  public let fetchRequest: NSFetchRequest<ResultType>
  public let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
  open var estimatedResultCount = 0

  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    fetchRequest = request
    completionBlock = blk
    super.init()
  }

  func start(in context: NSManagedObjectContext) -> NSPersistentStoreAsynchronousResult {
    let result = NSAsynchronousFetchResult<ResultType>()
    result.managedObjectContext = context
    result.fetchRequest = self
    // NB: a child of the caller's current progress, if there is one.
    let progress = Progress(totalUnitCount: Int64(max(1, estimatedResultCount)))
    result.progress = progress
    let work = UncheckedWork { [self] in
      if !result.isCancelled {
        do {
          result.finalResult = try context.fetch(fetchRequest)
        } catch {
          result.operationError = error
        }
      } else {
        result.operationError = CocoaError(.userCancelled)
      }
      progress.completedUnitCount = progress.totalUnitCount
      completionBlock?(result)
    }
    context.perform { work.run() }
    return result
  }
}

/// An asynchronous fetch, without its result type.
protocol AsynchronousFetching: NSPersistentStoreRequest {
  func start(in context: NSManagedObjectContext) -> NSPersistentStoreAsynchronousResult
}
