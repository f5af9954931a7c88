import CarobFoundation
import CoreGraphics

/// The positions and ranges of the text classes, for `UITextInput`.
extension TextEditor {
  private func offset(of position: UITextPosition) -> Int? { (position as? TextPosition)?.offset }
  private var text: String { view.editedText }

  var selectedTextRange: UITextRange? {
    get { TextRange(selection) }
    set { if let range = newValue as? TextRange { select(range.range) } }
  }
  var markedTextRange: UITextRange? { marked.map { TextRange($0) } }
  var end: UITextPosition { TextPosition((text as NSString).length) }

  func mayReplace(_ range: UITextRange, with text: String) -> Bool {
    (range as? TextRange).map { view.mayReplace($0.range, with: text) } ?? true
  }

  func text(in range: UITextRange) -> String? {
    guard let range = (range as? TextRange)?.range, clamp(range) == range else { return nil }
    return (text as NSString).substring(with: range)
  }

  func replace(_ range: UITextRange, with text: String) {
    guard let range = (range as? TextRange)?.range, clamp(range) == range else { return }
    replace(range, with: view.typed(text), .typing)
  }

  func range(from: UITextPosition, to: UITextPosition) -> UITextRange? {
    guard let a = offset(of: from), let b = offset(of: to) else { return nil }
    return TextRange(NSRange(location: min(a, b), length: abs(b - a)))
  }

  /// The position at a distance in UTF-16 units; nil if it is outside the text.
  func position(_ position: UITextPosition, _ distance: Int) -> UITextPosition? {
    guard let start = offset(of: position) else { return nil }
    let (end, overflows) = start.addingReportingOverflow(distance)
    guard !overflows, end >= 0, end <= (text as NSString).length else { return nil }
    return TextPosition(end)
  }

  func position(
    _ position: UITextPosition, _ direction: UITextLayoutDirection, _ distance: Int
  ) -> UITextPosition? {
    guard var here = offset(of: position) else { return nil }
    let units = TextUnits(text)
    for _ in 0..<abs(distance) {
      let forward = (direction == .right || direction == .down) == (distance > 0)
      switch direction {
      case .left, .right:
        let next = units.next(here, forward: forward)
        if next == here { return nil }
        here = next
      case .up, .down:
        let box = view.caretBox(at: here)
        let y = forward ? box.maxY + box.height / 2 : box.minY - box.height / 2
        let next = view.nearestOffset(to: CGPoint(x: box.midX, y: y))
        if abs(view.caretBox(at: next).midY - box.midY) < box.height / 2 { return nil }
        here = next
      }
    }
    return TextPosition(here)
  }

  func compare(_ a: UITextPosition, _ b: UITextPosition) -> ComparisonResult {
    let distance = offset(b, a)
    return distance == 0 ? .orderedSame : distance < 0 ? .orderedAscending : .orderedDescending
  }
  /// The distance from the first to the second position, in UTF-16 units.
  func offset(_ a: UITextPosition, _ b: UITextPosition) -> Int {
    (offset(of: b) ?? 0) - (offset(of: a) ?? 0)
  }

  func farthest(in range: UITextRange, _ direction: UITextLayoutDirection) -> UITextPosition {
    direction == .right || direction == .down ? range.end : range.start
  }
  func range(extending position: UITextPosition, _ direction: UITextLayoutDirection) -> UITextRange? {
    self.position(position, direction, 1).flatMap { range(from: position, to: $0) }
  }

  func firstRect(for range: UITextRange) -> CGRect {
    boxes(of: range).first ?? view.caretRect(for: range.start)
  }
  func caretRect(for position: UITextPosition) -> CGRect {
    offset(of: position).map { view.caretBox(at: $0) } ?? .zero
  }
  func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
    let boxes = boxes(of: range)
    return boxes.indices.map {
      TextSelectionRect(boxes[$0], isFirst: $0 == 0, isLast: $0 == boxes.count - 1)
    }
  }
  func boxes(of range: UITextRange) -> [CGRect] {
    (range as? TextRange).map { view.boxes(of: clamp($0.range)) } ?? []
  }
  func closest(to point: CGPoint) -> UITextPosition { TextPosition(view.nearestOffset(to: point)) }
  func closest(to point: CGPoint, in range: UITextRange) -> UITextPosition? {
    guard let range = (range as? TextRange)?.range else { return nil }
    return TextPosition(min(max(view.nearestOffset(to: point), range.location), NSMaxRange(range)))
  }
  func character(at point: CGPoint) -> UITextRange? {
    let units = TextUnits(text)
    let near = view.nearestOffset(to: point)
    for offset in [near, near - 1] where offset >= 0 && offset < units.length {
      let range = units.character(at: offset)
      if view.boxes(of: range).contains(where: { $0.contains(point) }) { return TextRange(range) }
    }
    return nil
  }

  // MARK: Edit actions (E-381)

  /// The edit actions that both text classes implement.
  nonisolated static var editActions: [_CarobMethod] {
    [
      .init(object: "cut:", "cut(_:)", 0) { unsafeDowncast($0, to: UIResponder.self).cut($1) },
      .init(object: "copy:", "copy(_:)", 0) { unsafeDowncast($0, to: UIResponder.self).copy($1) },
      .init(object: "paste:", "paste(_:)", 0) { unsafeDowncast($0, to: UIResponder.self).paste($1) },
      .init(object: "select:", "select(_:)", 0) { unsafeDowncast($0, to: UIResponder.self).select($1) },
      .init(object: "selectAll:", "selectAll(_:)", 0) {
        unsafeDowncast($0, to: UIResponder.self).selectAll($1)
      },
      .init(object: "toggleBoldface:", "toggleBoldface(_:)", 0) {
        unsafeDowncast($0, to: UIResponder.self).toggleBoldface($1)
      },
      .init(object: "toggleItalics:", "toggleItalics(_:)", 0) {
        unsafeDowncast($0, to: UIResponder.self).toggleItalics($1)
      },
      .init(object: "toggleUnderline:", "toggleUnderline(_:)", 0) {
        unsafeDowncast($0, to: UIResponder.self).toggleUnderline($1)
      },
    ]
  }
}
