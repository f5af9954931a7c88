import Foundation

/// Serializes reads and writes of files and notifies file presenters (F-199).
///
/// Coordination works only within this process. As on the platform, it does not wait for uncoordinated
/// writes.
open class NSFileCoordinator: NSObject, @unchecked Sendable {
  // because: `FileTurns` guards its state
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let withoutChanges = ReadingOptions(rawValue: 1)
    public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
    public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
    public static let forUploading = ReadingOptions(rawValue: 8)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let forDeleting = WritingOptions(rawValue: 1)
    public static let forMoving = WritingOptions(rawValue: 2)
    public static let forMerging = WritingOptions(rawValue: 4)
    public static let forReplacing = WritingOptions(rawValue: 8)
    public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 16)
  }

  /// Accesses of one purpose do not wait for each other.
  open var purposeIdentifier = UUID().uuidString
  private let presenter: (any NSFilePresenter)?
  private let cancelled = Guarded(false)

  public init(filePresenter: (any NSFilePresenter)? = nil) {
    presenter = filePresenter
    super.init()
  }

  // MARK: Presenters

  open class func addFilePresenter(_ presenter: any NSFilePresenter) { FileTurns.shared.add(presenter) }
  open class func removeFilePresenter(_ presenter: any NSFilePresenter) { FileTurns.shared.remove(presenter) }
  open class var filePresenters: [any NSFilePresenter] { FileTurns.shared.presenters }

  // MARK: Accesses

  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [], error: NSErrorPointer,
    byAccessor reader: (URL) -> Void
  ) { take([.reading(url, options)], error) { reader(url) } }

  open func coordinate(
    writingItemAt url: URL, options: WritingOptions = [], error: NSErrorPointer,
    byAccessor writer: (URL) -> Void
  ) { take([.writing(url, options)], error) { writer(url) } }

  open func coordinate(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: WritingOptions = [], error: NSErrorPointer,
    byAccessor accessor: (URL, URL) -> Void
  ) {
    take([.reading(readingURL, readingOptions), .writing(writingURL, writingOptions)], error) {
      accessor(readingURL, writingURL)
    }
  }

  open func coordinate(
    writingItemAt url1: URL, options options1: WritingOptions = [], writingItemAt url2: URL,
    options options2: WritingOptions = [], error: NSErrorPointer, byAccessor writer: (URL, URL) -> Void
  ) { take([.writing(url1, options1), .writing(url2, options2)], error) { writer(url1, url2) } }

  /// Returns immediately. `accessor` runs on the queue when the access is granted.
  open func coordinate(
    with intents: [NSFileAccessIntent], queue: OperationQueue,
    byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let accesses = intents.map(\.access)
    DispatchQueue.global().async { [self] in
      guard begin(accesses) else {
        queue.addOperation { accessor(CocoaError(.userCancelled)) }
        return
      }
      let done = DispatchSemaphore(value: 0)
      queue.addOperation {
        accessor(nil)
        done.signal()
      }
      done.wait()
      end(accesses)
    }
  }

  /// Cancels pending accesses, which end with `CocoaError.userCancelled`.
  open func cancel() {
    cancelled.withLock { $0 = true }
    FileTurns.shared.reconsider()
  }

  open func item(at oldURL: URL, willMoveTo newURL: URL) {}
  open func item(at oldURL: URL, didMoveTo newURL: URL) {
    for other in FileTurns.shared.others(than: presenter, showing: oldURL) {
      // because: a presenter is only used on its own queue
      nonisolated(unsafe) let other = other
      other.presentedItemOperationQueue.addOperation { other.presentedItemDidMove(to: newURL) }
    }
  }

  // MARK: - Implementation

  private func take(_ accesses: [FileAccess], _ error: NSErrorPointer, _ body: () -> Void) {
    guard begin(accesses) else {
      error?.pointee = CocoaError(.userCancelled) as NSError
      return
    }
    body()
    end(accesses)
  }

  /// Waits for conflicting accesses, then for the presenters. Returns whether the access may begin.
  private func begin(_ accesses: [FileAccess]) -> Bool {
    let turns = FileTurns.shared
    guard turns.enter(accesses, purpose: purposeIdentifier, isCancelled: { cancelled.withLock { $0 } }) else {
      return false
    }
    for access in accesses {
      for other in turns.others(than: presenter, showing: access.url) { prepare(other, for: access) }
    }
    return true
  }

  private func end(_ accesses: [FileAccess]) {
    let turns = FileTurns.shared
    turns.leave(purpose: purposeIdentifier)
    for access in accesses {
      for other in turns.others(than: presenter, showing: access.url) {
        turns.reacquire(other)
        guard access.writes else { continue }
        // because: a presenter is only used on its own queue
        nonisolated(unsafe) let other = other
        let isItself = other.presentedItemURL?.standardizedFileURL == access.url.standardizedFileURL
        other.presentedItemOperationQueue.addOperation {
          if isItself {
            other.presentedItemDidChange()
          } else {
            other.presentedSubitemDidChange(at: access.url)
          }
        }
      }
    }
  }

  /// Asks a presenter to relinquish the file and waits until it has.
  private func prepare(_ presenter: any NSFilePresenter, for access: FileAccess) {
    // because: a presenter is only used on its own queue
    nonisolated(unsafe) let other = presenter
    let done = DispatchSemaphore(value: 0)
    let queue = other.presentedItemOperationQueue
    // The step after it has relinquished the file: nothing, saving its changes, or accommodating the
    // deletion.
    let rest: (@Sendable () -> Void)?
    switch access {
    case .reading(_, let options) where !options.contains(.withoutChanges):
      rest = { other.savePresentedItemChanges { _ in done.signal() } }
    case .writing(_, let options) where options.contains(.forDeleting):
      rest = { other.accommodatePresentedItemDeletion { _ in done.signal() } }
    default: rest = nil
    }
    let goOn: @Sendable ((@Sendable () -> Void)?) -> Void = { reacquirer in
      if let reacquirer { FileTurns.shared.remember(reacquirer, of: other) }
      if let rest { queue.addOperation(rest) } else { done.signal() }
    }
    queue.addOperation {
      if access.writes {
        other.relinquishPresentedItem(toWriter: goOn)
      } else {
        other.relinquishPresentedItem(toReader: goOn)
      }
    }
    done.wait()
  }
}

/// A pointer through which an Objective-C method returns an error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
