import CarobFoundation
import CarobRuntime
import CoreGraphics

/// Links, images and detected data in the text, and what a tap on them does (E-388).
extension UITextView {
  /// Finds the data of `dataDetectorTypes`, unless the text can be edited.
  func detectData() {
    detected =
      isEditable || dataDetectorTypes.isEmpty ? [] : DataDetector.find(dataDetectorTypes, in: editedText)
    canvas.setNeedsDisplay()
  }

  /// Detected data has no attributes in the text, so its underlines are drawn after the text.
  func underlineDetectedData() {
    (tintColor ?? .systemBlue).setFill()
    for box in detected.flatMap({ boxes(of: $0.range) }) {
      UIRectFill(CGRect(x: box.minX, y: box.maxY - 2, width: box.width, height: 1))
    }
  }

  /// Performs the action of a link or image at a point (E-388). Returns false if there is none.
  func followLink(at place: CGPoint) -> Bool {
    guard isSelectable, let item = item(at: place) else { return false }
    switch item.content {
    case .link(let url):
      if let delegate = textDelegate,
        Runtime.answers(delegate, "textView:primaryActionForTextItem:defaultAction:")
      {
        let standard = UIAction(title: "") { _ in UIApplication.shared.open(url) }
        let action = delegate.ask(
          from: self, "textView(_:primaryActionFor:defaultAction:)",
          "textView:primaryActionForTextItem:defaultAction:"
        ) { $0.textView(self, primaryActionFor: item, defaultAction: standard) }
        action??.perform(sender: self)
        return true
      }
      let may =
        textDelegate?.ask(
          from: self, "textView(_:shouldInteractWith:in:interaction:)",
          "textView:shouldInteractWithURL:inRange:interaction:"
        ) {
          $0.textView(self, shouldInteractWith: url, in: item.range, interaction: .invokeDefaultAction)
        } ?? true
      if may { UIApplication.shared.open(url) }
    case .textAttachment(let attachment):
      // NB: in Swift both delegate methods have the same name, so they share one selector here.
      _ = textDelegate?.ask(
        from: self, "textView(_:shouldInteractWith:in:interaction:)",
        "textView:shouldInteractWithURL:inRange:interaction:"
      ) {
        $0.textView(self, shouldInteractWith: attachment, in: item.range, interaction: .invokeDefaultAction)
      }
    case .tag: break
    }
    return true
  }

  private func item(at place: CGPoint) -> UITextItem? {
    guard textStorage.length > 0 else { return nil }
    let index = layoutManager.characterIndex(
      for: place, in: textContainer, fractionOfDistanceBetweenInsertionPoints: nil)
    func isShown(_ range: NSRange) -> Bool {
      layoutManager.rectangles(of: range).contains { $0.contains(place) }
    }
    var range = NSRange()
    let link = textStorage.attribute(.link, at: index, effectiveRange: &range)
    if let url = link as? URL ?? (link as? String).flatMap({ URL(string: $0) }), isShown(range) {
      return UITextItem(.link(url), range)
    }
    let attachment = textStorage.attribute(.attachment, at: index, effectiveRange: &range)
    if let attachment = attachment as? NSTextAttachment, isShown(range) {
      return UITextItem(.textAttachment(attachment), range)
    }
    let data = detected.first { NSLocationInRange(index, $0.range) && isShown($0.range) }
    return data.map { UITextItem(.link($0.url), $0.range) }
  }
}
