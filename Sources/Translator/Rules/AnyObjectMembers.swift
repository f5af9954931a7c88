import SelectorNames
import SwiftParser
import SwiftSyntax

/// Members of `AnyObject` are looked up at run time; a class that declares such a member provides the types.
///
///     (sender as AnyObject).tag      _any((sender as AnyObject))._member("tag", \UIView.tag)
///     sender?.tag                    _any(sender)?._member("tag", \UIView.tag)
///     sender.poke(3)                 _any(sender)._method("poke:", { (r: Monster) in { r.poke($0) } })(3)
///     sender.poke?(3)                _any(sender)._optionalMethod("poke:", { (r: Monster) in { r.poke($0) } })?(3)
///     objects[0]["key"]              _any(objects[0])["key"]
///     (undo.prepare(withInvocationTarget: self) as! C).poke(3)
///                                    _any((undo.prepare(withInvocationTarget: self) as AnyObject))._method(…)(3)
///
/// At run time the member of the actual object is used (F-156, F-177). The class only provides the types: it
/// is the first class of the module that has such a member, or comes from a list of framework members that
/// apps access in this way. A method's labels distinguish it from others of the same name. Anything else is
/// an error that asks for a cast. A method that throws, or is called without all of its arguments, is called
/// on the object as an instance of that class: `_any(x)._receiver("f()", C.self).f()`.
///
/// Whether a value is an `AnyObject` is determined from the file alone (F-212): a cast, the written type of a
/// variable, parameter or property, the elements of an array or dictionary of such a type, and values bound
/// or copied from these. Limits: types that are inferred from other declarations, such as a function's
/// result, are unknown.
enum AnyObjectMembers: Rule {
  static func apply(to translation: FileTranslation) {
    guard isWorthParsing(translation) else { return }
    // NB: bodies may have been blanked before the file was parsed.
    let finder = AnyObjectUses(translation)
    finder.walk(Parser.parse(source: translation.source.text(0..<translation.source.bytes.count)))
    for use in finder.uses { translate(use, translation) }
    for use in finder.subscripts { wrap(use, translation) }
    for cast in finder.undoCasts {
      translation.edits.replace(cast.range, with: cast.isConditional ? "as AnyObject?" : "as AnyObject")
    }
  }

  /// Whether the file mentions `AnyObject`, or one of its types has or inherits a member of such a type.
  private static func isWorthParsing(_ translation: FileTranslation) -> Bool {
    let source = translation.source
    if !source.offsets(of: ["withInvocationTarget"]).isEmpty { return true }
    for offset in source.offsets(of: ["AnyObject"]) {
      let line = source.line(offset)
      let end = line < source.lineStarts.count ? source.lineStarts[line] : source.bytes.count
      let text = source.text(source.lineStarts[line - 1]..<end)
      if !text.contains("protocol ") || text.contains("(") { return true }
    }
    let module = translation.module
    let types =
      translation.facts.index.types.indices.map { translation.id($0) }
      + translation.facts.index.extensions.indices.compactMap { module.target(translation.extensionID($0)) }
    return types.contains { type in
      module.inherited(module.anyObjectProperties, type) { owner, above in
        above == true
          || module.members(of: owner).contains { $0.member.type?.contains("AnyObject") ?? false }
      }
    }
  }

  /// Wraps the receiver in `_any(…)`, before the mark that unwraps it.
  private static func wrap(_ base: ExprSyntax, _ translation: FileTranslation) {
    let inner = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
    translation.edits.insert("_any(", at: inner.start)
    translation.edits.insert(")", at: inner.end)
  }

  private static func translate(_ use: AnyObjectUses.Use, _ translation: FileTranslation) {
    let token = use.node.declName.baseName
    let name = token.text.withoutBackticks
    guard let base = use.node.base, let found = find(name, use, translation) else {
      translation.report(
        .error,
        "'\(name)' cannot be looked up on AnyObject here; cast to the class that declares it, "
          + "as in (\(use.node.base?.trimmedDescription ?? "x") as! SomeClass).\(name)", at: token.start)
      return
    }
    translation.lookedUp.insert(token.start)
    wrap(base, translation)
    switch found {
    case .property(let key, let owner):
      translation.edits.replace(
        use.node.declName.range, with: "_member(\(literal(key)), \\\(owner).\(token.text))")
    case .method(let selector, let owner, let labels):
      // NB: a closure around the call, because a reference to a main-actor method cannot be passed as an
      // argument.
      let arguments = labels.enumerated().map { $1 == "_" ? "$\($0)" : "\($1): $\($0)" }
      let reference = "{ r.\(token.text)(\(arguments.joined(separator: ", "))) }"
      translation.edits.replace(
        use.node.declName.range,
        with: "\(use.isOptional ? "_optionalMethod" : "_method")(\(literal(selector)), "
          + "{ (r: \(owner)) in \(reference) })")
      for argument in use.call?.arguments ?? [] {
        if let label = argument.label {
          translation.edits.replace(label.start..<argument.expression.start, with: "")
        }
      }
    case .receiver(let full, let owner):
      let form =
        use.isOptional
        ? "_optionalReceiver(\(owner).self)?" : "_receiver(\(literal(full)), \(owner).self)"
      translation.edits.insert(form + ".", at: use.node.declName.start)
      if let mark = use.mark { translation.edits.replace(mark.range, with: "") }
    }
  }

