/// The names that Swift sources declare for other modules: types, members, cases and functions, without their labels.
///
/// By words and braces, not by meaning. Nothing inside a function is looked at.
struct PublicNames {
  private(set) var names: Set<String> = []

  /// Which declarations in a pair of braces are visible from outside.
  private enum Scope {
    /// Those that say so: in a file, a type, a plain extension.
    case marked
    /// All of a public protocol or extension.
    case everything
    /// Those that say so, and every case of a public enumeration.
    case cases
  }

  /// - Parameter code: as `SourceOutline.withoutCommentsAndStrings` leaves it.
  mutating func add(_ code: [UInt8]) {
    var scopes: [Scope] = [.marked]
    /// What the next opening brace begins; nil for the body of a function or property.
    var pending: Scope?
    var isPublic = false
    var isHidden = false
    var listsCases = false
    var expectsCase = false
    var index = 0
    while index < code.count {
      let byte = code[index]
      switch byte {
      case UInt8(ascii: "{"):
        if let scope = pending {
          scopes.append(scope)
          index += 1
        } else {
          index = Self.behindClosing(of: index, in: code, UInt8(ascii: "}"))
        }
        (pending, isPublic, isHidden, listsCases, expectsCase) = (nil, false, false, false, false)
      case UInt8(ascii: "}"):
        if scopes.count > 1 { scopes.removeLast() }
        listsCases = false
        index += 1
      case UInt8(ascii: "("): index = Self.behindClosing(of: index, in: code, UInt8(ascii: ")"))
      case UInt8(ascii: ","):
        expectsCase = listsCases
        index += 1
      case UInt8(ascii: "\n"):
        if !expectsCase { listsCases = false }
        index += 1
      case let byte where SourceWords.isLetter(byte):
        var end = SourceWords.end(ofWordAt: index, in: code)
        let word = SourceWords.text(index..<end, in: code)
        let isQualified = end < code.count && code[end] == UInt8(ascii: "(")  // private(set)
        switch word {
        case "public", "open": if !isQualified { isPublic = true }
        case "private", "fileprivate", "internal", "package": if !isQualified { isHidden = true }
        case "import":
          while end < code.count, code[end] != UInt8(ascii: "\n") { end += 1 }
          (isPublic, isHidden) = (false, false)
        case "class", "struct", "enum", "protocol", "actor", "typealias", "associatedtype", "func", "var",
          "let":
          let name = SourceWords.word(behind: end, in: code)
          if word == "class", ["func", "var", "let", "subscript", "override", "final"].contains(name.text) {
            break  // a modifier
          }
          let isVisible = isPublic || scopes.last == .everything && !isHidden
          if isVisible, !name.text.isEmpty { names.insert(name.text) }
          switch word {
          case "func", "var", "let", "typealias", "associatedtype": pending = nil
          case "enum": pending = isVisible ? .cases : .marked
          case "protocol": pending = isVisible ? .everything : .marked
          default: pending = .marked
          }
          end = max(end, name.end)
          (isPublic, isHidden) = (false, false)
        case "extension":
          pending = isPublic ? .everything : .marked
          end = max(end, SourceWords.word(behind: end, in: code).end)
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
        index = end
      default: index += 1
      }
    }
  }

  private static func behindClosing(of start: Int, in code: [UInt8], _ close: UInt8) -> Int {
    let open = code[start]
    var depth = 0
    var index = start
    while index < code.count {
      if code[index] == open { depth += 1 }
      if code[index] == close {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
      index += 1
    }
    return index
  }
}
