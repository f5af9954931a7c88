import SwiftSyntax

/// The translation of one file: the input of the rules and their output.
final class FileTranslation {
  let source: SourceText
  let tokens: SwiftTokens
  let facts: FileFacts
  let module: ModuleIndex
  /// The file's number in the module.
  let file: Int
  let path: String
  /// The project-relative path of every file of the module.
  let paths: [String]
  var projectRelativePath: String { paths[file] }

  var edits = EditList()
  var diagnostics: [TranslationDiagnostic] = []
  /// The offsets of member names that are looked up on `AnyObject`; no other rule translates them.
  var lookedUp: Set<Int> = []
  /// Members to add to each type, in its body on the closing brace's line.
  private var members: [[String]]
  /// Declarations to add after a type's outermost declaration or extension, on the closing brace's line.
  private var followers: [(offset: Int, text: String)] = []

  init(
    source: SourceText, tokens: SwiftTokens, facts: FileFacts, module: ModuleIndex, file: Int, path: String,
    paths: [String]
  ) {
    self.source = source
    self.tokens = tokens
    self.facts = facts
    self.module = module
    self.file = file
    self.path = path
    self.paths = paths
    members = Array(repeating: [], count: facts.index.types.count)
  }

  // MARK: Output

  func add(member text: String, toType type: Int) { members[type].append(text) }

  /// Adds a declaration at file scope, after the declaration that contains the type.
  func add(follower text: String, afterType type: Int) {
    let node: any SyntaxProtocol =
      switch facts.typeScopes[type].first {
      case .type(let outer): facts.typeNodes[outer]
      case .extension(let outer): facts.extensionNodes[outer]
      case nil: facts.typeNodes[type]
      }
    followers.append((node.end, text))
  }

  func add(follower text: String, afterExtension number: Int) {
    followers.append((facts.extensionNodes[number].end, text))
  }

  func report(_ severity: TranslationDiagnostic.Severity, _ message: String, at offset: Int) {
    let (line, column) = source.place(offset)
    diagnostics.append(
      TranslationDiagnostic(path: path, line: line, column: column, severity: severity, message: message))
  }

  /// The text after the edits of all rules.
  func finish() -> String {
    for (type, texts) in members.enumerated() where !texts.isEmpty {
      guard let block = facts.typeNodes[type].asProtocol((any DeclGroupSyntax).self)?.memberBlock else {
        continue
      }
      let brace = block.rightBrace.start
      let last = block.members.last?.end ?? 0
      // NB: a member that ends on the brace's line needs a separator.
      let separator = last > 0 && source.line(last) == source.line(brace) ? "; " : " "
      edits.insert(separator + texts.joined(separator: "; ") + " ", at: brace)
    }
    for (offset, text) in followers { edits.insert("; " + text, at: offset) }
    let text = edits.applied(to: source)
    if source.bytes.starts(with: "#sourceLocation(file:".utf8) { return text }
    return "#sourceLocation(file: \(literal(path)), line: 1)\n" + text
  }

  // MARK: Names

  func id(_ type: Int) -> ModuleIndex.TypeID { ModuleIndex.TypeID(file: file, type: type) }
  func extensionID(_ number: Int) -> ModuleIndex.ExtensionID {
    ModuleIndex.ExtensionID(file: file, number: number)
  }

  /// A type that encloses a location: one of the module's, or one that an extension extends.
  struct Enclosing {
    var type: ModuleIndex.TypeID?
    /// The name by which code at the location can refer to it.
    var name: String
  }

  /// The enclosing types, innermost first.
  func enclosing(_ scopes: [FileFacts.Scope]) -> [Enclosing] {
    scopes.reversed().map { scope in
      switch scope {
      case .type(let index): Enclosing(type: id(index), name: facts.index.types[index].name)
      case .extension(let index):
        Enclosing(type: module.target(extensionID(index)), name: facts.index.extensions[index].extended)
      }
    }
  }

  func scopePath(_ scopes: [FileFacts.Scope]) -> [String] {
    switch scopes.last {
    case .type(let index): facts.index.types[index].path
    case .extension(let index): facts.index.extensions[index].extended.split(separator: ".").map(String.init)
    case nil: []
    }
  }
}

/// A Swift string literal with the given value.
func literal(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// A rule of the translator: reads a file's sites and writes edits, members and diagnostics.
protocol Rule {
  static func apply(to translation: FileTranslation)
}
