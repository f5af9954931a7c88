import ChildProcess
import Glibc

/// Why an app is blocked: what its threads wait for, which thread holds it, and where in the user's sources each thread waits.
///
/// Parses the description of the app's time layer (`stacks.c`): a line `thread NUMBER NAME HOLDER WAIT`, separated by tabs, and
/// after it a line `frame LIBRARY OFFSET` for each frame, innermost first. HOLDER is the number of the thread that holds what
/// this one waits for, or -1. Number 0 is the main thread.
struct StandstillReport {
  struct Thread {
    var number: Int
    var name: String
    var holder: Int
    var wait: String
    var frames: [(library: String, offset: String)] = []
    /// The innermost place in the user's sources; nil if none of its frames is in them.
    var place: String?

    var title: String {
      number == 0 ? "the main thread" : "thread \(number)" + (name.isEmpty ? "" : " '\(name)'")
    }
  }

  private(set) var threads: [Thread] = []

  /// - Parameter appFolder: the folder of the app's bundle, whose libraries are the user's code.
  init(_ text: String, appFolder: String) {
    let folder = realPath(appFolder)
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if parts.count == 5, parts[0] == "thread", let number = Int(parts[1]), let holder = Int(parts[3]) {
        threads.append(Thread(number: number, name: parts[2], holder: holder, wait: parts[4]))
      } else if parts.count == 3, parts[0] == "frame", !threads.isEmpty {
        threads[threads.count - 1].frames.append((parts[1], parts[2]))
      }
    }
    for index in threads.indices {
      threads[index].place =
        threads[index].frames.lazy.filter { $0.library.hasPrefix(folder) }.compactMap {
          SourceLine.of(library: $0.library, offset: $0.offset)
        }.first
    }
  }

  /// Whether the main thread waits for a thread that, in the end, waits for the main thread or for itself.
  var isDeadlock: Bool { summary.hasPrefix(Self.deadlock) }
  private static let deadlock = "a deadlock: "

  /// One sentence: where the main thread waits, for what, and which thread holds it.
  var summary: String {
    guard var thread = threads.first(where: { $0.number == 0 }) else {
      return "its threads are unknown"
    }
    var text = ""
    var seen: Set<Int> = []
    while true {
      seen.insert(thread.number)
      text += "\(thread.title) waits for \(thread.wait)"
      if let place = thread.place { text += " at \(place)" }
      guard let holder = threads.first(where: { $0.number == thread.holder }) else { return text }
      text += ", which \(holder.title) holds"
      if seen.contains(holder.number) { return Self.deadlock + text }
      text += "; "
      thread = holder
    }
  }

}

/// Finds the source line of an address in a library.
enum SourceLine {
  /// `path:line` as found by binutils' addr2line; nil without debug information or without that program.
  ///
  /// Some instructions, such as a loop's jump, belong to no line; then the next instruction of the same function with a line
  /// counts.
  static func of(library: String, offset: String) -> String? {
    guard let start = UInt64(offset, radix: 16), start < .max - 16 else { return nil }
    let addresses = (start...start + 16).map { "0x" + String($0, radix: 16) }
    guard let found = try? ChildProcess.run(["addr2line", "-f", "-e", library] + addresses), found.status == 0
    else {
      return nil
    }
    // For each address, addr2line prints a line with the function and a line with the place.
    let lines = found.text.split(separator: "\n", omittingEmptySubsequences: false)
    for index in stride(from: 0, to: lines.count - 1, by: 2) where lines[index] == lines[0] {
      if let place = place(in: lines[index + 1]) { return place }
    }
    return nil
  }

  /// `path:12` from `path:12 (discriminator 3)`; nil for `??:0` and for line 0.
  private static func place(in line: Substring) -> String? {
    let place = line.ranges(of: " (discriminator").first.map { line[..<$0.lowerBound] } ?? line
    guard let colon = place.lastIndex(of: ":"), place[..<colon].hasSuffix(".swift"),
      let number = Int(place[place.index(after: colon)...]), number > 0
    else { return nil }
    return String(place)
  }
}

/// The path without symbolic links, as the system reports loaded libraries; unchanged if the file does not exist.
func realPath(_ path: String) -> String {
  let resolved = realpath(path, nil)
  defer { free(resolved) }
  return resolved.map { String(cString: $0) } ?? path
}
