import SelectorNames
import SwiftSyntax

/// `#selector` becomes a `Selector` with the method's name and a reference that is type-checked and never
/// evaluated.
///
///     #selector(tap)                      Selector(_carob: "tap:", VC.tap(_:))
///     #selector(self.tap(_:))             Selector(_carob: "tap:", VC.tap(_:))
///     #selector(UIView.endEditing(_:))    Selector(_carob: "endEditing:", UIView.endEditing(_:))
///     #selector(getter: title)            Selector(_carob: "title", \VC.title)
///
/// In Swift 6 a method of another module's class is referred to by a closure,
/// `{ (r: UIView) in r.endEditing(_:) }`. So is a main-actor method in Swift 5 with
/// `InferSendableFromCaptures`. Names without a type are qualified with the enclosing type that has them. The
/// selector's name comes from the declaration in the module (F-130…F-139), from the table of framework
/// methods (F-142), or from the labels as written. A bare name that is in neither is assumed to be a method
/// without parameters, with a warning.
enum SelectorExpression: Rule {
  static func apply(to translation: FileTranslation) {
    for site in translation.facts.macros where site.node.macroName.text == "selector" {
      translate(site, translation)
    }
  }

  /// The parts of the reference in the parentheses.
  private struct Reference {
    var base: ExprSyntax?
    var name: DeclReferenceExprSyntax
    /// The number of parameters in `as (A) -> B`.
    var castCount: Int?
    var hasCast = false
    /// The type after `as`, if it lacks the receiver.
    var uncurried: TypeSyntax?
  }

  private static func translate(
    _ site: FileFacts.Site<MacroExpansionExprSyntax>, _ translation: FileTranslation
  ) {
    guard let argument = site.node.arguments.first, let reference = reference(argument.expression) else {
      translation.report(
        .error, "this #selector cannot be translated; write #selector(Type.method(labels:))",
        at: site.node.start)
      return
    }
    let accessor = argument.label?.text
    let name = reference.name.baseName.text.withoutBackticks
    let labels = reference.name.argumentNames?.arguments.map { $0.name.text }
    let found = find(name, labels: labels, reference, site, translation)
    let head = site.node.start..<argument.expression.start
    // NB: the type of a value is unknown, so only the method's name is used.
    let base = reference.base?.trimmedDescription ?? "self"
    if let member = found.member, base == "self" || base == "super" || base.first?.isUppercase == true {
      reportUnexposed(member, found.owner, at: argument.expression, translation)
    }

    if accessor == "getter" || accessor == "setter" {
      let getter = found.member.map { translation.module.selector($0, of: found.owner) } ?? name
      let property =
        found.member == nil ? frameworkProperty(name) : getter
      let selector = accessor == "getter" ? getter : ObjCNaming.setter(ofProperty: property)
      translation.edits.replace(
        argument.start..<argument.expression.start, with: "")
      translation.edits.replace(
        site.node.start..<argument.start, with: "Selector(_carob: \(literal(selector)), \\")
      qualify(reference, found.qualifier, translation)
      return
    }

    let selector: String
    if let member = found.member {
      selector = translation.module.selector(member, of: found.owner)
    } else if let labels {
      let full = "\(name)(\(labels.map { $0 + ":" }.joined()))"
      selector =
        FrameworkSelectors.selector(forSwiftName: full) ?? FrameworkSelectors.selector(forMessage: full)
        ?? ObjCNaming.selector(baseName: name, labels: labels)
    } else if let full = FrameworkSelectors.swiftName(forBaseName: name)
      ?? FrameworkSelectors.message(forBaseName: name)
    {
      selector =
        FrameworkSelectors.selector(forSwiftName: full) ?? FrameworkSelectors.selector(forMessage: full)
        ?? ObjCNaming.selector(forSwiftName: full)
    } else {
      selector = name
      translation.report(
        .warning,
        "'\(name)' is declared in another module; Carob assumes a method without parameters. "
          + "Write its labels, as in #selector(\(name)(_:))", at: reference.name.start)
    }
    translation.edits.replace(head, with: "Selector(_carob: \(literal(selector)), ")
    if needsClosure(found, reference, translation.module) || isSentInSwift5(found, reference, translation),
      let type = found.qualifier ?? reference.base?.trimmedDescription
    {
      if let member = found.member, labels == nil { insertLabels(member, reference, translation) }
      enclose(reference, type, argument, translation)
      return
    }
    qualify(reference, found.qualifier, translation)
    guard let member = found.member, member.kind == .method else { return }
    if let type = reference.uncurried, let receiver = found.qualifier, !member.isStatic {
      translation.edits.insert(
        "(\(receiver)) -> \(isMainActor(member, found, translation) ? "@MainActor " : "")", at: type.start)
    }
    if found.isTwin, !reference.hasCast, let type = found.qualifier ?? reference.base?.trimmedDescription {
      if labels == nil { insertLabels(member, reference, translation) }
      insertCast(member, type, found, reference, translation)
      return
    }
    if labels != nil { return }
    if !member.parameters.isEmpty {
      // NB: with its labels the reference is unambiguous among methods of the same base name.
      if !reference.hasCast { insertLabels(member, reference, translation) }
    } else if found.isOverloaded, !reference.hasCast, let type = found.qualifier {
      insertCast(member, type, found, reference, translation)
    }
  }

