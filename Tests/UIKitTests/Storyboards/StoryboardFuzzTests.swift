import CarobFoundation
import Glibc
import InterfaceCompiler
import NibFormat
import TestSupport
import Testing

@testable import UIKit

/// The examples' storyboards, unchanged and damaged in many ways. Run by Tests/Deep/storyboard-fuzzing.
@MainActor @Suite(.enabled(if: getenv("CAROB_FUZZ_STORYBOARDS") != nil)) struct StoryboardFuzzTests {
  @Test func `every storyboard of the examples is accepted, and each of its scenes is shown`()
    throws
  {
    try #require(Corpus.files.count > 20)
    for file in Corpus.files {
      let document = try NibCompiler.parse(xml: Data(file.xml.utf8), path: file.path)
      #expect(
        NibCompiler.check(document).filter { $0.severity == .error }.isEmpty, "\(file.path)")
      let compiled = try NibCompiler.compile(xml: Data(file.xml.utf8), path: file.path)
      #expect(try NibCompiler.compile(xml: Data(file.xml.utf8), path: file.path) == compiled)
      let outcome = StoryboardCase.run(Data(Corpus.withoutClasses(file.xml).utf8), path: file.path)
      #expect(outcome.kind == "shown", "\(file.path): \(outcome.text)")
    }
  }

  /// Reads and shows each damaged file in a process of its own. The file may be rejected with its location,
  /// or the app may end with one of the platform's exceptions. Anything else is a finding.
  @Test func `no damaged storyboard crashes or hangs`() throws {
    let count = RandomTest.count(otherwise: 1000)
    let first = Int(truncatingIfNeeded: RandomTest.seed())
    let files = Corpus.files
    var outcomes: [String: Int] = [:]
    for number in first..<(first + count) {
      var generator = SeededRandom(seed: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
      let file = files[number % files.count]
      var damaged = DamagedStoryboard(Corpus.withoutClasses(file.xml))
      for _ in 0..<Int.random(in: 1...4, using: &generator) { damaged.damage(&generator) }
      let bytes = damaged.bytes(&generator)
      let outcome = StoryboardCase.run(bytes, path: file.path)
      outcomes[outcome.kind, default: 0] += 1
      if outcome.isFinding {
        let kept = FileManager.default.temporaryDirectory.appendingPathComponent("storyboard-\(number).xml")
        try? bytes.write(to: kept)
        Issue.record(
          "case \(number) (CAROB_SEED=\(number)): \(outcome.kind), \(outcome.text). In \(kept.path)")
      }
    }
    print("storyboard fuzzing: \(outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    // If all mutations were rejected, no instantiation would be tested; if none were, no error handling
    // would be.
    for kind in ["shown", "refused"] { #expect(outcomes[kind, default: 0] > count / 20, "\(outcomes)") }
  }
}

/// The examples' storyboards.
private enum Corpus {
  struct File {
    let path: String
    let xml: String
  }

  static let files: [File] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appendingPathComponent("Examples")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".storyboard") || $0.hasSuffix(".xib") }.sorted().compactMap { name in
      (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)).map {
        File(path: "Examples/\(name)", xml: $0)
      }
    }
  }()

  /// Removes the apps' own classes, which do not exist here, connections to their properties, and headers
  /// that their data sources would provide.
  static func withoutClasses(_ xml: String) -> String {
    xml.replacingOccurrences(
      of: #" custom(Class|Module|ModuleProvider)="[^"]*""#, with: "", options: .regularExpression
    ).replacingOccurrences(
      of: #"<outlet(Collection)? property="(?!delegate|dataSource|view")[^>]*/>"#, with: "",
      options: .regularExpression
    ).replacingOccurrences(
      of: #"<size key="(header|footer)ReferenceSize"[^>]*/>"#, with: "", options: .regularExpression
    ).replacingOccurrences(
      of: #"(?s)<userDefinedRuntimeAttributes>.*?</userDefinedRuntimeAttributes>"#, with: "",
      options: .regularExpression)
  }
}

