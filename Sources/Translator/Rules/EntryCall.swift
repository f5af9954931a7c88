import SelectorNames

/// The text of one method's table entries: the form of the closure, and the call in it.
struct EntryCall {
  var member: MemberRecord
  /// The Swift name in the trace.
  var shownName: String
  /// The class, as it can be written where the entry is.
  var name: String
  var selector: String
  var isMainActor: Bool
  /// Whether other methods have the same full name, so that arguments need their types.
  var isOverloaded: Bool
  /// Whether it is a property that implements an optional requirement of one of the module's protocols.
  var isOptionalRequirement = false
  /// Whether the class also has an instance property or method of the same name.
  var isBesideInstanceMember = false
  var isObject: (ParameterRecord) -> Bool

  private var receiver: String { "unsafeDowncast(s, to: \(name).self)" }
  private func place(_ selector: String) -> String {
    "\(literal(selector)), \(literal(shownName)), \(member.line)"
  }

  var entries: [String] {
    if member.kind == .property { return propertyEntries }
    if member.kind == .subscript { return subscriptEntries }
    if !member.isRepresentable { return [".init(has: \(place(selector)))"] }
    if member.isStatic {
      return [member.parameters.count > 3 ? ".init(has: \(place(selector)))" : classEntry]
    }
    if member.isAsync { return [asyncEntry] }
    if member.parameters.count > 3 { return [manyEntry] }
    let attempt = member.isThrowing ? "try? " : ""
    if !member.returnsNothing {
      return [
        ".init(\(isMainActor ? "value" : "anyValue"): \(place(selector))) { s, \(names) in "
          + "\(attempt)\(receiver).\(call()) }"
      ]
    }
    if member.parameters.isEmpty {
      return [
        ".init(\(isMainActor ? "none" : "anyNone"): \(place(selector))) { s in \(attempt)\(receiver).\(call()) }"
      ]
    }
    if member.parameters.count == 1, isObject(member.parameters[0]) {
      return [
        ".init(\(isMainActor ? "object" : "anyObject"): \(place(selector))) { s, o in "
          + "\(attempt)\(receiver).\(call(object: true)) }"
      ]
    }
    return [
      ".init(\(isMainActor ? "" : "any: ")\(place(selector))) { s, \(names) in \(attempt)\(receiver).\(call()) }"
    ]
  }

  /// The closure's parameters after the receiver; unused ones are `_`.
  private var names: String {
    (0..<3).map { $0 < member.parameters.count ? Self.argumentNames[$0] : "_" }.joined(separator: ", ")
  }
  private static let argumentNames = ["a", "b", "c"]

  private func call(object: Bool = false) -> String {
    // A parameter that the body does not use may receive an object of any class: on the platform nothing
    // checks it.
    call { index in
      object
        ? (member.parameters[index].isUnused ? "_unused(o)" : "_object(o)")
        : "_arg(\(Self.argumentNames[index]))"
    }
  }

  /// The call, with the text that `argument` returns for each parameter.
  private func call(_ argument: (Int) -> String) -> String {
    let arguments = member.parameters.enumerated().map { index, parameter in
      let value = argument(index)
      let typed = isOverloaded ? "\(value) as \(plainType(parameter))" : value
      return parameter.label == "_" ? typed : "\(parameter.label): \(typed)"
    }
    return "\(escaped(member.name))(\(arguments.joined(separator: ", ")))"
  }

  private func plainType(_ parameter: ParameterRecord) -> String {
    var type = parameter.type
    for attribute in ["@escaping ", "@autoclosure ", "__owned ", "consuming ", "borrowing ", "sending "]
    where type.hasPrefix(attribute) { type.removeFirst(attribute.count) }
    // NB: a coercion cannot name `T!`.
    return WrittenType(type).explicit
  }

  private var classEntry: String {
    let attempt = member.isThrowing ? "try? " : ""
    if member.isAsync { return ".init(has: \(place(selector)))" }
    return ".init(class: \(place(selector))) { c, \(names) in \(attempt)(c as! \(name).Type).\(call())"
      + (member.returnsNothing ? "; return nil }" : " }")
  }

  /// The entry for a method with more arguments than the other closure forms take.
  private var manyEntry: String {
    let attempt = member.isThrowing ? "try? " : ""
    return ".init(\(isMainActor ? "many" : "anyMany"): \(place(selector))) { s, a in "
      + "\(attempt)\(receiver).\(call { "_arg(a[\($0)])" })\(member.returnsNothing ? "; return nil" : "") }"
  }

  // F-138: the method runs as a task; the argument after its own is the completion handler.
  private var asyncEntry: String {
    let call = call { "_arg(t.value.1[\($0)])" }
    let handler = "t.value.1[\(member.parameters.count)]"
    let run =
      member.isThrowing
      ? "do { _carobComplete(\(handler), throwing: .success(try await t.value.0.\(call))) } "
        + "catch { _carobComplete(\(handler), throwing: Result<\(resultType), any Error>.failure(error)) }"
      : "_carobComplete(\(handler), await t.value.0.\(call))"
    return ".init(\(isMainActor ? "many" : "anyMany"): \(place(selector))) { s, a in "
      + "let t = _CarobSent((\(receiver), a)); Task { \(run) }; return nil }"
  }

  private var resultType: String { member.returnsNothing ? "Void" : member.result ?? "Void" }

  // F-136
  private var subscriptEntries: [String] {
    if !member.isRepresentable { return [] }
    let index = { (argument: String) in
      let parameter = member.parameters[0]
      return parameter.label == "_" ? "_arg(\(argument))" : "\(parameter.label): _arg(\(argument))"
    }
    let selectors = ObjCNaming.subscriptSelectors(indexType: member.parameters[0].type)
    let kind = isMainActor ? "value" : "anyValue"
    var result = [".init(\(kind): \(place(selectors.getter))) { s, a, _, _ in \(receiver)[\(index("a"))] }"]
    if member.isSettable {
      result.append(
        ".init(\(isMainActor ? "" : "any: ")\(place(selectors.setter))) { s, a, b, _ in "
          + "\(receiver)[\(index("b"))] = _arg(a) }")
    }
    return result
  }

  // F-213
  /// Selects a property that implements an optional requirement, not the optional one in the protocol's
  /// extension.
  private var typed: String {
    guard isOptionalRequirement, let type = member.type else { return "" }
    return " as \(WrittenType(type).explicit)"
  }

  // F-135
  private var propertyEntries: [String] {
    if member.isStatic {
      // F-240
      guard member.isComputed, !isBesideInstanceMember else { return [] }
      let get =
        ".init(class: \(place(selector))) { c, _, _, _ in (c as! \(name).Type).\(escaped(member.name)) }"
      let set =
        ".init(class: \(place(ObjCNaming.setter(ofProperty: selector)))) { c, a, _, _ in "
        + "(c as! \(name).Type).\(escaped(member.name)) = _arg(a); return nil }"
      return member.isSettable ? [get, set] : [get]
    }
    let kind = isMainActor ? "value" : "anyValue"
    var result = [
      ".init(\(kind): \(place(selector))) { s, _, _, _ in \(receiver).\(escaped(member.name))\(typed) }"
    ]
    if member.isSettable {
      result.append(
        ".init(\(isMainActor ? "" : "any: ")\(place(ObjCNaming.setter(ofProperty: selector)))) { s, a, _, _ in "
          + "\(receiver).\(escaped(member.name)) = _arg(a) }")
    }
    return result
  }
}

/// A member's name as written after a dot.
func escaped(_ name: String) -> String {
  ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
}
