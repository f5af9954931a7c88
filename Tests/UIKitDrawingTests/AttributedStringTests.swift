import TestSupport
import Testing
import UIKit

/// Attributed strings whose runs differ only in the objects under the same keys (F-220).
@MainActor @Suite struct AttributedStringTests {
  fileprivate typealias Attributes = [NSAttributedString.Key: Int]

  /// A class and a structure of an app that are not Foundation objects.
  private final class Mark: Hashable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (a: Mark, b: Mark) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
  private struct Tag: Hashable { var number: Int }
  private nonisolated static let mark = NSAttributedString.Key("mark"), tag = NSAttributedString.Key("tag")
  fileprivate nonisolated static let keys: [NSAttributedString.Key] = [
    .font, .foregroundColor, .paragraphStyle, .shadow, .link, .underlineStyle, .kern, mark, tag,
  ]

  /// A new object each time, equal to other objects for the same number.
  private static func value(_ number: Int, for key: NSAttributedString.Key) -> Any {
    switch key {
    case .font: return UIFont.systemFont(ofSize: CGFloat(10 + number))
    case .foregroundColor: return UIColor(red: CGFloat(number) / 8, green: 0, blue: 0, alpha: 1)
    case .paragraphStyle:
      let style = NSMutableParagraphStyle()
      style.tabStops = [NSTextTab(textAlignment: .left, location: CGFloat(number))]
      return style
    case .shadow:
      let shadow = NSShadow()
      shadow.shadowBlurRadius = CGFloat(number)
      return shadow
    case .link: return URL(string: "https://a.b/\(number)") as Any
    case .underlineStyle: return number
    case .kern: return Double(number) / 2
    case mark: return Mark(number)
    default: return Tag(number: number)
    }
  }
  private static func number(_ value: Any, of key: NSAttributedString.Key) -> Int? {
    switch key {
    case .font: (value as? UIFont).map { Int($0.pointSize) - 10 }
    case .foregroundColor: (value as? UIColor).map { red($0) }
    case .paragraphStyle: (value as? NSParagraphStyle).map { Int($0.tabStops[0].location) }
    case .shadow: (value as? NSShadow).map { Int($0.shadowBlurRadius) }
    case .link: (value as? URL).flatMap { Int($0.lastPathComponent) }
    case .underlineStyle: value as? Int
    case .kern: (value as? Double).map { Int($0 * 2) }
    case mark: (value as? Mark)?.number
    default: (value as? Tag)?.number
    }
  }
  private static func red(_ color: UIColor) -> Int {
    var red: CGFloat = 0
    color.getRed(&red, green: nil, blue: nil, alpha: nil)
    return Int((red * 8).rounded())
  }
  private static func objects(_ attributes: Attributes) -> [NSAttributedString.Key: Any] {
    Dictionary(uniqueKeysWithValues: attributes.map { ($0, value($1, for: $0)) })
  }

  /// The expected attributes of each character.
  private static func characters(of string: NSAttributedString) -> [(Character, Attributes)] {
    var result: [(Character, Attributes)] = []
    let text = Array(string.string)
    string.enumerateAttributes(in: NSRange(location: 0, length: string.length)) { attributes, range, _ in
      let numbers = attributes.map { ($0, number($1, of: $0) ?? -1) }
      for index in range.location..<range.location + range.length {
        result.append((text[index], Dictionary(uniqueKeysWithValues: numbers)))
      }
    }
    return result
  }

