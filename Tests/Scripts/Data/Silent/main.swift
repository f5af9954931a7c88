// Finds parts of the SDK that an app can set or implement and that nothing uses. Tests/Scripts/silent compiles and runs it.
//
// 1. Public stored properties that an app can set and that no code outside their own declaration reads. Tables for key-value
//    coding, copies, archives, comparisons and descriptions do not count: they only pass a value on.
// 2. Requirements of delegate and data-source protocols that nothing calls.
//
// Reads are found by name: a property counts as read if a member of its name is read from any object, or if the name alone is read in a
// type that may have the property. So a property may be silent and not be found, if another type has one of the same name.
//
// usage: silent-parts FOLDER LIST [--write]
//
// With `--write` it removes the lines of LIST that are no longer needed, and adds those that are missing, for parts to be built.
//
// LIST has a line `kind | part | reason` for each part that may be unused: `harmless` (unused by nature), `announced` (reported with
// `unimplemented` where that is not in its own declaration), `silent` (listed until built).

import Foundation
import SwiftParser
import SwiftSyntax

struct Property: Hashable {
  let type: String
  let name: String
  let isOfType: Bool
  var part: String { "\(type).\(name)" }
}

struct Requirement {
  let owner: String
  let base: String
  let labels: [String]
  let isProperty: Bool
  let place: String
  var part: String {
    isProperty ? "\(owner).\(base)" : "\(owner).\(base)(\(labels.map { $0 + ":" }.joined()))"
  }
}

/// What all files declare and use.
struct Facts {
  var properties: [Property: (place: String, isAnnounced: Bool)] = [:]
  var requirements: [Requirement] = []
  /// Names of members that are read from some object.
  var memberReads: Set<String> = []
  /// Names of members that are read from a type.
  var typeReads: Set<String> = []
  /// Names that are read alone, with the types around them.
  var plainReads: [String: Set<String>] = [:]
  var calls: Set<String> = []
  /// The superclass and the protocols of each type.
  var parents: [String: Set<String>] = [:]

  /// Whether code in a type can read a property of another by its name alone.
  func canRead(_ reader: String, _ type: String) -> Bool {
    var open = [reader]
    var seen: Set<String> = []
    while let here = open.popLast() {
      if here == type || type.hasPrefix(here + ".") || here.hasPrefix(type + ".") { return true }
      if seen.insert(here).inserted { open += parents[here] ?? [] }
    }
    return false
  }

  func isRead(_ property: Property) -> Bool {
    memberReads.contains(property.name) || property.isOfType && typeReads.contains(property.name)
      || plainReads[property.name]?.contains { canRead($0, property.type) } == true
  }
}

final class Reader: SyntaxVisitor {
  var facts = Facts()
  private let file: String
  private let source: SourceLocationConverter
  /// The types around the current node.
  private var types: [String] = []
  /// Names of parameters and variables of the functions around the current node.
  private var locals: [Set<String>] = []
  /// How many declarations around the current node only pass values on.
  private var passing = 0
  /// The property whose own accessors are being visited.
  private var own: [String] = []
  private var defaults = 0

