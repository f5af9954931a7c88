import Glibc

/// One input of a fuzz test: the bytes, and the name of the sample from which they were made.
public struct FuzzInput: Sendable {
  /// The sample's file, or a name.
  public var name: String
  public var bytes: [UInt8]
  public init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
  public init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

  /// The bytes as text; damaged characters are replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Mutates samples and passes them to a parser, which must return a value or an error for each: no trap, no hang.
///
/// In the unit tests it runs a fixed number of rounds with a fixed seed. `Tests/Deep/fuzzing` sets a duration
/// (`CAROB_FUZZ_SECONDS`), another seed every day (`CAROB_SEED`), and a folder (`CAROB_FUZZ_FOLDER`) to which the current
/// input is written, so that it is still there after a crash or a hang.
public enum Fuzzing {
  /// - Parameters:
  ///   - rounds: How many inputs the unit tests try.
  ///   - pieces: Words of the format, which are inserted, also many times in a row.
  public static func run(
    _ name: String, _ samples: [FuzzInput], pieces: [String], rounds: Int,
    _ body: (FuzzInput, inout SeededRandom) throws -> Void
  ) rethrows {
    precondition(!samples.isEmpty, "nothing to damage for \(name)")
    let seconds = variable("CAROB_FUZZ_SECONDS").flatMap(Int.init)
    let seed = RandomTest.seed()
    let file = variable("CAROB_FUZZ_FOLDER").map { "\($0)/\(name)" }
    var random = SeededRandom(seed: seed)
    let end = seconds.map { time(nil) + $0 }
    var round = 0
    while end.map({ time(nil) < $0 }) ?? (round < rounds) {
      var input = samples[Int.random(in: 0..<samples.count, using: &random)]
      let other = samples[Int.random(in: 0..<samples.count, using: &random)]
      input.damage(pieces, other.bytes, &random)
      if let file { write(input.bytes, to: file) }
      // An input that takes this long is a hang; the signal ends the process.
      if seconds != nil { alarm(20) }
      try body(input, &random)
      round += 1
    }
    if seconds != nil {
      // NB: the process has one alarm, so another test's input may be the one that hangs.
      alarm(60)
      print("fuzzing \(name): \(round) inputs, seed \(seed)")
    }
    if let file { unlink(file) }
  }

  /// The files below a folder of the repository whose names end like this, in a fixed order.
  public static func files(in folder: String, endings: [String], atMost limit: Int = 100_000) -> [FuzzInput] {
    let root = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    return paths(in: "/\(root)/\(folder)")
      .filter { path in endings.contains { path.hasSuffix($0) } }
      .sorted()
      .map { FuzzInput($0, read($0)) }
      .filter { !$0.bytes.isEmpty && $0.bytes.count <= limit }
  }

  private static func paths(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var found: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      if Int32(entry.pointee.d_type) == Int32(DT_DIR) {
        found += paths(in: "\(folder)/\(name)")
      } else {
        found.append("\(folder)/\(name)")
      }
    }
    return found
  }

  private static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    return bytes
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "wb") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension FuzzInput {
  private static let numbers = [
    "0", "-1", "1e308", "-1e309", "nan", "inf", "9223372036854775807", "-9223372036854775808",
    "99999999999999999999", "4294967295", "0x7fffffff", "1e-320", "0.1", "",
  ]
  private static let words: [UInt64] = [
    0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, .max, 1 << 63,
  ]

  /// Makes one to eight changes.
  mutating func damage(_ pieces: [String], _ other: [UInt8], _ random: inout SeededRandom) {
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let length = min(bytes.count - place, Int.random(in: 1...64, using: &random))
      let range = place..<place + length
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: if length > 0 { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      case 2: if length > 0 { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
      case 3: bytes.removeSubrange(range)
      case 4, 5:
        bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "\0").utf8, at: place)
      case 6:
        bytes.insert(contentsOf: Array(bytes[range]), at: Int.random(in: 0...bytes.count, using: &random))
      case 7:
        let start = Int.random(in: 0..<max(other.count, 1), using: &random)
        let end = min(other.count, start + Int.random(in: 1...400, using: &random))
        if start < end { bytes.insert(contentsOf: other[start..<end], at: place) }
      case 8: replaceNumber(after: place, &random)
      case 9: if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeSubrange(place...) }
      case 10:
        let word = Self.words.randomElement(using: &random) ?? 0
        let width = [1, 2, 4, 8].randomElement(using: &random) ?? 4
        for index in 0..<width where place + index < bytes.count {
          bytes[place + index] = UInt8(truncatingIfNeeded: word >> (8 * UInt64(index)))
        }
      default:
        // Deep nesting and long repetitions.
        guard Int.random(in: 0..<20, using: &random) == 0, let piece = pieces.randomElement(using: &random)
        else {
          continue
        }
        let times = Int.random(in: 2...3_000, using: &random)
        bytes.insert(contentsOf: Array(repeatElement(Array(piece.utf8), count: times).joined()), at: place)
      }
    }
  }

  /// Replaces the next decimal number with another one.
  private mutating func replaceNumber(after place: Int, _ random: inout SeededRandom) {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: (Self.numbers.randomElement(using: &random) ?? "0").utf8)
  }
}
