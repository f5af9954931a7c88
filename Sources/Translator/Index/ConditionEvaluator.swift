import SwiftSyntax

/// Decides `#if` conditions as a build for the iOS simulator would.
///
/// Unknown parts give nil; a clause that may be active is treated as active.
struct ConditionEvaluator {
  let definedConditions: Set<String>
  let languageMode: LanguageMode

  /// Modules that exist both on the platform and in the SDK.
  static let importable: Set<String> = [
    "UIKit", "Foundation", "CoreGraphics", "QuartzCore", "ObjectiveC", "Dispatch", "CoreLocation", "MapKit",
    "UserNotifications", "CoreData", "Combine", "os", "Swift", "XCTest", "Testing",
  ]
  /// Modules that only Linux has. DEVIATION: true, because the other branch would import a missing module.
  static let linuxOnly: Set<String> = ["Glibc", "FoundationNetworking", "FoundationXML"]
  /// Modules that do not exist on Linux.
  static let absent: Set<String> = ["SwiftUI", "AppKit", "Cocoa", "WatchKit", "Darwin", "Musl", "WidgetKit"]

  func evaluate(_ condition: ExprSyntax) -> Bool? {
    if let sequence = condition.as(SequenceExprSyntax.self) { return evaluate(Array(sequence.elements)) }
    if let literal = condition.as(BooleanLiteralExprSyntax.self) { return literal.literal.text == "true" }
    if let reference = condition.as(DeclReferenceExprSyntax.self) {
      return definedConditions.contains(reference.baseName.text)
    }
    if let negation = condition.as(PrefixOperatorExprSyntax.self) {
      return evaluate(negation.expression).map { !$0 }
    }
    if let tuple = condition.as(TupleExprSyntax.self), let only = tuple.elements.first {
      return evaluate(only.expression)
    }
    if let infix = condition.as(InfixOperatorExprSyntax.self) {
      return evaluate([infix.leftOperand, infix.operator, infix.rightOperand])
    }
    if let call = condition.as(FunctionCallExprSyntax.self) { return evaluate(call) }
    return nil
  }

  // `&&` binds more tightly than `||`.
  private func evaluate(_ elements: [ExprSyntax]) -> Bool? {
    var alternatives: [[ExprSyntax]] = [[]]
    for element in elements {
      guard let binary = element.as(BinaryOperatorExprSyntax.self) else {
        alternatives[alternatives.count - 1].append(element)
        continue
      }
      if binary.operator.text == "||" { alternatives.append([]) }
    }
    let values = alternatives.map { terms -> Bool? in
      let values = terms.map(evaluate)
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    }
    return values.contains(true) ? true : values.contains(nil) ? nil : false
  }

  private func evaluate(_ call: FunctionCallExprSyntax) -> Bool? {
    let argument = call.arguments.first?.expression.trimmedDescription ?? ""
    switch call.calledExpression.trimmedDescription {
    case "os": return argument == "iOS"
    case "targetEnvironment": return argument == "simulator"
    case "canImport":
      if Self.importable.contains(argument) || Self.linuxOnly.contains(argument) { return true }
      return Self.absent.contains(argument) ? false : nil
    case "_runtime": return argument == "_ObjC"
    case "swift": return compare(argument, languageMode == .swift6 ? [6, 3, 1] : [5, 10])
    case "compiler": return compare(argument, [6, 3, 1])
    case "arch":
      #if arch(x86_64)
        return argument == "x86_64"
      #else
        return argument == "arm64"
      #endif
    default: return nil
    }
  }

  private func compare(_ requirement: String, _ version: [Int]) -> Bool? {
    let text = requirement.filter { !$0.isWhitespace }
    let isLess = text.hasPrefix("<")
    guard isLess || text.hasPrefix(">=") else { return nil }
    let wanted = text.drop { !$0.isNumber }.split(separator: ".").compactMap { Int($0) }
    var isAtLeast = true
    for index in 0..<max(wanted.count, version.count) {
      let have = index < version.count ? version[index] : 0
      let want = index < wanted.count ? wanted[index] : 0
      if have != want {
        isAtLeast = have > want
        break
      }
    }
    return isLess ? !isAtLeast : isAtLeast
  }
}