  // F-157
  /// Swift 4 and later require `@objc` on the method that a selector names; Swift 3 infers it (E-551).
  private static func reportUnexposed(
    _ member: MemberRecord, _ owner: ModuleIndex.TypeID?, at place: ExprSyntax, _ translation: FileTranslation
  ) {
    let module = translation.module
    guard !module.options.infersObjC, member.kind == .method || member.kind == .property,
      !member.attributes.isOutlet, !member.attributes.isInspectable,
      FrameworkSelectors.selector(forSwiftName: member.fullName) == nil
    else { return }
    guard let owner else { return }
    if module.record(owner).kind == .protocol {
      if module.record(owner).attributes.isObjC || !module.record(owner).inherited.isEmpty { return }
    } else {
      // Overrides of framework methods and implementations of framework protocols need no attribute.
      guard module.record(owner).kind == .class, !member.isOverride,
        member.access.isPrivate || module.topmostAdopter(owner) == nil
          || module.form(owner) == .object && !looksLikeRequirement(member)
      else { return }
      if module.exposes(member.fullName, of: owner) { return }
    }
    let kind = member.kind == .property ? "property" : member.isStatic ? "static method" : "instance method"
    translation.report(
      .error,
      "argument of '#selector' refers to \(kind) '\(member.fullName)' that is not exposed to Objective-C; "
        + "add '@objc' to expose this \(kind) to Objective-C (line \(member.line))",
      at: place.start)
  }

  /// Delegate methods begin with the sender: `controller(_:didFinish:)`. A method with one parameter may be
  /// an action.
  private static func looksLikeRequirement(_ member: MemberRecord) -> Bool { member.parameters.count > 1 }

  /// Whether the reference needs a closure: in Swift 6 the compiler complains about sending the receiver if a
  /// method of another module's main-actor class, or of a protocol, is referred to through the type.
  private static func needsClosure(_ found: Found, _ reference: Reference, _ module: ModuleIndex) -> Bool {
    guard module.options.languageMode == .swift6, !reference.hasCast else { return false }
    if found.member?.isStatic == true { return false }
    if let owner = found.owner, module.record(owner).kind != .protocol { return false }
    guard let base = reference.base?.trimmedDescription, !["self", "Self", "super"].contains(base) else {
      return found.qualifier != nil && (found.member != nil || found.isForeign)
    }
    return base.first?.isUppercase ?? false
  }

  /// With `InferSendableFromCaptures`, Swift 5 warns about a main-actor method that is referred to through
  /// its type.
  private static func isSentInSwift5(
    _ found: Found, _ reference: Reference, _ translation: FileTranslation
  ) -> Bool {
    guard translation.module.options.infersSendable, !reference.hasCast, reference.uncurried == nil,
      !found.isTwin, let member = found.member, member.kind == .method, !member.isStatic,
      !(member.parameters.isEmpty && found.isOverloaded)
    else { return false }
    return isMainActor(member, found, translation)
  }

