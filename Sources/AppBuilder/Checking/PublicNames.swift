import Translator

/// The names that Swift sources declare for other modules: types, members, cases and functions, without their
/// labels.
///
/// Determined from tokens and braces, not from types. The contents of functions are skipped.
struct PublicNames {
  private(set) var names: Set<String> = []

  /// Which declarations in a pair of braces are visible to other modules.
  private enum Scope {
    /// Those marked public: in a file, a type, or an extension without an access modifier.
    case marked
    /// All declarations of a public protocol or extension.
    case everything
    /// Those marked public, and all cases of a public enumeration.
    case cases
  }

  mutating func add(_ source: SwiftTokens) {
    let tokens = source.tokens
    var scopes: [Scope] = [.marked]
    /// What the next opening brace begins; nil for the body of a function or property.
    var pending: Scope?
    var isPublic = false
    var isHidden = false
    var listsCases = false
    var expectsCase = false
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      if token.isAtStartOfLine, !expectsCase { listsCases = false }
      index += 1
      switch token.kind {
      case .leftBrace:
        if let scope = pending {
          scopes.append(scope)
        } else {
          index = (source.closing(index - 1) ?? tokens.count - 1) + 1
        }
        (pending, isPublic, isHidden, listsCases, expectsCase) = (nil, false, false, false, false)
      case .rightBrace:
        if scopes.count > 1 { scopes.removeLast() }
        listsCases = false
      case .leftParen: index = (source.closing(index - 1) ?? tokens.count - 1) + 1
      case .comma: expectsCase = listsCases
      case .word:
        let word = source.name(token)
        let isQualified = index < tokens.count && tokens[index].kind == .leftParen  // private(set)
        switch word {
        case "public", "open": if !isQualified { isPublic = true }
        case "private", "fileprivate", "internal", "package": if !isQualified { isHidden = true }
        case "import":
          while index < tokens.count, !tokens[index].isAtStartOfLine { index += 1 }
          (isPublic, isHidden) = (false, false)
        case "class", "struct", "enum", "protocol", "actor", "typealias", "associatedtype", "func", "var",
          "let":
          guard index < tokens.count else { break }
          let name = tokens[index].kind == .word ? source.name(tokens[index]) : ""
          if word == "class", ["func", "var", "let", "subscript", "override", "final"].contains(name) {
            break  // a modifier
          }
          let isVisible = isPublic || scopes.last == .everything && !isHidden
          if isVisible, !name.isEmpty { names.insert(name) }
          switch word {
          case "func", "var", "let", "typealias", "associatedtype": pending = nil
          case "enum": pending = isVisible ? .cases : .marked
          case "protocol": pending = isVisible ? .everything : .marked
          default: pending = .marked
          }
          if !name.isEmpty { index += 1 }
          (isPublic, isHidden) = (false, false)
        case "extension":
          pending = isPublic ? .everything : .marked
          if index < tokens.count, tokens[index].kind == .word { index += 1 }
          (isPublic, isHidden) = (false, false)
        case "init", "subscript", "deinit":
          pending = nil
          (isPublic, isHidden) = (false, false)
        case "case":
          listsCases = scopes.last == .cases
          expectsCase = listsCases
        default:
          if expectsCase {
            names.insert(word)
            expectsCase = false
          }
        }
      default: break
      }
    }
  }
}