  // MARK: Declarations

  private enum Found {
    case property(key: String, owner: String)
    case method(selector: String, owner: String, labels: [String])
    /// A method that is called on the object as an instance of the class.
    case receiver(name: String, owner: String)
  }

  private static func find(
    _ name: String, _ use: AnyObjectUses.Use, _ translation: FileTranslation
  ) -> Found? {
    let module = translation.module
    var candidates: [(owner: String, member: MemberRecord, selector: String)] = []
    for (owner, member) in module.membersByName[name] ?? [] where !member.isStatic && !member.isOverride {
      let record = module.record(owner)
      let isSeen =
        record.kind == .class
        && (module.isExposed(member, in: .type(owner), of: owner) || member.attributes.isOutlet)
        || record.kind == .protocol && record.attributes.isObjC
      guard isSeen, !member.access.isPrivate || owner.file == translation.file else { continue }
      let written = record.kind == .protocol ? "any \(record.dotted)" : record.dotted
      candidates.append((written, member, module.selector(member, of: owner)))
    }
    for (id, member) in module.membersAddedToForeignClasses(name)
    where !member.isStatic && module.isExposed(member, in: .extension(id), of: nil) {
      candidates.append((module.record(id).extended, member, module.selector(member, of: nil)))
    }
    let labels = use.call.map(labels)
    if labels == nil, let property = candidates.first(where: { $0.member.kind == .property }) {
      let key = property.member.attributes.objcName ?? name
      return .property(key: key, owner: property.owner)
    }
    let methods = candidates.filter { $0.member.kind == .method }
    if let labels {
      if let exact = methods.first(where: { $0.member.labels == labels }) {
        return isHandedOn(exact.member)
          ? .method(selector: exact.selector, owner: exact.owner, labels: labels)
          : .receiver(name: exact.member.fullName, owner: exact.owner)
      }
      if let known = frameworkMethod(name, labels) { return known }
      return methods.first { isPart(labels, of: $0.member.labels) }
        .map { .receiver(name: $0.member.fullName, owner: $0.owner) }
    }
    if let owner = AnyObjectKnowledge.properties[name] {
      return .property(
        key: AnyObjectKnowledge.keys[name] ?? KeyPathNames.key(name, module), owner: owner)
    }
    // A method that is compared with nil.
    return methods.first.map { .method(selector: $0.selector, owner: $0.owner, labels: $0.member.labels) }
  }

  private static func frameworkMethod(_ name: String, _ labels: [String]) -> Found? {
    let full = "\(name)(\(labels.map { $0 + ":" }.joined()))"
    if let owner = AnyObjectKnowledge.methods[full] {
      let selector =
        FrameworkSelectors.selector(forSwiftName: full) ?? FrameworkSelectors.selector(forMessage: full)
        ?? AnyObjectKnowledge.selectors[full] ?? ObjCNaming.selector(baseName: name, labels: labels)
      return labels.count > 4
        ? .receiver(name: full, owner: owner) : .method(selector: selector, owner: owner, labels: labels)
    }
    for (known, owner) in AnyObjectKnowledge.methods.sorted(by: { $0.key < $1.key })
    where known.hasPrefix(name + "(") {
      let parts = known.dropFirst(name.count + 1).dropLast(1).split(separator: ":").map(String.init)
      if isPart(labels, of: parts) { return .receiver(name: known, owner: owner) }
    }
    return nil
  }

  /// Whether a reference to the method can be passed as an argument and called later.
  private static func isHandedOn(_ member: MemberRecord) -> Bool {
    member.isRepresentable && !member.isThrowing && !member.isAsync && member.parameters.count <= 4
      // NB: a non-escaping closure cannot be passed on.
      && !member.parameters.contains {
        $0.isAutoclosure || $0.isClosure && !$0.type.contains("@escaping")
      }
  }

  /// Whether a call with these labels omits only parameters with default values.
  private static func isPart(_ labels: [String], of all: [String]) -> Bool {
    var rest = labels[...]
    for label in all where label == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  private static func labels(_ call: FunctionCallExprSyntax) -> [String] {
    call.arguments.map { $0.label?.text ?? "_" } + (call.trailingClosure == nil ? [] : ["_"])
  }
}
