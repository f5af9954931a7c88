import SelectorNames
import SwiftSyntax

/// Reads one declaration: turns its syntax into the record that the module's index keeps.
///
/// `FileCollector` calls it for each member that it visits. It reads bodies only to find out whether a
/// parameter is mentioned, and from the tokens, because bodies may have been blanked before the file was
/// parsed.
struct DeclarationReader {
  let source: SourceText
  let tokens: SwiftTokens

  // MARK: Members

  func member(_ node: FunctionDeclSyntax, isInExtension: Bool) -> MemberRecord {
    var member = MemberRecord(
      kind: .method, name: node.name.text.withoutBackticks,
      attributes: attributes(node.attributes, node.modifiers), access: node.modifiers.access,
      line: source.line(node.name.start))
    read(node.signature.parameterClause, into: &member)
    read(node.modifiers, into: &member)
    if member.attributes.isAction || member.attributes.isObjC, member.parameters.count == 1,
      let body = node.body
    {
      // NB: from the tokens, because the body may have been blanked before it was parsed.
      member.parameters[0].isUnused =
        !tokens.mentions(member.parameters[0].name.withoutBackticks, in: body.start..<body.end)
    }
    member.isGeneric = node.genericParameterClause != nil
    member.isThrowing = node.signature.effectSpecifiers?.throwsClause != nil
    member.isAsync = node.signature.effectSpecifiers?.asyncSpecifier != nil
    member.result = node.signature.returnClause.map { $0.type.trimmedDescription }
    if member.isOverride || isInExtension || FrameworkSelectors.selector(forSwiftName: member.fullName) != nil
    {
      member.signature = source.text(node.signature.start..<node.signature.end)
    }
    return member
  }

  // F-136
  /// A subscript that is marked `@objc` and has one index; other subscripts have no selector.
  func member(_ node: SubscriptDeclSyntax) -> MemberRecord? {
    var member = MemberRecord(
      kind: .subscript, name: "subscript", attributes: attributes(node.attributes, node.modifiers),
      access: node.modifiers.access, line: source.line(node.subscriptKeyword.start))
    read(node.modifiers, into: &member)
    guard member.attributes.isObjC, !member.isStatic, !member.isOptional,
      node.parameterClause.parameters.count == 1
    else { return nil }
    read(node.parameterClause, into: &member)
    // A subscript's parameter has a label only if it has two names.
    if node.parameterClause.parameters.first?.secondName == nil { member.parameters[0].label = "_" }
    member.isGeneric = node.genericParameterClause != nil
    member.result = node.returnClause.type.trimmedDescription
    member.isSettable = false
    if case .accessors(let list) = node.accessorBlock?.accessors { member.isSettable = isSettable(list) }
    return member
  }

  func member(_ node: InitializerDeclSyntax) -> MemberRecord {
    var member = MemberRecord(
      kind: .initializer, name: "init", attributes: attributes(node.attributes, node.modifiers),
      access: node.modifiers.access, line: source.line(node.initKeyword.start))
    read(node.signature.parameterClause, into: &member)
    read(node.modifiers, into: &member)
    member.isFailable = node.optionalMark != nil
    member.isGeneric = node.genericParameterClause != nil
    member.isThrowing = node.signature.effectSpecifiers?.throwsClause != nil
    member.isAsync = node.signature.effectSpecifiers?.asyncSpecifier != nil
    return member
  }

