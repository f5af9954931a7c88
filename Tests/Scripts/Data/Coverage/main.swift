// Prints the public declarations of Swift sources, for script/api-coverage, which compiles and runs it.
//
// usage: coverage-declarations FOLDER...
//
// One line for each declaration, with fields separated by tabs:
//
//   FILE  KIND  NAME  PARAMETERS  ANNOUNCEMENT
//
// KIND is `type`, `alias`, `extension`, `function`, `initializer`, `property` or `case`. NAME has the types around the declaration (`UIView.frame`).
// PARAMETERS are the labels of a function or initializer, separated by spaces, with `?` behind one that a caller can leave out, because it has a default
// value or is a closure, and with `*` behind a variadic one. For a type or extension they are its superclass and protocols, for an alias what it stands for. ANNOUNCEMENT is
// `always` if the declaration calls `unimplemented` each time it is used, and `sometimes` if it does so in some cases.

import Foundation
import SwiftParser
import SwiftSyntax

final class Reader: SyntaxVisitor {
  private let file: String
  /// The types around the current node, and whether their members are public without a modifier.
  private var types: [(name: String, isPublic: Bool, opensMembers: Bool)] = []
  private(set) var lines: [String] = []

  init(file: String) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  private func isPublic(_ modifiers: DeclModifierListSyntax) -> Bool {
    for modifier in modifiers where modifier.detail == nil {
      switch modifier.name.text {
      case "public", "open": return types.allSatisfy(\.isPublic)
      case "private", "fileprivate", "internal", "package": return false
      default: break
      }
    }
    return types.last?.opensMembers == true && types.allSatisfy(\.isPublic)
  }

  private func add(
    _ kind: String, _ name: String, _ parameters: [String] = [], _ announcement: Announcement = .none
  ) {
    let plain = name.trimmingCharacters(in: ["`"])
    guard !plain.hasPrefix("_") else { return }
    let path = (types.map(\.name) + [plain]).joined(separator: ".")
    lines.append("\(file)\t\(kind)\t\(path)\t\(parameters.joined(separator: " "))\t\(announcement.rawValue)")
  }

  private enum Announcement: String { case none = "", always, sometimes }

  private static func announcement(_ node: (some SyntaxProtocol)?) -> Announcement {
    guard let node else { return .none }
    let calls = node.tokens(viewMode: .sourceAccurate).filter {
      ["unimplemented", "unimplementedInitializer"].contains($0.text)
    }
    if calls.isEmpty { return .none }
    return calls.contains { !isConditional($0, in: Syntax(node)) } ? .always : .sometimes
  }

  /// Whether a token is in a statement or closure that may not be executed each time.
  private static func isConditional(_ token: TokenSyntax, in body: Syntax) -> Bool {
    sequence(first: Syntax(token)) { $0.parent }.prefix { $0.id != body.id }.contains {
      $0.is(IfExprSyntax.self) || $0.is(GuardStmtSyntax.self) || $0.is(SwitchExprSyntax.self)
        || $0.is(ForStmtSyntax.self) || $0.is(ClosureExprSyntax.self) || $0.is(TernaryExprSyntax.self)
    }
  }

  private func hidesMembers(_ attributes: AttributeListSyntax) -> Bool {
    attributes.contains { $0.trimmedDescription.hasPrefix("@_spi") }
  }

  // MARK: Types

  private func enter(
    _ kind: String, _ name: String, _ modifiers: DeclModifierListSyntax, _ attributes: AttributeListSyntax,
    _ inherited: InheritanceClauseSyntax?, opensMembers: Bool = false
  ) {
    let isPublic = isPublic(modifiers) && !hidesMembers(attributes)
    if isPublic { add(kind, name, inherited?.inheritedTypes.map { Self.name(of: $0.type) } ?? []) }
    types.append((name.trimmingCharacters(in: ["`"]), isPublic, opensMembers))
  }

  /// The name of a type without its module, generic arguments and attributes.
  private static func name(of type: TypeSyntax) -> String {
    var text = type.as(AttributedTypeSyntax.self)?.baseType.trimmedDescription ?? type.trimmedDescription
    if let bracket = text.firstIndex(of: "<") { text = String(text[..<bracket]) }
    for module in ["Foundation.", "UIKit.", "CarobFoundation.", "Swift."] where text.hasPrefix(module) {
      text.removeFirst(module.count)
    }
    return text.filter { !$0.isWhitespace }
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter("type", node.name.text, node.modifiers, node.attributes, node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter("type", node.name.text, node.modifiers, node.attributes, node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter("type", node.name.text, node.modifiers, node.attributes, node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter("type", node.name.text, node.modifiers, node.attributes, node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(
      "type", node.name.text, node.modifiers, node.attributes, node.inheritanceClause, opensMembers: true)
    return .visitChildren
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { types.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let opens = node.modifiers.contains { $0.name.text == "public" }
    if let inherited = node.inheritanceClause {
      let protocols = inherited.inheritedTypes.map { Self.name(of: $0.type) }
      add("extension", Self.name(of: node.extendedType), protocols)
    }
    types.append((Self.name(of: node.extendedType), !hidesMembers(node.attributes), opens))
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    if isPublic(node.modifiers) { add("alias", node.name.text, [Self.name(of: node.initializer.value)]) }
    return .skipChildren
  }
  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  // MARK: Members

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    if types.allSatisfy(\.isPublic) { for element in node.elements { add("case", element.name.text) } }
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isPublic(node.modifiers), !hidesMembers(node.attributes) else { return .skipChildren }
    for binding in node.bindings {
      add("property", binding.pattern.trimmedDescription, [], Self.announcement(binding.accessorBlock))
    }
    return .skipChildren
  }

  private static func parameters(_ clause: FunctionParameterClauseSyntax) -> [String] {
    clause.parameters.map { parameter in
      let type = parameter.type.trimmedDescription
      let isClosure = type.contains("->") || type.contains("Handler") || type.contains("Provider")
      let mark = parameter.ellipsis != nil ? "*" : parameter.defaultValue != nil || isClosure ? "?" : ""
      return parameter.firstName.text + mark
    }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if isPublic(node.modifiers), !hidesMembers(node.attributes) {
      add(
        "function", node.name.text, Self.parameters(node.signature.parameterClause),
        Self.announcement(node.body))
    }
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if isPublic(node.modifiers), !hidesMembers(node.attributes) {
      add(
        "initializer", "init", Self.parameters(node.signature.parameterClause), Self.announcement(node.body))
    }
    return .skipChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

var files: [String] = []
for folder in CommandLine.arguments.dropFirst() {
  guard let found = FileManager.default.enumerator(atPath: folder) else {
    FileHandle.standardError.write(Data("error: no folder \(folder)\n".utf8))
    exit(2)
  }
  for case let file as String in found where file.hasSuffix(".swift") { files.append("\(folder)/\(file)") }
}
for file in files.sorted() {
  guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
    FileHandle.standardError.write(Data("error: cannot read \(file)\n".utf8))
    exit(2)
  }
  let reader = Reader(file: file)
  reader.walk(Parser.parse(source: text))
  for line in reader.lines { print(line) }
}
