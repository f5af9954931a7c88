@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// A position in the SDK's own text classes: an offset in UTF-16 units.
@MainActor
final class TextPosition: UITextPosition {
  nonisolated let offset: Int
  init(_ offset: Int) {
    self.offset = offset
    super.init()
  }
  nonisolated override func isEqual(_ object: Any?) -> Bool {
    (object as? TextPosition)?.offset == offset
  }
  nonisolated override var hash: Int { offset }
  nonisolated override var description: String { "<position \(offset)>" }
}

/// A range in the SDK's own text classes.
@MainActor
final class TextRange: UITextRange {
  nonisolated let range: NSRange
  init(_ range: NSRange) {
    self.range = range
    super.init()
  }
  override var start: UITextPosition { TextPosition(range.location) }
  override var end: UITextPosition { TextPosition(NSMaxRange(range)) }
  override var isEmpty: Bool { range.length == 0 }
  nonisolated override func isEqual(_ object: Any?) -> Bool {
    (object as? TextRange)?.range == range
  }
  nonisolated override var hash: Int { range.location }
  nonisolated override var description: String {
    "<range \(range.location), \(range.length)>"
  }
}

/// A part of the selection of the SDK's own text classes.
@MainActor
final class TextSelectionRect: UITextSelectionRect {
  private let box: CGRect
  private let isFirst: Bool
  private let isLast: Bool
  init(_ box: CGRect, isFirst: Bool, isLast: Bool) {
    (self.box, self.isFirst, self.isLast) = (box, isFirst, isLast)
    super.init()
  }
  override var rect: CGRect { box }
  override var containsStart: Bool { isFirst }
  override var containsEnd: Bool { isLast }
}

/// A tokenizer that works on the text of an input object, for any class of positions.
@preconcurrency @MainActor
open class UITextInputStringTokenizer: _MainActorNSObject, UITextInputTokenizer {
  @ZeroingExistential private var input: (any UITextInput & AnyObject)?

  public init(textInput: any UIResponder & UITextInput) {
    input = textInput
    super.init()
  }

  private func units(_ input: any UITextInput) -> TextUnits {
    let whole = input.textRange(from: input.beginningOfDocument, to: input.endOfDocument)
    return TextUnits(whole.flatMap { input.text(in: $0) } ?? "")
  }
  private func offset(_ position: UITextPosition, _ input: any UITextInput) -> Int {
    input.offset(from: input.beginningOfDocument, to: position)
  }
  private func unit(
    _ position: UITextPosition, _ granularity: UITextGranularity, _ direction: UITextDirection
  ) -> (input: any UITextInput, offset: Int, range: NSRange?)? {
    guard let input else { return nil }
    let offset = offset(position, input)
    let range = units(input).unit(granularity, at: offset, forward: direction.isForward)
    return (input, offset, range)
  }

  open func rangeEnclosingPosition(
    _ position: UITextPosition, with granularity: UITextGranularity, inDirection direction: UITextDirection
  ) -> UITextRange? {
    guard let (input, _, found) = unit(position, granularity, direction), let range = found,
      let start = input.position(from: input.beginningOfDocument, offset: range.location),
      let end = input.position(from: start, offset: range.length)
    else { return nil }
    return input.textRange(from: start, to: end)
  }
  open func isPosition(
    _ position: UITextPosition, atBoundary granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> Bool {
    guard
      let (_, offset, range) = unit(
        position, granularity, .storage(direction.isForward ? .backward : .forward))
    else { return false }
    // A position is a boundary in a direction if the unit before it, seen in that direction, ends there.
    return range.map { direction.isForward ? NSMaxRange($0) == offset : $0.location == offset } ?? false
  }
  open func isPosition(
    _ position: UITextPosition, withinTextUnit granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> Bool { unit(position, granularity, direction)?.range != nil }

  open func position(
    from position: UITextPosition, toBoundary granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> UITextPosition? {
    guard let input else { return nil }
    let here = offset(position, input)
    let there = units(input).boundary(granularity, from: here, forward: direction.isForward)
    return there.flatMap { input.position(from: input.beginningOfDocument, offset: $0) }
  }
}