  init(file: String, tree: SourceFileSyntax) {
    self.file = file
    source = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  private func place(_ node: some SyntaxProtocol) -> String {
    "\(file):\(source.location(for: node.positionAfterSkippingLeadingTrivia).line)"
  }

  // MARK: Types

  private func enter(_ name: String, _ inherited: InheritanceClauseSyntax?) {
    types.append(types.isEmpty ? name : types[types.count - 1] + "." + name)
    let parents = inherited?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
    facts.parents[types[types.count - 1], default: []].formUnion(parents)
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription, node.inheritanceClause)
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

  // MARK: Delegates

  private static func isDelegate(_ name: String) -> Bool {
    name.hasSuffix("Delegate") || name.hasSuffix("DataSource") || name.contains("DelegateFlow")
      || name.hasSuffix("DataSourcePrefetching") || name == "UIContentContainer"
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
    defer { types.removeLast() }
    guard node.modifiers.contains(where: { $0.name.text == "public" }), Self.isDelegate(node.name.text) else {
      return .skipChildren
    }
    for member in node.memberBlock.members {
      if let function = member.decl.as(FunctionDeclSyntax.self) {
        facts.requirements.append(
          Requirement(
            owner: node.name.text, base: function.name.text,
            labels: function.signature.parameterClause.parameters.map(\.firstName.text), isProperty: false,
            place: place(function)))
      } else if let variable = member.decl.as(VariableDeclSyntax.self) {
        for binding in variable.bindings {
          facts.requirements.append(
            Requirement(
              owner: node.name.text, base: binding.pattern.trimmedDescription, labels: [], isProperty: true,
              place: place(variable)))
        }
      }
    }
    return .skipChildren
  }

  // MARK: Properties

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      return .visitChildren
    }
    if Self.passing.contains(name) { passing += 1 }
    let isMember = locals.isEmpty && !types.isEmpty
    if isMember { own.append(name) } else if !locals.isEmpty { locals[locals.count - 1].insert(name) }
    if isMember, isStoredAndSettable(node) {
      let body = node.bindings.first?.accessorBlock?.trimmedDescription ?? ""
      // A property whose observers pass its value on is in use.
      let isUsed =
        body.contains(try! Regex("\\b\(name)\\b|\\bnewValue\\b")) && !body.contains("unimplemented(")
      if !isUsed {
        let isOfType = node.modifiers.contains { ["static", "class"].contains($0.name.text) }
        facts.properties[Property(type: types[types.count - 1], name: name, isOfType: isOfType)] = (
          place(node), body.contains("unimplemented(")
        )
      }
    }
    return .visitChildren
  }
  override func visitPost(_ node: VariableDeclSyntax) {
    guard let name = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      return
    }
    if Self.passing.contains(name) { passing -= 1 }
    if locals.isEmpty && !types.isEmpty { own.removeLast() }
  }

  private func isStoredAndSettable(_ node: VariableDeclSyntax) -> Bool {
    let modifiers = node.modifiers.map { ($0.name.text, $0.detail?.detail.text) }
    guard node.bindingSpecifier.text == "var",
      modifiers.contains(where: { $0.1 == nil && ["public", "open"].contains($0.0) }),
      !modifiers.contains(where: { $0.1 == "set" && !["public", "open"].contains($0.0) }),
      !modifiers.contains(where: { $0.0 == "override" }), let binding = node.bindings.first,
      !binding.pattern.trimmedDescription.hasPrefix("_")
    else { return false }
    guard let accessors = binding.accessorBlock else { return true }
    guard case .accessors(let list) = accessors.accessors else { return false }
    return list.allSatisfy { ["didSet", "willSet"].contains($0.accessorSpecifier.text) }
  }

  // MARK: Functions

  /// Functions that only pass values on.
  private static let passing: Set<String> = [
    "_carobKVC", "==", "hash", "isEqual", "description", "debugDescription", "encode", "hashValue",
  ]

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    enterFunction(node.signature.parameterClause, isPassing: Self.isPassing(node.name.text))
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) {
    leaveFunction(isPassing: Self.isPassing(node.name.text))
  }
  private static func isPassing(_ name: String) -> Bool { passing.contains(name) || name.hasPrefix("copy") }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    enterFunction(node.signature.parameterClause, isPassing: Self.decodes(node))
    return .visitChildren
  }
  override func visitPost(_ node: InitializerDeclSyntax) { leaveFunction(isPassing: Self.decodes(node)) }
  private static func decodes(_ node: InitializerDeclSyntax) -> Bool {
    ["coder", "layer"].contains(node.signature.parameterClause.parameters.first?.firstName.text)
  }
  private func enterFunction(_ parameters: FunctionParameterClauseSyntax, isPassing: Bool) {
    locals.append(Set(parameters.parameters.map { ($0.secondName ?? $0.firstName).text }))
    if isPassing { passing += 1 }
  }
  private func leaveFunction(isPassing: Bool) {
    locals.removeLast()
    if isPassing { passing -= 1 }
  }
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    locals.append([])
    return .visitChildren
  }
  override func visitPost(_ node: AccessorDeclSyntax) { locals.removeLast() }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    var names: Set<String> = []
    if let list = node.signature?.parameterClause?.as(ClosureShorthandParameterListSyntax.self) {
      names = Set(list.map(\.name.text))
    } else if let clause = node.signature?.parameterClause?.as(ClosureParameterClauseSyntax.self) {
      names = Set(clause.parameters.map { ($0.secondName ?? $0.firstName).text })
    }
    locals.append(names)
    return .visitChildren
  }
  override func visitPost(_ node: ClosureExprSyntax) { locals.removeLast() }

  // MARK: Reads

  private func read(_ name: String) {
    guard passing == 0, own.last != name, !locals.contains(where: { $0.contains(name) }) else { return }
    for type in types { facts.plainReads[name, default: []].insert(type) }
    if types.isEmpty { facts.plainReads[name, default: []].insert("") }
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    guard parts.count > 2, parts[1].is(AssignmentExprSyntax.self) else { return .visitChildren }
    visitTarget(parts[0])
    for part in parts.dropFirst(2) { walk(part) }
    return .skipChildren
  }

  /// The left side of an assignment: only what is before its last member is read.
  private func visitTarget(_ target: ExprSyntax) {
    if let tuple = target.as(TupleExprSyntax.self) {
      for element in tuple.elements { visitTarget(element.expression) }
    } else if let member = target.as(MemberAccessExprSyntax.self) {
      if let base = member.base { walk(base) }
    } else if !target.is(DeclReferenceExprSyntax.self) {
      walk(target)
    }
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base { walk(base) }
    let name = node.declName.baseName.text
    let isSelf = node.base?.trimmedDescription == "self" || node.base?.trimmedDescription == "super"
    if passing == 0, isSelf ? own.last != name : true {
      if isSelf {
        for type in types { facts.plainReads[name, default: []].insert(type) }
      } else if node.base?.trimmedDescription.first?.isUppercase == true {
        facts.typeReads.insert(name)
      } else if node.base != nil {
        facts.memberReads.insert(name)
      }
    }
    return .skipChildren
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    if passing == 0 {
      for component in node.components {
        if let property = component.component.as(KeyPathPropertyComponentSyntax.self) {
          facts.memberReads.insert(property.declName.baseName.text)
        }
      }
    }
    return .skipChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    read(node.baseName.text)
    return .skipChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil { read(node.pattern.trimmedDescription) }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name =
      node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    if let name {
      let labels = node.arguments.map { ($0.label?.text ?? "_") + ":" }
      facts.calls.insert("\(name)(\(labels.joined()))")
      if node.trailingClosure != nil { facts.calls.insert("\(name)(\(labels.joined())*:)") }
    }
    return .visitChildren
  }
}

