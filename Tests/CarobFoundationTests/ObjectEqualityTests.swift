import CarobFoundation
import TestSupport
import Testing

@Suite struct ObjectEqualityTests {
  private final class Plain: NSObject {}
  private struct Number: Hashable { var value: Int }

  // F-220: these would trap with the toolchain's Foundation alone.
  @Test(.rule("F-220")) func `objects in attributed strings are compared with their own isEqual`() {
    let key = NSAttributedString.Key("k")
    func string(_ a: Any, _ b: Any) -> NSMutableAttributedString {
      let string = NSMutableAttributedString(string: "ab")
      string.addAttribute(key, value: a, range: NSRange(location: 0, length: 1))
      string.addAttribute(key, value: b, range: NSRange(location: 1, length: 1))
      return string
    }
    func runs(_ string: NSAttributedString) -> Int {
      var count = 0
      string.enumerateAttribute(key, in: NSRange(location: 0, length: string.length)) { _, _, _ in count += 1
      }
      return count
    }
    for _ in 0..<200 {
      let (one, two) = (Plain(), Plain())
      #expect(runs(string(one, two)) == 2 && runs(string(one, one)) == 1)
      #expect(string(one, two) == string(one, two) && string(one, two) != string(two, one))
    }
    #expect(runs(string(Number(value: 1), Number(value: 2))) == 2)
    #expect(runs(string(Number(value: 1), Number(value: 1))) == 1)
    #expect(runs(string(Number(value: 1), "text")) == 2 && runs(string(1, 2)) == 2)
  }
}