  private static func enclose(
    _ reference: Reference, _ type: String, _ argument: LabeledExprSyntax, _ translation: FileTranslation
  ) {
    let head = "{ (r: \(type)) in r"
    if let base = reference.base {
      translation.edits.replace(base.range, with: head)
    } else {
      translation.edits.insert(head + ".", at: reference.name.start)
    }
    translation.edits.insert(" }", at: argument.expression.end)
  }

  private static func insertLabels(
    _ member: MemberRecord, _ reference: Reference, _ translation: FileTranslation
  ) {
    if member.parameters.isEmpty { return }
    translation.edits.insert("(\(member.labels.map { $0 + ":" }.joined()))", at: reference.name.end)
  }

  /// Selects one of several methods of the same name by its type.
  private static func insertCast(
    _ member: MemberRecord, _ type: String, _ found: Found, _ reference: Reference,
    _ translation: FileTranslation
  ) {
    let isMainActor =
      found.owner.map { translation.module.isMainActor(member, in: .type($0), of: $0) } ?? false
    let function =
      "\(isMainActor ? "@MainActor " : "")(\(member.parameters.map(\.type).joined(separator: ", "))) "
      + "\(member.isThrowing ? "throws " : "")-> \(member.result ?? "Void")"
    translation.edits.insert(
      " as \(member.isStatic ? "" : "(\(type)) -> ")\(function)", at: reference.name.end)
  }

  private static func isMainActor(_ member: MemberRecord, _ found: Found, _ translation: FileTranslation)
    -> Bool
  {
    found.owner.map { translation.module.isMainActor(member, in: .type($0), of: $0) } ?? false
  }

