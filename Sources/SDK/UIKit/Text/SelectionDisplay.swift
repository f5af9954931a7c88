import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import QuartzCore

/// Shows the insertion point, the selection and the marked text, as views behind and in front of the text.
///
/// E-475: in real time the insertion point blinks. That is one endless animation, run by the compositor
/// without work for the app. In virtual time it does not blink, so that screenshots of an idle screen are
/// identical.
@MainActor
final class SelectionDisplay {
  private var fills: [UIView] = []
  private var lines: [UIView] = []
  private var grounds: [UIView] = []
  private let caret = InsertionPoint()
  private var handles: [SelectionHandle] = []

  struct Content {
    var caret: CGRect?
    var selected: [CGRect] = []
    var marked: [CGRect] = []
    var markedStyle: MarkedTextStyle?
    /// Whether the user can drag the ends of the selection.
    var hasHandles = false
  }

  /// - Parameters:
  ///   - text: the view that shows the text, in `container`. The selection is placed behind it, everything
  /// else in front.
  ///   - host: the text view or field, which contains the handles.
  func show(_ content: Content, around text: UIView, in container: UIView, host: any TextEditing) {
    let tint = host.tintColor ?? .systemBlue
    place(&fills, content.selected, tint.withAlphaComponent(0.2), container) {
      container.insertSubview($0, belowSubview: text)
    }
    let marks = content.marked.map { CGRect(x: $0.minX, y: $0.maxY - 1, width: $0.width, height: 1) }
    let style = content.markedStyle ?? MarkedTextStyle(nil)
    place(&grounds, style.background == nil ? [] : content.marked, style.background ?? .clear, container) {
      container.insertSubview($0, belowSubview: text)
    }
    place(&lines, style.line == nil ? [] : marks, style.line ?? .label, container) {
      container.insertSubview($0, aboveSubview: text)
    }
    if caret.superview == nil {
      caret.isUserInteractionEnabled = false
      caret.isHidden = true
      container.insertSubview(caret, aboveSubview: text)
    }
    caret.isHidden = content.caret == nil
    if let place = content.caret {
      caret.backgroundColor = tint
      let moves = caret.frame != place
      if moves { caret.frame = place }
      blink(restarts: moves)
    } else {
      caret.layer.removeAnimation(forKey: Self.blink)
    }
    showHandles(content, container, host, tint)
  }

  static var blinks = !VirtualTime.isAskedFor
  private static let blink = "SelectionDisplay.blink"

  /// Starts the blinking; a restart makes a moved insertion point visible immediately.
  private func blink(restarts: Bool) {
    let runs = caret.layer.animation(forKey: Self.blink) != nil
    // An endless animation is not part of an animator's timeline.
    guard Self.blinks, AnimationTimeline.current == nil, restarts || !runs else { return }
    let animation = CAKeyframeAnimation(keyPath: "opacity")
    animation.values = [1, 1, 0, 0, 1]
    animation.keyTimes = [0, 0.45, 0.55, 0.9, 1]
    animation.duration = 1
    animation.repeatCount = .infinity
    caret.layer.add(animation, forKey: Self.blink)
  }

  private func place(
    _ views: inout [UIView], _ boxes: [CGRect], _ color: UIColor, _ container: UIView, _ add: (UIView) -> Void
  ) {
    while views.count > boxes.count { views.removeLast().removeFromSuperview() }
    while views.count < boxes.count {
      let view = UIView()
      view.isUserInteractionEnabled = false
      add(view)
      views.append(view)
    }
    for (view, box) in zip(views, boxes) {
      view.frame = box
      view.backgroundColor = color
    }
  }

  private func showHandles(
    _ content: Content, _ container: UIView, _ host: any TextEditing, _ tint: UIColor
  ) {
    guard content.hasHandles, let first = content.selected.first, let last = content.selected.last else {
      for handle in handles { handle.removeFromSuperview() }
      handles = []
      return
    }
    if handles.isEmpty {
      handles = [SelectionHandle(host, isStart: true), SelectionHandle(host, isStart: false)]
    }
    for (handle, box) in zip(handles, [first, last]) {
      if handle.superview !== host { host.addSubview(handle) }
      handle.place(at: container.convert(box, to: host), tint)
    }
  }
}

/// The insertion point. It is a class of its own so that snapshots of the text can omit it.
@MainActor
final class InsertionPoint: UIView {}

/// The handle at one end of the selection.
@MainActor
final class SelectionHandle: UIView {
  @ZeroingExistential private var host: (any TextEditing)?
  private let isStart: Bool
  private let stem = UIView()
  private let knob = UIView()

  init(_ host: any TextEditing, isStart: Bool) {
    (self.host, self.isStart) = (host, isStart)
    super.init(frame: .zero)
    for view in [stem, knob] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    knob.layer.cornerRadius = 5
    addGestureRecognizer(UIPanGestureRecognizer(target: self, action: "carob_drag:"))
  }
  required init?(coder: NSCoder) { nil }

  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "carob_drag:", "carob_drag(_:)", 0) { handle, pan in
        guard let pan = pan as? UIPanGestureRecognizer else { return }
        unsafeDowncast(handle, to: SelectionHandle.self).dragged(pan)
      }
    ]
  }

  /// - Parameter box: the rectangle of the first or last line of the selection.
  func place(at box: CGRect, _ tint: UIColor) {
    let x = isStart ? box.minX : box.maxX
    frame = CGRect(x: x - 5, y: box.minY, width: 10, height: box.height)
    stem.frame = CGRect(x: 4, y: 0, width: 2, height: box.height)
    knob.frame = CGRect(x: 0, y: isStart ? -5 : box.height - 5, width: 10, height: 10)
    for view in [stem, knob] { view.backgroundColor = tint }
  }

  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    bounds.insetBy(dx: -12, dy: -10).contains(point)
  }

  private func dragged(_ pan: UIPanGestureRecognizer) {
    guard let host else { return }
    switch pan.state {
    case .began, .changed:
      UIMenuController.shared.hideMenu()
      host.editor.drag(isStart, to: pan.location(in: host))
    case .ended: host.editor.showMenu()
    default: break
    }
  }
}
