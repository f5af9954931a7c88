import CarobFoundation
import TestSupport
import Testing

/// Observing objects of the toolchain's classes (Documentation/Foundation.md).
@Suite struct ForeignObservingTests {
  let watcher = Watcher()
  let record = Log()

  private func defaults() -> UserDefaults {
    let name = "carob.tests.\(UUID().uuidString)"
    let defaults = UserDefaults(suiteName: name) ?? .standard
    defaults.removePersistentDomain(forName: name)
    return defaults
  }

  @Test(.rule("F-82", "F-84", "F-88")) func `keys of user defaults report changes, not equal values`() {
    let defaults = defaults()
    defaults.set(1, forKey: "count")
    defaults.addObserver(watcher, forKeyPath: "count", options: [.old, .new], context: nil)
    defaults.addObserver(watcher, forKeyPath: "name", options: .new, context: nil)
    defaults.set(2, forKey: "count")
    defaults.set(2, forKey: "count")
    defaults.set("Ada", forKey: "name")
    defaults.set(2.5, forKey: "count")
    defaults.setValue(3, forKey: "count")
    defaults.removeObject(forKey: "name")
    defaults.set(true, forKey: "other")
    defaults.removeObserver(watcher, forKeyPath: "count")
    defaults.set(4, forKey: "count")
    defaults.removeObserver(watcher, forKeyPath: "name")
    #expect(
      watcher.take() == [
        "count kind=1 old=1 new=2", "name kind=1 new=Ada", "count kind=1 old=2 new=2.5",
        "count kind=1 old=2.5 new=3", "name kind=1 new=<null>",
      ])
    #expect(defaults.value(forKey: "count") as? Int == 4)
    defaults.setValue(5, forKeyPath: "count")
    #expect(defaults.integer(forKey: "count") == 5)
  }

  @Test(.rule("F-86", "F-100", "F-101")) func `a closure gets the typed change, before and after it`() {
    let defaults = defaults()
    let token = defaults.observe(_kp(\.launches, "launches"), options: [.initial, .prior, .old, .new]) {
      [record] in
      record("\($0.launches >= 0) \($1.isPrior) \($1.oldValue ?? -1) \($1.newValue ?? -1)")
    }
    defaults.launches = 5
    token.invalidate()
    defaults.launches = 6
    #expect(record.take() == ["true false -1 -1", "true true -1 -1", "true false -1 5"])
  }

  @Test(.rule("F-110", "F-111")) func `the properties of a progress and of a queue are set by key`() {
    let progress = Progress(totalUnitCount: 10)
    progress.setValue(20, forKey: "totalUnitCount")
    progress.setValue(5, forKey: "completedUnitCount")
    #expect(progress.totalUnitCount == 20 && progress.value(forKey: "completedUnitCount") as? Int == 5)
    let queue = OperationQueue()
    queue.setValue("work", forKey: "name")
    queue.setValue(true, forKey: "suspended")
    queue.setValue(3, forKey: "maxConcurrentOperationCount")
    #expect(queue.name == "work" && queue.isSuspended && queue.maxConcurrentOperationCount == 3)
    queue.setValue(false, forKey: "isSuspended")
    #expect(queue.value(forKey: "isSuspended") as? Bool == false)
  }

  @Test(.rule("F-102")) func `a progress that pauses, resumes and is cancelled reports that`() {
    let progress = Progress(totalUnitCount: 10)
    progress.addObserver(watcher, forKeyPath: "isPaused", options: [.new], context: nil)
    progress.addObserver(watcher, forKeyPath: "isCancelled", options: [.new], context: nil)
    progress.pause()
    progress.resume()
    progress.cancel()
    progress.removeObserver(watcher, forKeyPath: "isPaused")
    progress.removeObserver(watcher, forKeyPath: "isCancelled")
    #expect(
      watcher.take() == [
        "isPaused kind=1 new=1", "isPaused kind=1 new=0", "isCancelled kind=1 new=1",
      ])
  }

  @Test(.rule("F-102")) func `replacing and removing all values of a domain is reported`() {
    let name = "carob.tests.\(UUID().uuidString)"
    guard let defaults = UserDefaults(suiteName: name) else { return }
    defaults.addObserver(watcher, forKeyPath: "count", options: [.new], context: nil)
    defaults.setPersistentDomain(["count": 2], forName: name)
    defaults.removePersistentDomain(forName: name)
    defaults.removeObserver(watcher, forKeyPath: "count")
    #expect(watcher.take() == ["count kind=1 new=2", "count kind=1 new=<null>"])
  }

  @Test(.rule("F-14")) func `replacing and removing all values of a domain posts one notification each`()
    async
  {
    // NB: in a process of its own, because other tests change the standard defaults too.
    await #expect(processExitsWith: .success) {
      let record = Log()
      let name = "carob.tests.\(UUID().uuidString)"
      let token = NotificationCenter.default.addObserver(
        forName: UserDefaults.didChangeNotification, object: UserDefaults.standard, queue: nil
      ) { _ in
        let domain = UserDefaults.standard.persistentDomain(forName: name) ?? [:]
        record("\(domain["count"] as? Int ?? 0)")
      }
      UserDefaults.standard.setPersistentDomain(["count": 2], forName: name)
      #expect(record.take() == ["2"])
      UserDefaults.standard.removePersistentDomain(forName: name)
      #expect(record.take() == ["0"])
      NotificationCenter.default.removeObserver(token)
    }
  }

  @Test(.rule("F-92", "F-102")) func `a progress reports its parts, and those of its children`() {
    let parent = Progress(totalUnitCount: 10)
    let early = Progress(totalUnitCount: 2)
    parent.addChild(early, withPendingUnitCount: 5)
    parent.addObserver(watcher, forKeyPath: "fractionCompleted", options: [.old, .new], context: nil)
    early.completedUnitCount = 1
    let late = Progress(totalUnitCount: 4, parent: parent, pendingUnitCount: 5)
    late.completedUnitCount = 2
    parent.removeObserver(watcher, forKeyPath: "fractionCompleted")
    late.completedUnitCount = 4
    #expect(
      watcher.take() == [
        "fractionCompleted kind=1 old=0 new=0.25", "fractionCompleted kind=1 old=0.25 new=0.5",
      ])
    #expect(parent.value(forKeyPath: "fractionCompleted") as? Double == 0.75)
    let cancelled = parent.observe(_kp(\.isCancelled, "isCancelled")) { _, _ in record("cancelled") }
    parent.cancel()
    #expect(record.take() == ["cancelled"] && early.isCancelled)
    cancelled.invalidate()
  }

  @Test(.rule("F-92")) func `a path of an app object can continue into a progress`() {
    let loader = Loader()
    loader.addObserver(watcher, forKeyPath: "progress.completedUnitCount", options: .new, context: nil)
    loader.progress?.completedUnitCount = 1
    let other = Progress(totalUnitCount: 5)
    other.completedUnitCount = 3
    loader.progress = other
    other.completedUnitCount = 4
    loader.removeObserver(watcher, forKeyPath: "progress.completedUnitCount")
    other.completedUnitCount = 5
    let line = "progress.completedUnitCount kind=1 new="
    #expect(watcher.take() == [line + "1", line + "3", line + "4"])
  }

  @Test(.rule("F-84", "F-92")) func `each thread reports its own changes once`() {
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      let parent = Progress(totalUnitCount: 10)
      let child = Progress(totalUnitCount: 1000, parent: parent, pendingUnitCount: 10)
      let defaults = defaults()
      let watcher = Watcher()
      let thread = pthread_self()
      watcher.onChange = { pthread_equal(pthread_self(), thread) == 0 ? "on another thread" : nil }
      parent.addObserver(watcher, forKeyPath: "fractionCompleted", options: .new, context: nil)
      defaults.addObserver(watcher, forKeyPath: "count", options: .new, context: nil)
      for count in 1...200 {
        child.completedUnitCount = Int64(count)
        defaults.set(count, forKey: "count")
      }
      parent.removeObserver(watcher, forKeyPath: "fractionCompleted")
      defaults.removeObserver(watcher, forKeyPath: "count")
      let expected = (1...200).flatMap { count in
        ["fractionCompleted kind=1 new=\(Double(count) / 1000)", "count kind=1 new=\(count)"]
      }
      #expect(watcher.take() == expected, "\(number)")
    }
  }

  @Test(.rule("F-80")) func `neither side is retained, and a new object at an old address is not confused`() {
    weak var gone: Progress?
    for number in 0..<20 {
      let progress = Progress(totalUnitCount: 1)
      gone = progress
      progress.addObserver(watcher, forKeyPath: "completedUnitCount", options: .new, context: nil)
      progress.completedUnitCount = 1
      if number % 2 == 0 { progress.removeObserver(watcher, forKeyPath: "completedUnitCount") }
    }
    #expect(gone == nil)
    #expect(watcher.take().count == 20)
  }

  @Test func `an operation reports executing and finished`() {
    let operation = BlockOperation { [record] in record("work") }
    let tokens = ["isExecuting", "isFinished"].map { key in
      ForeignWatcher(operation, key) { [record] in record("\(key) \($0)") }
    }
    operation.start()
    #expect(
      record.take() == ["isExecuting true", "work", "isExecuting false", "isFinished true"])
    let other = BlockOperation {}
    let cancelled = ForeignWatcher(other, "isCancelled") { [record] in record("isCancelled \($0)") }
    other.cancel()
    #expect(record.take() == ["isCancelled true"])
    tokens.forEach { $0.end() }
    cancelled.end()
  }

  @Test func `the end of an app's own operation is reported`() async {
    final class Own: Operation, @unchecked Sendable {}
    let operation = Own()
    await withCheckedContinuation { continuation in
      let watcher = ForeignWatcher(operation, "isFinished") { if $0 == "true" { continuation.resume() } }
      OperationQueue().addOperation(operation)
      operation.completionBlock = { _ = watcher }
    }
    #expect(operation.isFinished)
  }

  @Test(.rule("F-112")) func `an unknown key ends the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Progress(totalUnitCount: 1).value(forKey: "size")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("not key value coding-compliant for the key size"))
  }

  @Test func `observing an unsupported key warns`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let watcher = Watcher()
      let queue = OperationQueue()
      let progress = Progress(totalUnitCount: 1)
      progress.addObserver(watcher, forKeyPath: "fractionCompleted", options: .new, context: nil)
      progress.removeObserver(watcher, forKeyPath: "fractionCompleted")
      queue.addObserver(watcher, forKeyPath: "operationCount", options: .new, context: nil)
      queue.removeObserver(watcher, forKeyPath: "operationCount")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("changes of OperationQueue.operationCount are not reported here"))
    #expect(!text.contains("Progress") && !text.contains("StandIn"))
  }
  @Test(.rule("F-82", "F-88"))
  func `a registered default appears when the value is removed, and registering is not a change`() {
    let defaults = defaults()
    let (key, same) = (UUID().uuidString, UUID().uuidString)
    let names = [key: "key", same: "same"]
    for key in [key, same] {
      defaults.addObserver(watcher, forKeyPath: key, options: [.old, .new], context: nil)
    }
    defaults.set("own", forKey: key)
    defaults.register(defaults: [key: "registered", same: "equal"])
    defaults.removeObject(forKey: key)
    defaults.set("equal", forKey: same)
    defaults.removeObject(forKey: same)
    for key in [key, same] { defaults.removeObserver(watcher, forKeyPath: key) }
    let told = watcher.take().map { line in
      names.reduce(line) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    }
    #expect(told == ["key kind=1 old=<null> new=own", "key kind=1 old=own new=registered"])
  }

  @Test(.rule("F-88")) func `a progress reports becoming indeterminate and finished`() {
    let progress = Progress(totalUnitCount: 0)
    for key in ["isIndeterminate", "isFinished"] {
      progress.addObserver(watcher, forKeyPath: key, options: .new, context: nil)
    }
    #expect(progress.isIndeterminate && progress.fractionCompleted == 0)
    progress.totalUnitCount = 10
    progress.completedUnitCount = -1
    progress.completedUnitCount = 0
    progress.completedUnitCount = 10
    for key in ["isIndeterminate", "isFinished"] { progress.removeObserver(watcher, forKeyPath: key) }
    let told = watcher.take().map { $0.replacingOccurrences(of: " kind=1 new=", with: " ") }
    #expect(
      told.map { $0.replacingOccurrences(of: "true", with: "1").replacingOccurrences(of: "false", with: "0") }
        == ["isIndeterminate 0", "isIndeterminate 1", "isIndeterminate 0", "isFinished 1"])
  }

  @Test(.rule("F-89")) func `cancelling a progress notifies its observers and those of its relatives once`() {
    let record = Log()
    let parent = Progress(totalUnitCount: 20)
    let children = (0..<2).map { _ in Progress(totalUnitCount: 2, parent: parent, pendingUnitCount: 10) }
    let grandchild = Progress(totalUnitCount: 2, parent: children[0], pendingUnitCount: 1)
    let family = [("parent", parent), ("first", children[0]), ("second", children[1]), ("inner", grandchild)]
    let tokens = family.map { name, progress in
      progress.observe(_kp(\.isCancelled, "isCancelled"), options: [.old, .new]) { _, change in
        record("\(name) \(change.oldValue ?? true) \(change.newValue ?? false)")
      }
    }
    parent.cancel()
    parent.cancel()
    #expect(
      record.take().sorted() == [
        "first false true", "inner false true", "parent false true", "second false true",
      ])
    children[1].completedUnitCount = 2
    #expect(parent.completedUnitCount == 10)
    tokens.forEach { $0.invalidate() }
  }

}

extension UserDefaults {
  fileprivate var launches: Int {
    get { integer(forKey: "launches") }
    set { set(newValue, forKey: "launches") }
  }
}

/// Reports a key's new value as text.
private final class ForeignWatcher: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  private let operation: Operation
  private let key: String
  private let tell: @Sendable (String) -> Void

  init(_ operation: Operation, _ key: String, _ tell: @escaping @Sendable (String) -> Void) {
    self.operation = operation
    self.key = key
    self.tell = tell
    super.init()
    operation.addObserver(self, forKeyPath: key, options: .new, context: nil)
  }
  func end() { operation.removeObserver(self, forKeyPath: key) }
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    tell(
      "\((change?[.newKey] as? Bool).map { "\($0)" } ?? "?")\(object as? Operation === operation ? "" : "?")")
  }
}

private final class Loader: NSObject {
  var progress: Progress? = Progress(totalUnitCount: 2) {
    willSet { _kvoWill("progress", self.progress) }
    didSet { _kvoDid("progress", self.progress) }
  }
  override class var _carobKVC: [_CarobProperty] { [.init("progress", \Loader.progress)] }
}