  private static func reference(_ expression: ExprSyntax) -> Reference? {
    var expression = expression
    var count: Int?
    var hasCast = false
    var uncurried: TypeSyntax?
    if let tuple = expression.as(TupleExprSyntax.self), let only = tuple.elements.first,
      tuple.elements.count == 1
    {
      expression = only.expression
    }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      let elements = Array(sequence.elements)
      guard elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self),
        var type = elements[2].as(TypeExprSyntax.self)?.type
      else { return nil }
      hasCast = true
      expression = elements[0]
      while let attributed = type.as(AttributedTypeSyntax.self) { type = attributed.baseType }
      while let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
        let only = tuple.elements.first
      {
        type = only.type
      }
      if let optional = type.as(OptionalTypeSyntax.self),
        let tuple = optional.wrappedType.as(TupleTypeSyntax.self),
        let only = tuple.elements.first
      {
        type = only.type
      }
      if let function = type.as(FunctionTypeSyntax.self) {
        let inner = function.returnClause.type.as(FunctionTypeSyntax.self)
        count = (inner ?? function).parameters.count
        if inner == nil { uncurried = TypeSyntax(function) }
      }
    }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return Reference(
        base: member.base, name: member.declName, castCount: count, hasCast: hasCast, uncurried: uncurried)
    }
    if let name = expression.as(DeclReferenceExprSyntax.self) {
      return Reference(base: nil, name: name, castCount: count, hasCast: hasCast, uncurried: uncurried)
    }
    return nil
  }

  private struct Found {
    var owner: ModuleIndex.TypeID?
    var member: MemberRecord?
    /// Replaces a missing base, `self` or `Self`.
    var qualifier: String?
    /// Whether the qualifier is a class of another module.
    var isForeign = false
    /// Whether other members have the same base name.
    var isOverloaded = false
    /// Whether other members have the same full name.
    var isTwin = false
  }

  private static func find(
    _ name: String, labels: [String]?, _ reference: Reference,
    _ site: FileFacts.Site<MacroExpansionExprSyntax>,
    _ translation: FileTranslation
  ) -> Found {
    let module = translation.module
    // NB: a structure has no methods with selectors, but a name in it may refer to an outer class.
    let enclosing = translation.enclosing(site.scopes)
    let candidates = enclosing.filter { entry in
      entry.type.map { module.record($0).kind == .class || module.record($0).kind == .protocol } ?? true
    }
    // `Box<Int>` is declared as `Box`.
    let base = reference.base.map { base in
      base.as(GenericSpecializationExprSyntax.self)?.expression.trimmedDescription ?? base.trimmedDescription
    }
    if base == nil || base == "self" || base == "Self" || base == "super" {
      for entry in candidates {
        guard let type = entry.type else {
          let members = module.members(named: name, addedTo: entry.name)
          if let best = best(
            members.filter { matches($0, name, labels) }.map { (nil, $0) }, reference, module)
          {
            return Found(owner: nil, member: best.member, qualifier: entry.name)
          }
          continue
        }
        let found = module.find(name, labels: labels, in: type)
        if let best = best(found.map { ($0.owner, $0.member) }, reference, module) {
          return Found(
            owner: best.owner, member: best.member, qualifier: entry.name,
            isOverloaded: module.find(name, labels: nil, in: type).count > 1,
            isTwin: module.find(name, labels: best.member.labels, in: type).count > 1)
        }
      }
      return Found(
        qualifier: candidates.first?.name, isForeign: candidates.first.map { $0.type == nil } ?? false)
    }
    guard let base else { return Found() }
    if let type = module.resolve(base, scope: translation.scopePath(site.scopes), file: translation.file) {
      let found = module.find(name, labels: labels, in: type)
      if let best = best(found.map { ($0.owner, $0.member) }, reference, module) {
        return Found(
          owner: best.owner, member: best.member,
          isTwin: module.find(name, labels: best.member.labels, in: type).count > 1)
      }
      return Found()
    }
    let members = module.members(named: name, addedTo: base)
    if let best = best(members.filter { matches($0, name, labels) }.map { (nil, $0) }, reference, module) {
      return Found(member: best.member)
    }
    // A framework type, or a value of unknown type: the module may have exactly one method of that name.
    if base.first?.isUppercase == true { return Found() }
    let all = (module.membersByName[name] ?? []).filter { matches($0.member, name, labels) }
    if let best = best(all.map { ($0.owner, $0.member) }, reference, module) {
      return Found(owner: best.owner, member: best.member)
    }
    return Found()
  }

  private static func matches(_ member: MemberRecord, _ name: String, _ labels: [String]?) -> Bool {
    member.name == name && (labels == nil || member.kind == .method && member.labels == labels)
  }

  /// Of several declarations, those that are visible to the runtime, and those that match the cast.
  private static func best(
    _ candidates: [(owner: ModuleIndex.TypeID?, member: MemberRecord)], _ reference: Reference,
    _ module: ModuleIndex
  ) -> (owner: ModuleIndex.TypeID?, member: MemberRecord)? {
    if candidates.count < 2 { return candidates.first }
    var left = candidates
    if let count = reference.castCount {
      let fitting = left.filter { $0.member.parameters.count == count }
      if !fitting.isEmpty { left = fitting }
    }
    let exposed = left.filter { candidate in
      guard let owner = candidate.owner else { return candidate.member.attributes.isObjC }
      return module.isExposed(candidate.member, in: .type(owner), of: owner)
    }
    return exposed.first ?? left.first
  }

  private static func qualify(_ reference: Reference, _ qualifier: String?, _ translation: FileTranslation) {
    guard let qualifier else { return }
    if let base = reference.base {
      let text = base.trimmedDescription
      if text == "self" || text == "Self" || text == "super" {
        translation.edits.replace(base.range, with: qualifier)
      }
    } else {
      translation.edits.insert(qualifier + ".", at: reference.name.start)
    }
  }

  /// The Objective-C name of a framework property: `hidden` for the Swift name `isHidden`.
  static func frameworkProperty(_ name: String) -> String {
    guard name.hasPrefix("is"), let third = name.dropFirst(2).first, third.isUppercase else { return name }
    return third.lowercased() + name.dropFirst(3)
  }
}