/// Reads a storyboard and shows each of its scenes.
@MainActor
private enum StoryboardCase {
  struct Outcome {
    /// `shown`, `refused`, `raised`: the expected outcomes.
    var kind: String
    var text: String
    var isFinding: Bool { !["shown", "refused", "raised"].contains(kind) }
  }

  static func show(xml: Data, path: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = try NibCompiler.compile(xml: xml, path: path)
    _ = NibCompiler.check(try NibReader.read(bytes))
    try Data(bytes).write(to: folder.appendingPathComponent("Main.storyboardc"))
    guard let bundle = Bundle(path: folder.path) else { return }
    let storyboard = UIStoryboard(name: "Main", bundle: bundle)
    for scene in storyboard.document.scenes {
      guard let id = scene.viewController?.id else { continue }
      withDevice { device in
        guard let controller = storyboard.instantiate(id: id, creator: nil) else { return }
        device.show(controller)
        device.advance(1)
      }
    }
  }

  /// Does the same in a child process, which may crash.
  static func run(_ bytes: Data, path: String) -> Outcome {
    var pipes: [Int32] = [-1, -1]
    guard pipe(&pipes) == 0, let symbol = dlsym(nil, "fork") else {
      return Outcome(kind: "no child", text: "")
    }
    fflush(nil)
    let child = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
    if child == 0 {
      dup2(pipes[1], 2)
      dup2(pipes[1], 1)
      alarm(20)
      do {
        try show(xml: bytes, path: path)
        _exit(0)
      } catch {
        let text = "\(error)"
        _ = text.withCString { write(2, $0, strlen($0)) }
        // An error names the file, and the line unless it concerns the whole file.
        let error = error as? NibError
        _exit(error?.path == path && (error?.line ?? 0) > 0 ? 3 : 4)
      }
    }
    close(pipes[1])
    let output = FileHandle(fileDescriptor: pipes[0], closeOnDealloc: true).readDataToEndOfFile()
    var status: Int32 = 0
    waitpid(child, &status, 0)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let text = (lines.filter { $0.contains("Fatal error") } + lines.suffix(3)).joined(separator: "\n")
    let signal = status & 0x7f
    if signal == 0 {
      let code = (status >> 8) & 0xff
      return Outcome(
        kind: code == 0 ? "shown" : code == 3 ? "refused" : "refused without a place", text: text)
    }
    if signal == SIGALRM { return Outcome(kind: "hang", text: text) }
    return Outcome(
      kind: text.contains("*** Terminating app due to uncaught exception")
        ? "raised" : "crash (signal \(signal))",
      text: text)
  }
}

/// A storyboard as a list of tags and text, and the ways to damage it.
private struct DamagedStoryboard {
  private var tokens: [String]

  init(_ xml: String) {
    tokens = []
    var rest = Substring(xml)
    while !rest.isEmpty {
      let end =
        rest.first == "<"
        ? rest.firstIndex(of: ">").map { rest.index(after: $0) } : rest.firstIndex(of: "<")
      tokens.append(String(rest[..<(end ?? rest.endIndex)]))
      rest = rest[(end ?? rest.endIndex)...]
    }
  }

