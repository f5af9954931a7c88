import CarobFoundation
import TestSupport
import Testing

@Suite struct FileCoordinationTests {
  private final class Presenter: NSObject, NSFilePresenter, @unchecked Sendable {
    // because: the test reads the record after its queue has finished
    let presentedItemURL: URL?
    let presentedItemOperationQueue: OperationQueue
    let record: Log

    init(_ url: URL, _ record: Log) {
      presentedItemURL = url
      presentedItemOperationQueue = OperationQueue()
      presentedItemOperationQueue.maxConcurrentOperationCount = 1
      self.record = record
      super.init()
    }
    func relinquishPresentedItem(toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
      record("to reader")
      reader { [record] in record("reacquired") }
    }
    func relinquishPresentedItem(toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void) {
      record("to writer")
      writer { [record] in record("reacquired") }
    }
    func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
      record("save")
      completionHandler(nil)
    }
    func accommodatePresentedItemDeletion(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
      record("deletion")
      completionHandler(nil)
    }
    func presentedItemDidChange() { record("changed") }
  }

  private let url = URL(fileURLWithPath: "/tmp/coordinated-\(UUID().uuidString)")

  @Test(.rule("F-199")) func `a presenter relinquishes, saves, reacquires and is notified of the change`() {
    let record = Log()
    let presenter = Presenter(url, record)
    NSFileCoordinator.addFilePresenter(presenter)
    defer { NSFileCoordinator.removeFilePresenter(presenter) }
    let coordinator = NSFileCoordinator()
    coordinator.coordinate(readingItemAt: url, error: nil) { _ in record("read") }
    presenter.presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
    #expect(record.take() == ["to reader", "save", "read", "reacquired"])
    coordinator.coordinate(writingItemAt: url, options: .forDeleting, error: nil) { _ in record("write") }
    presenter.presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
    #expect(record.take() == ["to writer", "deletion", "write", "reacquired", "changed"])
    NSFileCoordinator(filePresenter: presenter).coordinate(writingItemAt: url, error: nil) { _ in
      record("own write")
    }
    presenter.presentedItemOperationQueue.waitUntilAllOperationsAreFinished()
    #expect(record.take() == ["own write"])
  }

  @Test(.rule("F-199"))
  func `a reader waits for a writer of the folder, but not for other readers`() {
    let record = Log()
    let inner = url.appendingPathComponent("file")
    let queue = OperationQueue()
    let begun = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    NSFileCoordinator().coordinate(writingItemAt: url, error: nil) { _ in
      NSFileCoordinator().coordinate(with: [.readingIntent(with: inner)], queue: queue) { error in
        record("read \(error == nil)")
        done.signal()
      }
      DispatchQueue.global().async { begun.signal() }
      begun.wait()
      record("write ends")
    }
    done.wait()
    #expect(record.take() == ["write ends", "read true"])
    NSFileCoordinator().coordinate(readingItemAt: url, error: nil) { _ in
      NSFileCoordinator().coordinate(readingItemAt: inner, error: nil) { _ in record("both") }
    }
    #expect(record.take() == ["both"])
  }

  @Test(.rule("F-199")) func `a cancelled access does not start`() {
    let coordinator = NSFileCoordinator()
    coordinator.cancel()
    var error: NSError?
    coordinator.coordinate(readingItemAt: url, error: &error) { _ in Issue.record("read") }
    #expect(error?.code == CocoaError.userCancelled.rawValue)
  }

  @Test(.rule("F-221")) func `purgeable data is discarded only while it is not accessed`() {
    let data = NSPurgeableData(data: Data("abc".utf8))
    data.append(Data("de".utf8))
    data.discardContentIfPossible()
    #expect(!data.isContentDiscarded() && data as Data == Data("abcde".utf8))
    data.endContentAccess()
    data.discardContentIfPossible()
    #expect(data.isContentDiscarded() && !data.beginContentAccess() && data.length == 0)
  }

  @Test(.rule("F-195")) func `a file's bytes and lines can be iterated asynchronously`() async throws {
    try "a\r\nbc\n\nd".write(to: url, atomically: true, encoding: .utf8)
    var lines: [String] = []
    for try await line in try FileHandle(forReadingFrom: url).bytes.lines { lines.append(line) }
    #expect(lines == ["a", "bc", "", "d"])
    var count = 0
    for try await _ in try FileHandle(forReadingFrom: url).bytes { count += 1 }
    #expect(count == 8)
    try FileManager.default.removeItem(at: url)
  }

  @Test(.rule("F-180")) func `the name of a class is available as a C string`() {
    #expect(String(cString: object_getClassName(NSObject())) == "NSObject")
    #expect(String(cString: object_getClassName(nil)) == "nil")
  }
}