extension Facts {
  mutating func add(_ other: Facts) {
    properties.merge(other.properties) { $1 }
    requirements += other.requirements
    memberReads.formUnion(other.memberReads)
    typeReads.formUnion(other.typeReads)
    plainReads.merge(other.plainReads) { $0.union($1) }
    calls.formUnion(other.calls)
    parents.merge(other.parents) { $0.union($1) }
  }

  func isCalled(_ requirement: Requirement) -> Bool {
    if requirement.isProperty {
      return memberReads.contains(requirement.base)
    }
    let labels = requirement.labels.map { $0 + ":" }
    return calls.contains("\(requirement.base)(\(labels.joined()))")
      || calls.contains("\(requirement.base)(\(labels.dropLast().joined())*:)")
  }
}

func swiftFiles(_ folder: String) -> [String] {
  (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".swift") }.sorted()
}

let arguments = CommandLine.arguments
guard arguments.count == 3 || arguments.count == 4 && arguments[3] == "--write" else {
  print("usage: silent-parts FOLDER LIST [--write]")
  exit(2)
}
let (folder, listPath, writes) = (arguments[1], arguments[2], arguments.count == 4)

var facts = Facts()
for name in swiftFiles(folder) {
  guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else { continue }
  let tree = Parser.parse(source: text)
  let reader = Reader(file: "\(folder)/\(name)", tree: tree)
  reader.walk(tree)
  facts.add(reader.facts)
}

