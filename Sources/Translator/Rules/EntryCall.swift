/// The text of one method's table entries: the shape of the closure, and the call in it.
struct EntryCall {
  var member: MemberRecord
  /// The class, as the place of the entry can write it.
  var name: String
  var selector: String
  var isMainActor: Bool
  /// Other methods have the same full name: arguments need their types.
  var isOverloaded: Bool
  var isObject: (ParameterRecord) -> Bool

  private var receiver: String { "unsafeDowncast(s, to: \(name).self)" }
  private func place(_ selector: String) -> String {
    "\(literal(selector)), \(literal(member.fullName)), \(member.line)"
  }

  var entries: [String] {
    if member.kind == .property { return propertyEntries }
    if !member.isRepresentable || member.parameters.count > 3 { return [".init(has: \(place(selector)))"] }
    if member.isStatic { return [classEntry] }
    if member.isAsync { return [asyncEntry] }
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

  /// The closure's parameters after the receiver; those that the method does not take are ignored.
  private var names: String {
    (0..<3).map { $0 < member.parameters.count ? Self.argumentNames[$0] : "_" }.joined(separator: ", ")
  }
  private static let argumentNames = ["a", "b", "c"]

  private func call(object: Bool = false) -> String {
    let arguments = member.parameters.enumerated().map { index, parameter in
      let value = object ? "_object(o)" : "_arg(\(Self.argumentNames[index]))"
      let typed = isOverloaded ? "\(value) as \(plainType(parameter))" : value
      return parameter.label == "_" ? typed : "\(parameter.label): \(typed)"
    }
    return "\(escaped(member.name))(\(arguments.joined(separator: ", ")))"
  }

  private func plainType(_ parameter: ParameterRecord) -> String {
    var type = parameter.type
    for attribute in ["@escaping ", "@autoclosure ", "__owned ", "consuming ", "borrowing ", "sending "]
    where type.hasPrefix(attribute) { type.removeFirst(attribute.count) }
    // NB: `as T!` is not a type that a coercion may name.
    if type.last == "!" { type = String(type.dropLast()) + "?" }
    return type
  }

  private var classEntry: String {
    let attempt = member.isThrowing ? "try? " : ""
    if member.isAsync { return ".init(has: \(place(selector)))" }
    return ".init(class: \(place(selector))) { c, \(names) in \(attempt)(c as! \(name).Type).\(call())"
      + (member.returnsNothing ? "; return nil }" : " }")
  }

  // The method runs as a task; what it returns is lost, and a completion handler is not called.
  private var asyncEntry: String {
    let attempt = member.isThrowing ? "try? " : ""
    let arguments = Self.argumentNames.prefix(member.parameters.count)
    let sent = ([receiver] + arguments).joined(separator: ", ")
    let isAlone = arguments.isEmpty
    var call = self.call()
    for (index, name) in arguments.enumerated() {
      call = call.replacing("_arg(\(name))", with: "_arg(t.value.\(index + 1))")
    }
    return ".init(\(isMainActor ? "" : "any: ")\(place(selector))) { s, \(names) in "
      + "let t = _CarobSent(\(isAlone ? sent : "(\(sent))")); Task { \(member.returnsNothing ? "" : "_ = ")"
      + "\(attempt)await t.value\(isAlone ? "" : ".0").\(call) } }"
  }

  // F-135
  private var propertyEntries: [String] {
    if member.isStatic { return [] }
    let kind = isMainActor ? "value" : "anyValue"
    var result = [".init(\(kind): \(place(selector))) { s, _, _, _ in \(receiver).\(escaped(member.name)) }"]
    if member.isSettable {
      result.append(
        ".init(\(isMainActor ? "" : "any: ")\(place(ObjCNaming.setter(ofProperty: selector)))) { s, a, _, _ in "
          + "\(receiver).\(escaped(member.name)) = _arg(a) }")
    }
    return result
  }
}

/// A member's name after a dot.
func escaped(_ name: String) -> String {
  ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
}
