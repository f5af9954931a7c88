import SelectorNames

/// Finds where a source asks for an optional method without calling it: `delegate?.foo != nil`, `let foo = delegate.foo`.
///
/// OPTIMIZATION: a scan of the bytes for the names of optional methods; bodies with such tests need not be parsed.
enum OptionalMethodTests {
  struct Test {
    /// The period before the name.
    var period: Int
    var selector: String
  }

  static func find(in source: SourceText, _ module: ModuleIndex) -> [Test] {
    var selectors: [String: String] = [:]
    for (_, candidates) in module.optionalRequirements.sorted(by: { $0.key < $1.key }) {
      guard let candidate = candidates.first, candidate.member.kind == .method,
        !module.closureProperties.contains(candidate.member.name),
        // NB: the receiver's type is not known; a property by the same name is read as it is.
        !(module.membersByName[candidate.member.name] ?? []).contains(where: { $0.member.kind == .property })
      else { continue }
      selectors[candidate.member.name] = module.selector(candidate.member, of: candidate.owner)
    }
    var result: [Test] = []
    for line in source.lineStarts.indices {
      let start = source.lineStarts[line]
      let end = line + 1 < source.lineStarts.count ? source.lineStarts[line + 1] : source.bytes.count
      let bytes = source.bytes[start..<end]
      // NB: bytes first; making a string of each line would cost more than the rest of the file's translation.
      guard bytes.contains(UInt8(ascii: "=")), bytes.contains(UInt8(ascii: ".")) else { continue }
      result += tests(in: bytes, selectors)
    }
    return result
  }

  private static func tests(in bytes: ArraySlice<UInt8>, _ selectors: [String: String]) -> [Test] {
    var result: [Test] = []
    var index = bytes.startIndex
    // NB: a long line has many periods; what stands before each must not be read again.
    let comment = bytes.indices.dropLast().first {
      bytes[$0] == UInt8(ascii: "/") && bytes[$0 + 1] == UInt8(ascii: "/")
    }
    while let period = bytes[index...].firstIndex(of: UInt8(ascii: ".")) {
      index = period + 1
      let end = bytes[index...].firstIndex { !isWord($0) } ?? bytes.endIndex
      guard end > index, period > bytes.startIndex, isOperand(bytes[period - 1]) else { continue }
      if let comment, comment < period { return result }
      let rest = String(decoding: bytes[end...].prefix(16), as: UTF8.self)
      let isCompared = ["!= nil", "== nil"].contains { rest.drop { $0 == " " }.hasPrefix($0) }
      guard isCompared || mayEndCondition(rest) else { continue }
      let name = String(decoding: bytes[index..<end], as: UTF8.self)
      let before = String(decoding: bytes[bytes.startIndex..<period], as: UTF8.self)
      guard isCompared || isBound(before) else { continue }
      if let selector = selectors[name] ?? (isCompared ? frameworkSelector(name, before) : nil) {
        result.append(Test(period: period, selector: selector))
      }
    }
    return result
  }

  /// `if let x = a.b` before the period, and the condition's end behind the name.
  private static func isBound(_ before: String) -> Bool {
    guard let equals = before.lastIndex(of: "="), !before[equals...].contains("(") else { return false }
    let binding = before[..<equals]
    return ["if let ", "guard let ", "if var ", "guard var ", ", let ", "while let "].contains {
      binding.contains($0)
    }
  }

  private static func mayEndCondition(_ rest: String) -> Bool {
    let next = rest.drop { $0 == " " }
    return next.hasPrefix("{") || next.hasPrefix(",") || next.hasPrefix("else") || next.first == "\n"
  }

  /// Only of what is called a delegate or data source; other objects may have properties by the same names.
  private static func frameworkSelector(_ name: String, _ before: String) -> String? {
    let receiver = before.drop { $0 == " " }.lowercased().trimmingSuffix(while: { "?!".contains($0) })
    guard receiver.hasSuffix("delegate") || receiver.hasSuffix("datasource") else { return nil }
    return FrameworkSelectors.swiftName(forBaseName: name).flatMap(FrameworkSelectors.selector(forSwiftName:))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
      return true
    default: return false
    }
  }
  private static func isOperand(_ byte: UInt8) -> Bool {
    isWord(byte)
      || [UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: ")"), UInt8(ascii: "]")].contains(byte)
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> SubSequence {
    var end = endIndex
    while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