  mutating func damage(_ generator: inout SeededRandom) {
    let starts = tokens.indices.filter {
      tokens[$0].hasPrefix("<") && !tokens[$0].hasPrefix("</") && !tokens[$0].hasPrefix("<?")
        && !tokens[$0].hasPrefix("<!")
    }
    guard let place = starts.randomElement(using: &generator),
      let other = starts.randomElement(using: &generator)
    else { return }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: tokens.removeSubrange(element(at: place))
    case 1:
      let copy = Array(tokens[element(at: place)])
      tokens.insert(contentsOf: copy, at: place)
    case 2:
      let copy = Array(tokens[element(at: place)])
      tokens.insert(contentsOf: copy, at: min(other + 1, tokens.count))
    case 3: alterAttribute(at: place, &generator) { _, _ in nil }
    case 4:
      let values = [
        "", "-1", "1e308", "nan", "inf", "99999999999999999999", "YES", "NO", "x", "\u{1F426}", "&amp;&lt;",
        String(repeating: "a", count: 5000), "0.0", "-0.5", "en:de",
      ]
      alterAttribute(at: place, &generator) { _, generator in values.randomElement(using: &generator) }
    case 5, 6:
      // A wrong reference, or the value of another attribute.
      let value = attributes(of: tokens[other]).randomElement(using: &generator)?.value
      alterAttribute(at: place, &generator) { old, _ in value ?? old }
    case 7: rename(place, as: name(of: tokens[other]))
    default: tokens.swapAt(place, other)
    }
  }

  /// The damaged file: usually complete, sometimes truncated, in another encoding, or with random bytes.
  func bytes(_ generator: inout SeededRandom) -> Data {
    let text = tokens.joined()
    var bytes = Array(text.utf8)
    switch Int.random(in: 0..<16, using: &generator) {
    case 0: bytes.removeLast(Int.random(in: 1..<max(2, bytes.count), using: &generator))
    case 1: return text.data(using: .utf16) ?? Data()
    case 2:
      let encodings = ["UTF-16", "ISO-8859-1", "Shift_JIS", "bogus", ""]
      bytes = Array(
        text.replacingOccurrences(
          of: #"encoding="UTF-8""#, with: "encoding=\"\(encodings.randomElement(using: &generator) ?? "")\""
        ).utf8)
    case 3:
      for _ in 0..<5 where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
    default: break
    }
    return Data(bytes)
  }

  private func name(of tag: String) -> String {
    String(tag.dropFirst().prefix { !$0.isWhitespace && $0 != "/" && $0 != ">" })
  }

  /// The tokens from a start tag to its end tag.
  private func element(at start: Int) -> Range<Int> {
    if tokens[start].hasSuffix("/>") { return start..<(start + 1) }
    var depth = 0
    for index in start..<tokens.count where tokens[index].hasPrefix("<") && !tokens[index].hasPrefix("<!") {
      if tokens[index].hasPrefix("</") {
        depth -= 1
        if depth == 0 { return start..<(index + 1) }
      } else if !tokens[index].hasSuffix("/>") {
        depth += 1
      }
    }
    return start..<(start + 1)
  }

  private func attributes(of tag: String) -> [(range: Range<String.Index>, value: String)] {
    var result: [(range: Range<String.Index>, value: String)] = []
    var from = tag.startIndex
    while let range = tag.range(
      of: #" [A-Za-z:]+="[^"]*""#, options: .regularExpression, range: from..<tag.endIndex)
    {
      let parts = tag[range].split(separator: "=", maxSplits: 1)
      result.append((range, parts.count == 2 ? String(parts[1].dropFirst().dropLast()) : ""))
      from = range.upperBound
    }
    return result
  }

  /// Sets an attribute to the value that `change` returns; nil removes it.
  private mutating func alterAttribute(
    at place: Int, _ generator: inout SeededRandom, _ change: (String, inout SeededRandom) -> String?
  ) {
    guard let chosen = attributes(of: tokens[place]).randomElement(using: &generator) else { return }
    let name = tokens[place][chosen.range].prefix { $0 != "=" }
    let value = change(chosen.value, &generator)
    tokens[place].replaceSubrange(chosen.range, with: value.map { "\(name)=\"\($0)\"" } ?? "")
  }

  private mutating func rename(_ place: Int, as new: String) {
    let range = element(at: place)
    let old = name(of: tokens[place])
    tokens[place] = "<\(new)" + tokens[place].dropFirst(1 + old.count)
    if range.count > 1 { tokens[range.upperBound - 1] = "</\(new)>" }
  }
}