  @Test(.rule("F-220"), arguments: 0..<40)
  func `an attributed string keeps runs apart that differ in any object`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed) &* 7919 + 1)
    let string = NSMutableAttributedString()
    var expected: [(Character, Attributes)] = []
    for _ in 0..<80 {
      let range = random.range(expected.count)
      let place = NSRange(location: range.lowerBound, length: range.count)
      let attributes = random.attributes()
      let text = random.text()
      let key = Self.keys.randomElement(using: &random) ?? .font
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        string.append(NSAttributedString(string: text, attributes: Self.objects(attributes)))
        expected += text.map { ($0, attributes) }
      case 2:
        string.setAttributes(Self.objects(attributes), range: place)
        for index in range { expected[index].1 = attributes }
      case 3:
        string.addAttributes(Self.objects(attributes), range: place)
        for index in range { expected[index].1.merge(attributes) { $1 } }
      case 4:
        string.addAttribute(key, value: Self.value(2, for: key), range: place)
        for index in range { expected[index].1[key] = 2 }
      case 5:
        string.removeAttribute(key, range: place)
        for index in range { expected[index].1[key] = nil }
      case 6:
        let part = NSAttributedString(string: text, attributes: Self.objects(attributes))
        string.replaceCharacters(in: place, with: part)
        expected.replaceSubrange(range, with: text.map { ($0, attributes) })
      case 7:
        string.insert(string.attributedSubstring(from: place), at: string.length)
        expected += expected[range]
      default:
        string.deleteCharacters(in: place)
        expected.removeSubrange(range)
      }
      let found = Self.characters(of: string)
      #expect(found.map(\.0) == expected.map(\.0))
      #expect(found.map(\.1) == expected.map(\.1))
    }
    check(string, expected)
  }

  /// Reads the string in other ways: copies are equal, different strings are not, and runs of one attribute
  /// are maximal.
  private func check(_ string: NSMutableAttributedString, _ expected: [(Character, Attributes)]) {
    let rebuilt = NSMutableAttributedString()
    for (character, attributes) in expected {
      rebuilt.append(NSAttributedString(string: String(character), attributes: Self.objects(attributes)))
    }
    let all = NSRange(location: 0, length: string.length)
    #expect(
      rebuilt == string && string.isEqual(to: rebuilt)
        && NSAttributedString(attributedString: string) == rebuilt)
    for key in Self.keys {
      var runs: [Int] = []
      string.enumerateAttribute(key, in: all) { _, range, _ in runs.append(range.length) }
      var lengths: [Int] = []
      for (index, character) in expected.enumerated() {
        if index > 0, expected[index - 1].1[key] == character.1[key] {
          lengths[lengths.count - 1] += 1
        } else {
          lengths.append(1)
        }
      }
      #expect(runs == lengths, "\(key.rawValue)")
    }
    if all.length > 0 {
      rebuilt.addAttribute(
        .font, value: UIFont.systemFont(ofSize: 99), range: NSRange(location: 0, length: 1))
      #expect(rebuilt != string)
    }
  }

  @Test(.rule("F-220")) func `shadows and paragraph styles with equal values are equal`() {
    let (a, b) = (NSShadow(), NSShadow())
    #expect(a == b && a.hash == b.hash)
    b.shadowOffset.width = 1
    #expect(a != b)
    let (one, two) = (NSMutableParagraphStyle(), NSMutableParagraphStyle())
    one.tabStops = [NSTextTab(textAlignment: .left, location: 3)]
    two.tabStops = [NSTextTab(textAlignment: .left, location: 3)]
    #expect(one == two)
    two.tabStops = [NSTextTab(textAlignment: .right, location: 3)]
    #expect(one != two)
    two.tabStops = one.tabStops
    two.hyphenationFactor = 1
    #expect(one != two)
  }
}

private extension SeededRandom {
  mutating func attributes() -> AttributedStringTests.Attributes {
    var result: AttributedStringTests.Attributes = [:]
    for key in AttributedStringTests.keys where Bool.random(using: &self) {
      result[key] = Int.random(in: 1...4, using: &self)
    }
    return result
  }
  mutating func text() -> String {
    String((0..<Int.random(in: 0...4, using: &self)).map { _ in "abcd".randomElement(using: &self) ?? "a" })
  }
  mutating func range(_ length: Int) -> Range<Int> {
    let from = Int.random(in: 0...length, using: &self)
    return from..<Int.random(in: from...length, using: &self)
  }
}
