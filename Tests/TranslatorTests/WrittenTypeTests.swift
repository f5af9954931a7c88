import Testing

@testable import Translator

@Suite struct WrittenTypeTests {
  @Test(arguments: [
    ("NSDate?", true, "NSDate", "NSDate?"), ("NSDate!", true, "NSDate", "NSDate?"),
    ("Optional<NSDate>", true, "NSDate", "Optional<NSDate>"), ("Int??", true, "Int", "Int??"),
    ("[Int?]", false, "[Int?]", "[Int?]"), ("() -> Int?", false, "() -> Int?", "() -> Int?"),
    ("(() -> Int)?", true, "(() -> Int)", "(() -> Int)?"), (" String ", false, "String", "String"),
    ("Optional<Int>.Type", false, "Optional<Int>.Type", "Optional<Int>.Type"),
  ])
  func `an optional type is recognized in every written form`(
    text: String, isOptional: Bool, wrapped: String, explicit: String
  ) {
    let type = WrittenType(text)
    #expect(type.isOptional == isOptional)
    #expect(type.wrapped == wrapped)
    #expect(type.explicit == explicit)
  }
}
