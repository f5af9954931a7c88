@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// The displayed text and its layout.
extension UITextField {
  private var shownParts: [Substring] {
    storage.indices.enumerated().map { index, place in
      isSecureTextEntry && index != revealed ? "•" : storage[place...place]
    }
  }
  var shownText: String {
    guard isSecureTextEntry else { return storage }
    return shownParts.joined()
  }
  /// Converts an offset in the text to one in the displayed text; `storedOffset` converts back.
  private func shownOffset(_ offset: Int) -> Int {
    guard isSecureTextEntry else { return offset }
    let index = String.Index(utf16Offset: min(offset, storage.utf16.count), in: storage)
    let count = storage.distance(from: storage.startIndex, to: index)
    return shownParts.prefix(count).reduce(0) { $0 + $1.utf16.count }
  }
  private func storedOffset(_ shown: Int) -> Int {
    guard isSecureTextEntry else { return shown }
    var (left, index) = (shown, storage.startIndex)
    for part in shownParts where left > 0 {
      left -= part.utf16.count
      index = storage.index(after: index)
    }
    return index.utf16Offset(in: storage)
  }

  func reveal(_ index: Int) {
    revealed = index
    hiding?.cancel()
    hiding = LayerClock.schedule(at: LayerClock.now + 1) { [weakSelf = ZeroingElement(self)] in
      MainActor.assumeIsolated {
        weakSelf.object?.revealed = nil
        weakSelf.object?.update()
      }
    }
  }

  /// The line of text without a width limit, and the x coordinate at which it starts in the label.
  private var line: (lines: StyledText.Line, start: CGFloat) {
    let text =
      styled.flatMap { isSecureTextEntry ? nil : StyledText($0) }
      ?? StyledText(shownText, [.font: font ?? .systemFont(ofSize: 17)])
    let lines = StyledText.Line(text)
    let room = max(pane.bounds.width - lines.width, 0)
    let start = textAlignment == .center ? room / 2 : textAlignment == .right ? room : 0
    return (lines, start)
  }
  private var lineBox: (y: CGFloat, height: CGFloat) {
    let height = font?.lineHeight ?? 20
    return ((pane.bounds.height - height) / 2, height)
  }

  func caretBox(at offset: Int) -> CGRect {
    let (lines, start) = line
    let x = start + lines.caret(at: shownOffset(offset)) - scroll
    let box = lineBox
    // At the end of a full line the insertion point stays inside the pane.
    return CGRect(
      x: pane.frame.minX + min(x, max(0, pane.bounds.width - 2)), y: pane.frame.minY + box.y, width: 2,
      height: box.height)
  }
  func boxes(of range: NSRange) -> [CGRect] {
    guard range.length > 0 else { return [] }
    let (lines, start) = line
    let from = start + lines.caret(at: shownOffset(range.location)) - scroll
    let to = start + lines.caret(at: shownOffset(NSMaxRange(range))) - scroll
    let box = lineBox
    return [
      CGRect(
        x: pane.frame.minX + min(from, to), y: pane.frame.minY + box.y, width: abs(to - from),
        height: box.height)
    ]
  }
  func nearestOffset(to point: CGPoint) -> Int {
    guard !storage.isEmpty else { return 0 }
    let (lines, start) = line
    return min(
      storedOffset(lines.offset(at: point.x - pane.frame.minX - start + scroll)), storage.utf16.count)
  }

  func showSelection() {
    guard label.superview != nil else { return }
    showLabel()
    let origin = pane.frame.origin
    func inPane(_ box: CGRect) -> CGRect { box.offsetBy(dx: -origin.x, dy: -origin.y) }
    var content = SelectionDisplay.Content()
    if isFirstResponder {
      let selection = editor.selection
      if selection.length == 0 { content.caret = inPane(caretBox(at: selection.location)) }
      content.selected = boxes(of: selection).map(inPane)
      content.marked = editor.marked.map { boxes(of: $0).map(inPane) } ?? []
      content.markedStyle = MarkedTextStyle(markedTextStyle)
      content.hasHandles = true
    }
    display.show(content, around: label, in: pane, host: self)
  }

  /// While editing, text that does not fit scrolls instead of being truncated.
  private func showLabel() {
    let room = pane.bounds
    guard isFirstResponder, !storage.isEmpty else {
      scroll = 0
      if label.frame != room { label.frame = room }
      return
    }
    let (lines, _) = line
    let width = max(room.width, lines.width + 3)
    let caret = lines.caret(at: shownOffset(editor.head))
    if width <= room.width {
      scroll = 0
    } else {
      scroll = min(max(scroll, caret + 3 - room.width), max(0, caret), width - room.width)
    }
    let frame = CGRect(x: -scroll, y: 0, width: width, height: room.height)
    if label.frame != frame { label.frame = frame }
  }
}
