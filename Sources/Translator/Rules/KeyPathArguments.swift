import SwiftSyntax

/// Key paths passed to observers also pass their name, because a key path's description does not give it
/// here.
///
///     person.observe(\.address?.street, options: .new) { … }
///     person.observe(_kp(\.address?.street, "address.street"), options: .new) { … }
///
/// Covers `observe(_:)`, `publisher(for:)`, `willChangeValue(for:)`, `didChangeValue(for:)` and
/// `NSSortDescriptor(keyPath:ascending:)`, whose name Core Data looks up in its tables. Key paths that were
/// stored in a variable are looked up in the classes' property tables. Paths with subscripts stay unchanged.
/// So do all calls in a module that declares an `observe(_:)` of its own.
enum KeyPathArguments: Rule {
  private static let labels: [String: String?] = [
    "observe": nil, "publisher": "for", "willChangeValue": "for", "didChangeValue": "for",
    "NSSortDescriptor": "keyPath",
  ]

  static func apply(to translation: FileTranslation) {
    for site in translation.facts.calls {
      guard let argument = site.node.arguments.first,
        let path = argument.expression.as(KeyPathExprSyntax.self),
        let name = calledName(site.node), let label = labels[name], argument.label?.text == label,
        name != "observe" || !translation.module.declaresObserve,
        let key = key(path, translation.module)
      else { continue }
      translation.edits.insert("_kp(", at: path.start)
      translation.edits.insert(", \(literal(key)))", at: path.end)
    }
  }

  private static func calledName(_ call: FunctionCallExprSyntax) -> String? {
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text
    }
    return call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  private static func key(_ path: KeyPathExprSyntax, _ module: ModuleIndex) -> String? {
    var names: [String] = []
    for component in path.components {
      switch component.component {
      case .property(let property):
        let name = property.declName.baseName.text.withoutBackticks
        // Otherwise it is looked up in the class's property table.
        guard let key = KeyPathNames.certainKey(name, module) else { return nil }
        names.append(key)
      case .optional: continue
      default: return nil
      }
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }
}
