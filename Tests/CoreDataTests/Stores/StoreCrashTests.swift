import CarobFoundation
import TestSupport
import Synchronization
import Testing

@testable import CoreData

/// Kills a process that saves at a random time: its store must open and contain every completed save and no
/// partial one.
@Suite(.serialized) struct StoreCrashTests {
  /// The number of killed processes; 500 in `Tests/Deep/core-data-crashes`.
  static let count = RandomTest.count(otherwise: 10)
  /// The number of objects that each save inserts.
  static let batch = 5

  @Test(.rule("C-207")) func `a process that is killed during a save loses no completed save`()
    async throws
  {
    var random = SeededRandom(seed: RandomTest.seed())
    for _ in 0..<Self.count {
      let folder = try TemporaryFolder()
      let path = folder.url.path
      // One in five is killed while it creates its store.
      let first = max(0, Int.random(in: -5..<20, using: &random))
      let delay = Int.random(in: 0..<(first == 0 ? 20_000 : 3000), using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, first = first as Int, delay = delay as Int] in
        StoreCrashTests.saveUntilKilled(path, saves: first, delay)
      }
      #expect(try check(folder) >= first)
    }
  }

  private static let saves = Atomic<Int>(0)

  /// Saves repeatedly, and kills the process a few microseconds after `count` saves.
  static func saveUntilKilled(_ path: String, saves count: Int, _ microseconds: Int) {
    let folder = URL(fileURLWithPath: path)
    Thread.detachNewThread {
      // NB: the time is random on purpose; no expectation depends on it.
      while saves.load(ordering: .relaxed) < count { usleep(50) }
      usleep(UInt32(microseconds))
      kill(getpid(), SIGKILL)
    }
    let log = Glibc.open(folder.appendingPathComponent("log").path, O_CREAT | O_WRONLY | O_APPEND, 0o600)
    let library = Library()
    do {
      try library.coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: folder.appendingPathComponent("Books.sqlite"))
      for number in 1... {
        var changes = StoreChanges()
        for id in try library.ids("Tag", batch) {
          changes.inserted.append(.init(id: id, row: library.row("Tag", ["rank": .integer(Int64(number))])))
        }
        _ = try library.coordinator.save(changes, author: nil, context: nil)
        let line = "\(number)\n"
        _ = line.withCString { write(log, $0, strlen($0)) }
        saves.store(number, ordering: .relaxed)
      }
    } catch {
      fatalError("\(error)")
    }
  }

  /// Checks the store, and returns the number of saves in it.
  private func check(_ folder: TemporaryFolder) throws -> Int {
    let log = (try? String(contentsOf: folder.file("log"), encoding: .utf8)) ?? ""
    let reported = log.split(separator: "\n").last.flatMap { Int($0) } ?? 0
    let library = Library()
    try library.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: folder.file("Books.sqlite"))
    var request = StoreRequest(entity: library.tag, result: .rows)
    request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
    guard case .rows(let rows) = try library.coordinator.fetch(request, in: nil) else { return 0 }
    let slot = try #require(library.tag.layout.index(of: "rank"))
    var counts: [Int64: Int] = [:]
    for (_, row) in rows {
      if case .integer(let rank) = row.values[slot] { counts[rank, default: 0] += 1 }
    }
    let saves = counts.count
    #expect(counts.values.allSatisfy { $0 == Self.batch }, "a save is incomplete: \(counts)")
    // The last save may be complete but not reported yet.
    #expect(
      saves == reported || saves == reported + 1, "\(reported) saves were reported, the store has \(saves)")
    let connection = try SQLiteConnection(path: folder.file("Books.sqlite").path, mode: .readWrite)
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
    return saves
  }

  @Test(.rule("C-203", "C-207")) func `a full disk is an error, and saved data is kept`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let library = Library()
      let url = URL(fileURLWithPath: path).appendingPathComponent("Books.sqlite")
      try library.coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url)
      try library.insert("Tag", ["name": .text("first")])
      var limit = rlimit(rlim_cur: 1_000_000, rlim_max: 1_000_000)
      setrlimit(__rlimit_resource_t(1), &limit)
      var failure: NSError?
      do {
        for _ in 0..<100 {
          try library.insert("Tag", ["name": .text(String(repeating: "x", count: 100_000))])
        }
      } catch { failure = error as NSError }
      let error = try #require(failure)
      #expect(error.domain == NSCocoaErrorDomain)
      #expect([256, 640, 513].contains(error.code))
      #expect(error.userInfo[NSSQLiteErrorDomain] != nil)
      #expect(try library.keys("Tag", NSPredicate(format: "name == 'first'")) == [1])
    }
  }
}
