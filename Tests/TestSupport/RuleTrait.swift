import Testing

/// The rules of `Rules/` that a test verifies, for `script/rule-coverage`.
public struct RuleTrait: TestTrait, SuiteTrait {
  public let identifiers: [String]
}

extension Trait where Self == RuleTrait {
  public static func rule(_ identifiers: String...) -> Self { RuleTrait(identifiers: identifiers) }
}
