import CarobFoundation
import TestSupport
import Testing

@Suite struct NullCastTests {
  @Test(.rule("F-190")) func `null becomes nil if the target type has optional elements`() {
    let list = NSArray(array: ["a", NSNull()])
    #expect(list §! [String?].self == ["a", nil])
    #expect(list §? [String?].self == ["a", nil])
    #expect(list § [String?].self)
    let table = NSDictionary(dictionary: ["one": 1, "none": NSNull()])
    #expect(table §! [String: Int?].self == ["one": 1, "none": nil])
    let rows: Any = [["x": NSNull()], ["x": "y"]] as [[String: Any]]
    #expect(rows §! [[String: String?]].self == [["x": nil], ["x": "y"]])
  }

  @Test(.rule("F-190")) func `only null becomes nil`() {
    let null: Any = NSNull()
    #expect(null §? (String?).self == .some(.none))
    #expect("a" as Any §? (String?).self == .some("a"))
    #expect(1 as Any §? (String?).self == nil)
    #expect(NSArray(array: ["a", 1]) §? [String?].self == nil)
    #expect(!(NSArray(array: ["a", 1]) § [String?].self))
  }

  @Test(.rule("F-190")) func `null is kept if the target type can contain it`() {
    #expect((NSArray(array: [NSNull()]) §! [Any?].self).first.flatMap { $0 } is NSNull)
  }

  @Test(.rule("F-190")) func `a failed cast names the types`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let list: Any = NSArray(array: ["a", NSNull()])
      _ = list §! [Int?].self
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Could not cast value of type 'NSArray' to 'Array<Optional<Int>>'"))
  }
}
