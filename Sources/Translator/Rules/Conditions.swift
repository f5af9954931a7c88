import SwiftSyntax

/// `#if` conditions get the values that they have in a build for the iOS simulator.
///
/// `os(iOS)`, `targetEnvironment(simulator)`, `_runtime(_ObjC)` and `canImport(…)` of available modules
/// become `true`, `os(Linux)` becomes `false`; spaces preserve the width. Everything else is left to the
/// compiler:
///
///     #if os(iOS) && DEBUG
///     #if true    && DEBUG
///
/// DEVIATION: `canImport(Darwin)` is false and `canImport(Glibc)` is true, so that the branch imports an
/// existing module.
enum Conditions: Rule {
  static func apply(to translation: FileTranslation) {
    for condition in translation.facts.conditions { translate(Syntax(condition), translation) }
  }

  private static func translate(_ node: Syntax, _ translation: FileTranslation) {
    if let call = node.as(FunctionCallExprSyntax.self) {
      let argument = call.arguments.first?.expression.trimmedDescription ?? ""
      let value: Bool? =
        switch call.calledExpression.trimmedDescription {
        case "os": argument == "iOS" ? true : argument == "Linux" ? false : nil
        case "targetEnvironment": argument == "simulator" ? true : nil
        case "_runtime": argument == "_ObjC" ? true : nil
        case "canImport":
          ConditionEvaluator.importable.contains(argument) && call.arguments.count == 1 ? true : nil
        default: nil
        }
      if let value {
        translation.edits.replacePadded(call.range, with: value ? "true" : "false", in: translation.source)
      }
      return
    }
    for child in node.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
      translate(child, translation)
    }
  }
}
