import SwiftSyntax

/// A cast between fetch request types returns the same request as the other type (C-106).
///
///     let request = Note.fetchRequest() as! NSFetchRequest<Note>
///     let request = _fetchRequest(Note.fetchRequest(), as: NSFetchRequest<Note>.self)!
///
/// Objective-C's generic class is a single class. Swift's are not, and the cast itself would fail. Covers
/// `as!` and `as?`.
enum FetchRequestCasts: Rule {
  static func apply(to translation: FileTranslation) {
    for cast in translation.facts.fetchRequestCasts {
      guard let sequence = cast.parent?.parent?.as(SequenceExprSyntax.self) else { continue }
      let elements = Array(sequence.elements)
      guard let index = elements.firstIndex(where: { $0.id == cast.id }), index > 0,
        index + 1 < elements.count, let mark = cast.questionOrExclamationMark
      else { continue }
      let (operand, type) = (elements[index - 1], elements[index + 1])
      translation.edits.insert("_fetchRequest(", at: operandStart(operand))
      translation.edits.replace(cast.range, with: ", as:")
      translation.edits.insert(
        mark.tokenKind == .exclamationMark ? ".self)!" : ".self)", at: type.end)
    }
  }

  /// NB: `try` and `await` precede the whole expression.
  private static func operandStart(_ operand: ExprSyntax) -> Int {
    if let expression = operand.as(TryExprSyntax.self) { return operandStart(expression.expression) }
    if let expression = operand.as(AwaitExprSyntax.self) { return operandStart(expression.expression) }
    return operand.start
  }
}
