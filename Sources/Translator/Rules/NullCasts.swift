import SwiftSyntax

/// A cast to a type that can be `nil` converts `NSNull` to nil.
///
///     list as! [String?]          list §! [String?].self
///     object as? Int?             object §? (Int?).self
///     table is [String: Int?]     table § [String: Int?].self
///
/// On the platform Objective-C bridging does this; here the operators do (F-190). They have the precedence of
/// casts. Casts to types that contain no optional stay unchanged, and so does a cast that directly follows or
/// precedes another.
enum NullCasts: Rule {
  /// A cast and the type that it names.
  struct Site {
    var cast: Range<Int>
    var replacement: String
    var type: TypeSyntax
  }

  static func apply(to translation: FileTranslation) {
    for site in translation.facts.nullCasts {
      translation.edits.replacePadded(site.cast, with: site.replacement, in: translation.source)
      let needsParentheses = site.type.is(OptionalTypeSyntax.self)
      if needsParentheses { translation.edits.insert("(", at: site.type.start) }
      translation.edits.insert(needsParentheses ? ").self" : ".self", at: site.type.end)
    }
  }

  /// A target type for casts that other rules write, which this rule leaves alone when a translation is
  /// translated again.
  static func plainTarget(_ type: String) -> String {
    type.contains("?") || WrittenType(type).isOptional ? "(\(type))" : type
  }

  /// The site of a cast in a sequence of operands and operators; nil for other operators and other types.
  static func site(_ node: ExprSyntax, in elements: [ExprSyntax], at index: Int) -> Site? {
    guard elements.indices.contains(index + 1), let replacement = replacement(node),
      let type = elements[index + 1].as(TypeExprSyntax.self)?.type, holdsOptional(type)
    else { return nil }
    for neighbour in [index - 2, index + 2] where elements.indices.contains(neighbour) {
      // NB: operators of this precedence cannot be combined with casts without parentheses.
      if elements[neighbour].is(UnresolvedAsExprSyntax.self)
        || elements[neighbour].is(UnresolvedIsExprSyntax.self)
      {
        return nil
      }
    }
    return Site(cast: node.range, replacement: replacement, type: type)
  }

  private static func replacement(_ node: ExprSyntax) -> String? {
    if node.is(UnresolvedIsExprSyntax.self) { return "§" }
    switch node.as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark?.tokenKind {
    case .postfixQuestionMark: return "§?"
    case .exclamationMark: return "§!"
    default: return nil
    }
  }

  private static func holdsOptional(_ type: TypeSyntax) -> Bool {
    if type.is(OptionalTypeSyntax.self) { return true }
    if let array = type.as(ArrayTypeSyntax.self) { return holdsOptional(array.element) }
    if let dictionary = type.as(DictionaryTypeSyntax.self) { return holdsOptional(dictionary.value) }
    guard let named = type.as(IdentifierTypeSyntax.self),
      let arguments = named.genericArgumentClause?.arguments
    else { return false }
    switch named.name.text {
    case "Optional": return true
    case "Array", "Dictionary":
      return arguments.contains { argument in
        guard case .type(let type) = argument.argument else { return false }
        return holdsOptional(type)
      }
    default: return false
    }
  }
}
