import AppProject
import Foundation

/// The compiler and linker processes that `swiftc` plans for a module.
///
/// The driver starts several processes whose only purpose is to find arguments that no edit changes. So its
/// plan is kept, and later builds start the compiler and the linker themselves (`DirectCompilation`).
struct CompilerJobs: Codable, Equatable {
  /// `swift-frontend` with its arguments.
  var compile: [String]
  /// The same for the module that other modules import, if it has a process of its own.
  var emitModule: [String]?
  /// `ld.lld` with its arguments; at `marker` it needs the libraries that the objects name.
  var link: [String]
  /// `swift-autolink-extract`, which reads those names.
  var extractor: String
  /// The files that the compiler writes.
  var objects: [String]
  /// The result of an earlier call of the extractor.
  var libraries: Libraries?

  struct Libraries: Codable, Equatable {
    /// Changes whenever the names in the objects do.
    var key: String
    var arguments: [String]
  }

  /// In place of the libraries that only the compiled objects name.
  static let marker = "-lcarob-libraries-of-the-objects"

  /// The plan that `swiftc -driver-print-jobs` printed; `nil` if it is anything else than to compile in one
  /// process, to extract the names of libraries from the objects and to link these with the help of `clang`.
  ///
  /// - Parameters:
  ///   - printed: the driver's output, a line for each job.
  ///   - object: the file for the object of a module that has one; the driver plans a temporary file.
  ///   - expand: returns what `clang` prints when it is called with these arguments, to get its plan.
  init?(printed: String, object: String?, expand: ([String]) throws -> String) rethrows {
    var jobs = printed.split(separator: "\n").map { Self.words(in: $0) }
    let modules = jobs.filter { Self.isFrontend($0) && !$0.contains("-c") && $0.contains("-emit-module") }
    jobs.removeAll(where: modules.contains)
    guard modules.count < 2, jobs.count == 3, Self.isFrontend(jobs[0]), jobs[0].contains("-c"),
      jobs.allSatisfy({ $0.count > 2 }),
      AbsolutePath.name(jobs[1][0]) == "swift-autolink-extract", AbsolutePath.name(jobs[2][0]) == "clang"
    else { return nil }
    var (compiling, linking) = (jobs[0], jobs[2])
    let places = Self.places(of: "-o", in: compiling)
    var outputs = places.map { jobs[0][$0] }
    if let object {
      guard places.count == 1 else { return nil }
      linking = linking.map { $0 == outputs[0] ? object : $0 }
      compiling[places[0]] = object
      outputs = [object]
    }
    // Long lists are in files that the driver removes.
    let lists = linking.indices.filter { linking[$0].hasPrefix("@") }
    guard !outputs.isEmpty, outputs.allSatisfy(linking.contains), lists.count == 1,
      !(compiling + modules.joined()).contains(where: {
        $0.hasPrefix("@") || $0.hasSuffix("filelist") || $0 == "-supplementary-output-file-map"
      })
    else { return nil }
    linking[lists[0]] = Self.marker
    // The command is the last line of several.
    guard let last = try expand(linking + ["-###"]).split(separator: "\n").last else { return nil }
    link = Self.words(in: last)
    guard let linker = link.first, AbsolutePath.name(linker) == "ld.lld",
      link.count(where: { $0 == Self.marker }) == 1
    else { return nil }
    compile = compiling
    emitModule = modules.first
    objects = outputs
    extractor = jobs[1][0]
  }

  private static func isFrontend(_ job: [String]) -> Bool { job.count > 2 && job[1] == "-frontend" }

  /// Where the values of an option are.
  private static func places(of option: String, in words: [String]) -> [Int] {
    words.indices.dropLast().filter { words[$0] == option }.map { $0 + 1 }
  }

  /// The compiler's command line for some of the module's sources; `nil` if it has no object for each.
  func compile(only sources: Set<String>) -> [String]? {
    let primaries = Self.places(of: "-primary-file", in: compile)
    guard primaries.count == objects.count else { return nil }
    var dropped: Set<Int> = []
    for (place, output) in zip(primaries, Self.places(of: "-o", in: compile))
    where !sources.contains(compile[place]) {
      // The other sources are still read.
      dropped.formUnion([place - 1, output - 1, output])
    }
    guard dropped.count == 3 * (primaries.count - sources.count) else { return nil }
    return compile.indices.filter { !dropped.contains($0) }.map { compile[$0] }
  }

  /// The linker's command line with these libraries.
  func link(with libraries: [String]) -> [String] {
    link.flatMap { $0 == Self.marker ? libraries : [$0] }
  }

  /// The words of a line that is quoted for a shell.
  static func words(in line: Substring) -> [String] {
    var words: [String] = []
    var word: [UInt8]?
    var quote: UInt8?
    var isEscaped = false
    for byte in line.utf8 {
      if isEscaped {
        word = (word ?? []) + [byte]
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
        isEscaped = true
      } else if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
        word = word ?? []
      } else if quote == nil, byte == UInt8(ascii: " ") {
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        word = nil
      } else {
        word = (word ?? []) + [byte]
      }
    }
    if let word { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}
