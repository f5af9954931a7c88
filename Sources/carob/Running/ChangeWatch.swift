import Foundation
import Glibc

/// Waits for changes in a project's folder.
///
/// The kernel reports a change at once. File systems of other machines, such as mounted and synchronized folders, report
/// nothing, so the files are also compared from time to time.
final class ChangeWatch {
  private struct Stamp: Equatable {
    var size: Int
    var inode: UInt
    var seconds: Int
    var nanoseconds: Int
  }

  private let root: String
  /// Reports changes in the project's folders; -1 if the system has no more notifiers.
  private let notifier: Int32
  private var seen: [String: Stamp] = [:]
  /// How long the last comparison took, milliseconds.
  private var duration = 0.0

  /// Changes from now on count.
  init(root: String) {
    self.root = root
    notifier = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    seen = look()
  }

  deinit {
    if notifier >= 0 { close(notifier) }
  }

  /// Returns when something has changed since the last call.
  func waitForChange() {
    while true {
      // At most 2 % of a processor for comparing thousands of files.
      if wait(milliseconds: max(Self.interval, Int32(duration * 50))) {
        // An editor writes a new file and renames it; several files may be saved together.
        let limit = ContinuousClock.now + .milliseconds(200)
        while wait(milliseconds: Self.quiet), ContinuousClock.now < limit {}
      }
      let now = look()
      defer { seen = now }
      if now != seen { return }
    }
  }

  /// How often the files are compared without a report, milliseconds.
  private static let interval: Int32 = 500
  /// How long nothing may happen before a change counts as complete, milliseconds.
  private static let quiet: Int32 = 10
  /// A project with more files is not compared as a whole.
  private static let maximumFiles = 50_000

  private static let skipped: Set = [
    ".git", ".build", "build", "DerivedData", "Pods", "node_modules", "xcuserdata", ".swiftpm",
  ]

  /// Whether the kernel reported a change within this time. Takes the reports.
  private func wait(milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: notifier, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    // NB: what changed is found by comparison: the reports may have overflowed.
    while read(notifier, &buffer, buffer.count) > 0 {}
    return true
  }

  private func look() -> [String: Stamp] {
    let start = ContinuousClock.now
    defer { duration = (ContinuousClock.now - start) / .milliseconds(1) }
    var result: [String: Stamp] = [:]
    result.reserveCapacity(seen.count)
    var waiting = [root]
    while let folder = waiting.popLast(), result.count < Self.maximumFiles {
      // NB: before its files are read, so that no change is missed; each time, because the folder may be another one of the
      // same name. Watching the same folder again has no effect.
      if notifier >= 0 { _ = inotify_add_watch(notifier, folder, Self.changes) }
      guard let entries = opendir(folder) else { continue }
      defer { closedir(entries) }
      while let entry = readdir(entries) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != ".", name != "..", !Self.skipped.contains(name) else { continue }
        let path = folder + "/" + name
        var status = stat()
        guard lstat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          waiting.append(path)
          continue
        }
        // A link counts with the file that it names.
        if status.st_mode & S_IFMT == S_IFLNK { _ = stat(path, &status) }
        result[path] = Stamp(
          size: Int(status.st_size), inode: UInt(status.st_ino), seconds: status.st_mtim.tv_sec,
          nanoseconds: status.st_mtim.tv_nsec)
      }
    }
    return result
  }

  private static let changes = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB)
}
