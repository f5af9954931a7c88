import Testing

/// Names the rules of `Rules/` that a test shows; `script/rule-coverage` reads it.
public struct RuleTrait: TestTrait, SuiteTrait {
  public let identifiers: [String]
}

extension Trait where Self == RuleTrait {
  public static func rule(_ identifiers: String...) -> Self { RuleTrait(identifiers: identifiers) }
}