  /// The properties that one declaration declares, each with its syntax.
  func members(_ node: VariableDeclSyntax) -> [(MemberRecord, PatternBindingSyntax)] {
    let attributes = attributes(node.attributes, node.modifiers)
    return node.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { return nil }
      var member = MemberRecord(
        kind: .property, name: name.text.withoutBackticks, attributes: attributes,
        access: node.modifiers.access, line: source.line(name.start))
      read(node.modifiers, into: &member)
      member.isLet = node.bindingSpecifier.tokenKind == .keyword(.let)
      member.isSettable = !member.isLet
      if let type = binding.typeAnnotation?.type {
        member.type = type.trimmedDescription
        member.isClosureTyped = Self.isFunction(type)
      } else if let call = binding.initializer?.value.as(FunctionCallExprSyntax.self) {
        member.type = call.calledExpression.trimmedDescription
      }
      member.hasOwnSetter =
        binding.accessorBlock != nil
        || node.attributes.contains { Self.isWrapper($0.as(AttributeSyntax.self)?.name ?? "") }
      if let block = binding.accessorBlock { read(block, into: &member) }
      return (member, binding)
    }
  }

  private func read(_ block: AccessorBlockSyntax, into member: inout MemberRecord) {
    if case .accessors(let list) = block.accessors {
      let kinds = list.map { $0.accessorSpecifier.tokenKind }
      member.hasWillSet = kinds.contains(.keyword(.willSet))
      member.hasDidSet = kinds.contains(.keyword(.didSet))
      if !member.hasWillSet, !member.hasDidSet {
        member.isComputed = true
        member.isSettable = isSettable(list)
      }
      for accessor in list where member.attributes.objcName == nil {
        // F-135: `@objc(isEnabled) get` names the getter.
        if accessor.accessorSpecifier.tokenKind == .keyword(.get) {
          member.attributes.objcName = attributes(accessor.attributes).objcName
        }
      }
    } else {
      member.isComputed = true
      member.isSettable = false
    }
    if member.isOverride { member.signature = member.type ?? "" }
  }

  private func isSettable(_ accessors: AccessorDeclListSyntax) -> Bool {
    accessors.contains { [.keyword(.set), .keyword(._modify)].contains($0.accessorSpecifier.tokenKind) }
  }

  /// Whether an attribute of a property may be a wrapper: not lowercase like the language's own, and not a
  /// known one.
  private static func isWrapper(_ name: String) -> Bool {
    name.first?.isUppercase == true && !plainAttributes.contains(name)
  }
  private static let plainAttributes: Set<String> = [
    "IBOutlet", "IBInspectable", "GKInspectable", "NSManaged", "NSCopying", "MainActor",
  ]

  private func read(_ clause: FunctionParameterClauseSyntax, into member: inout MemberRecord) {
    member.parameters = clause.parameters.map { parameter in
      ParameterRecord(
        label: parameter.firstName.text.withoutBackticks,
        name: (parameter.secondName ?? parameter.firstName).text,
        type: parameter.type.trimmedDescription, hasDefault: parameter.defaultValue != nil,
        isVariadic: parameter.ellipsis != nil, isInout: Self.isInout(parameter.type),
        isClosure: Self.isFunction(parameter.type),
        isAutoclosure: Self.has("autoclosure", parameter.type), isOpaque: Self.isOpaque(parameter.type))
    }
  }

  /// Whether a type is a function type or an optional of one, ignoring attributes.
  private static func isFunction(_ type: TypeSyntax) -> Bool {
    if let attributed = type.as(AttributedTypeSyntax.self) { return isFunction(attributed.baseType) }
    if let optional = type.as(OptionalTypeSyntax.self) { return isFunction(optional.wrappedType) }
    if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return isFunction(unwrapped.wrappedType)
    }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return isFunction(only.type)
    }
    return type.is(FunctionTypeSyntax.self)
  }

  private static func isInout(_ type: TypeSyntax) -> Bool {
    type.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
    } ?? false
  }

  private static func isOpaque(_ type: TypeSyntax) -> Bool {
    type.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.tokenKind == .keyword(.some)
  }

  private static func has(_ attribute: String, _ type: TypeSyntax) -> Bool {
    type.as(AttributedTypeSyntax.self)?.attributes.contains {
      $0.as(AttributeSyntax.self)?.name == attribute
    } ?? false
  }

  private func read(_ modifiers: DeclModifierListSyntax, into member: inout MemberRecord) {
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class): member.isStatic = true
      case .keyword(.override): member.isOverride = true
      case .keyword(.dynamic): member.isDynamic = true
      case .keyword(.optional): member.isOptional = true
      case .keyword(.required): member.isRequired = true
      case .keyword(.convenience): member.isConvenience = true
      default: break
      }
    }
  }

  // MARK: Attributes

  func attributes(
    _ list: AttributeListSyntax, _ modifiers: DeclModifierListSyntax? = nil
  ) -> AttributeFacts {
    var result = AttributeFacts()
    if let modifiers, modifiers.has(.nonisolated) { result.isolation = .nonisolated }
    for case .attribute(let attribute) in list {
      switch attribute.name {
      case "objc":
        result.isObjC = true
        if let left = attribute.leftParen, let right = attribute.rightParen {
          let name = source.text(left.end..<right.start).filter { !$0.isWhitespace }
          if !name.isEmpty { result.objcName = name }
        }
      case "objcMembers": result.isObjCMembers = true
      case "nonobjc": result.isNonObjC = true
      case "IBAction", "IBSegueAction": result.isAction = true
      case "IBOutlet": result.isOutlet = true
      case "IBInspectable", "GKInspectable": result.isInspectable = true
      case "NSManaged": result.isManaged = true
      case "NSCopying": result.isCopying = true
      case "main": result.isMain = true
      case "UIApplicationMain", "NSApplicationMain": result.isApplicationMain = true
      case "MainActor": result.isolation = .mainActor
      case "available":
        let text = source.text(attribute.range)
        if text.contains("unavailable"), text.contains("*") { result.isUnavailable = true }
      default: break
      }
    }
    return result
  }

  // MARK: Names

  func inheritedNames(_ clause: InheritanceClauseSyntax?) -> [String] {
    guard let clause else { return [] }
    return clause.inheritedTypes.flatMap { entry -> [String] in
      var type = entry.type
      if let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
      if let composition = type.as(CompositionTypeSyntax.self) {
        return composition.elements.map { plainName($0.type) }
      }
      return [plainName(type)]
    }
  }

  /// A type's name without attributes and generic arguments.
  func plainName(_ type: some TypeSyntaxProtocol) -> String {
    if let identifier = type.as(IdentifierTypeSyntax.self) { return identifier.name.text.withoutBackticks }
    if let member = type.as(MemberTypeSyntax.self) {
      return plainName(member.baseType) + "." + member.name.text
    }
    if let attributed = type.as(AttributedTypeSyntax.self) { return plainName(attributed.baseType) }
    return type.trimmedDescription
  }
}

extension AttributeSyntax {
  /// The attribute's name; empty for a qualified or generic one.
  var name: String { attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? "" }
}

extension DeclModifierListSyntax {
  func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }

  var access: Access {
    for modifier in self where modifier.detail == nil {
      switch modifier.name.tokenKind {
      case .keyword(.private): return .private
      case .keyword(.fileprivate): return .fileprivate
      case .keyword(.internal): return .internal
      case .keyword(.package): return .package
      case .keyword(.public): return .public
      case .keyword(.open): return .open
      default: break
      }
    }
    return .none
  }
}

extension String {
  var withoutBackticks: String { first == "`" && count > 2 ? String(dropFirst().dropLast()) : self }
}