// MARK: The list

let kinds = ["harmless", "announced", "silent"]
var listed: [String: (kind: String, line: Int)] = [:]
var problems: [String] = []
let lines = ((try? String(contentsOfFile: listPath, encoding: .utf8)) ?? "").split(
  separator: "\n", omittingEmptySubsequences: false)
for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
  let fields = line.split(separator: "|", maxSplits: 2).map { $0.trimmingCharacters(in: .whitespaces) }
  guard fields.count == 3, kinds.contains(fields[0]), !fields[2].isEmpty else {
    problems.append(
      "\(listPath):\(index + 1): error: expected `harmless | Type.part | reason`, or announced or silent")
    continue
  }
  if listed.updateValue((fields[0], index + 1), forKey: fields[1]) != nil {
    problems.append("\(listPath):\(index + 1): error: \(fields[1]) is listed twice")
  }
}

var counts = Dictionary(uniqueKeysWithValues: kinds.map { ($0, 0) })
var unused: Set<String> = []
var missing: [String] = []
func check(_ part: String, _ place: String, isAnnounced: Bool, _ problem: String) {
  unused.insert(part)
  if let entry = listed[part] {
    counts[isAnnounced ? "announced" : entry.kind, default: 0] += 1
  } else if isAnnounced {
    counts["announced", default: 0] += 1
  } else if writes {
    missing.append("silent | \(part) | listed until built")
    counts["silent", default: 0] += 1
  } else {
    problems.append("\(place): error: \(part) \(problem)")
  }
}
for (property, found) in facts.properties.sorted(by: { $0.key.part < $1.key.part })
where !facts.isRead(property) {
  check(
    property.part, found.place, isAnnounced: found.isAnnounced,
    "can be set and is never read; build it, announce it with unimplemented, or list it in \(listPath)")
}
for requirement in facts.requirements.sorted(by: { $0.part < $1.part }) where !facts.isCalled(requirement) {
  check(
    requirement.part, requirement.place, isAnnounced: false,
    "is never called; send it, or list it in \(listPath)")
}
if writes, problems.isEmpty {
  let stale = Set(listed.filter { !unused.contains($0.key) }.map { $0.value.line - 1 })
  var kept = lines.enumerated().filter { !stale.contains($0.offset) }.map { String($0.element) }
  while kept.last == "" { kept.removeLast() }
  do {
    try ((kept + missing).joined(separator: "\n") + "\n").write(
      toFile: listPath, atomically: true, encoding: .utf8)
  } catch {
    print("\(listPath): error: \(error.localizedDescription)")
    exit(1)
  }
  listed = listed.filter { unused.contains($0.key) }
}
for (part, entry) in listed.sorted(by: { $0.value.line < $1.value.line }) where !unused.contains(part) {
  problems.append(
    "\(listPath):\(entry.line): error: \(part) is in use, or no longer exists; remove it from the list")
}

print(problems.joined(separator: "\n"), terminator: problems.isEmpty ? "" : "\n")
print(
  "unused: \(counts["harmless"]!) harmless, \(counts["announced"]!) announced, \(counts["silent"]!) silent")
exit(problems.isEmpty ? 0 : 1)
