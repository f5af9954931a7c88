@_spi(Hazards) import CarobRuntime
import CarobFoundation
import GestureMachines

/// A row whose swipe buttons are visible or are being pulled out (E-275). Owned by its table.
@preconcurrency @MainActor
final class RowSwipe {
  enum Side { case leading, trailing }

  /// Nil once the row is deleted.
  var path: IndexPath?
  let side: Side
  let allowsFullSwipe: Bool
  /// Whether the only button is the table's own Delete button, which calls `commit`.
  let isDefault: Bool
  let view: SwipeButtons
  /// The row's horizontal offset in points; negative to the left.
  var offset: CGFloat = 0
  var isEditingReported = false
  /// The offset when the pan began.
  var start: CGFloat = 0

  init(
    _ path: IndexPath, _ side: Side, _ actions: [UIContextualAction], allowsFullSwipe: Bool, isDefault: Bool
  ) {
    self.path = path
    self.side = side
    self.allowsFullSwipe = allowsFullSwipe
    self.isDefault = isDefault
    view = SwipeButtons(actions, side)
  }

  /// The offset at which all buttons are visible.
  var openOffset: CGFloat { side == .trailing ? -view.wantedWidth : view.wantedWidth }

  enum Outcome {
    case open, close
    case perform(UIContextualAction, UIView)
  }
  /// What happens when the finger is lifted with a horizontal velocity, on a row of this width.
  func outcome(velocity: CGFloat, width: CGFloat) -> Outcome {
    let way = abs(offset)
    // A full swipe is longer than three quarters of the width.
    if allowsFullSwipe, way > width * 0.75, let action = view.actions.first, let button = view.first {
      return .perform(action, button)
    }
    let goesOn = side == .trailing ? velocity < 0 : velocity > 0
    let isOpen = abs(velocity) > 100 ? goesOn : way > view.wantedWidth / 2
    return isOpen ? .open : .close
  }
}

/// A list whose elements have swipe buttons.
@MainActor
protocol SwipeableList: UIScrollView {
  /// Whether the element at a point has buttons on the side that a swipe in this direction uncovers.
  func mayBeginSwipe(at point: CGPoint, towardsLeft: Bool) -> Bool
}

/// The buttons beside a row that was swiped.
@preconcurrency @MainActor
final class SwipeButtons: UIView {
  let actions: [UIContextualAction]
  private let side: RowSwipe.Side
  private let buttons: [TapButton]
  private let widths: [CGFloat]
  var chosen: ((UIContextualAction, UIView) -> Void)?

  init(_ actions: [UIContextualAction], _ side: RowSwipe.Side) {
    self.actions = actions
    self.side = side
    buttons = actions.map { action in
      let button = TapButton(type: .custom)
      button.backgroundColor = action.backgroundColor
      if let effect = action.backgroundEffect {
        let view = UIVisualEffectView(effect: effect)
        view.isUserInteractionEnabled = false
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        button.backgroundColor = .clear
        button.insertSubview(view, at: 0)
      }
      button.setTitle(action.title, for: .normal)
      button.setTitleColor(.white, for: .normal)
      button.titleLabel?.font = .systemFont(ofSize: 15)
      if let image = action.image {
        button.setImage(image.withRenderingMode(.alwaysTemplate), for: .normal)
        button.tintColor = .white
        // DEVIATION: the platform shows the title below the image if there is room; here only the image is
        // shown.
        button.setTitle(nil, for: .normal)
        button.accessibilityLabel = action.title ?? image.accessibilityNameForScripts
      }
      return button
    }
    widths = buttons.map { max(74, $0.intrinsicContentSize.width + 30) }
    super.init(frame: .zero)
    clipsToBounds = true
    for (button, action) in zip(buttons, actions) {
      addSubview(button)
      button.onTap = { [weakSelf = ZeroingElement(self), button = ZeroingElement(button)] in
        if let self = weakSelf.object, let button = button.object { self.chosen?(action, button) }
      }
    }
  }
  required init?(coder: NSCoder) { nil }

  var wantedWidth: CGFloat { widths.reduce(0, +) }
  var first: UIButton? { buttons.first }

  /// The first button is at the edge of the table; all buttons scale in proportion to the visible width.
  override func layoutSubviews() {
    super.layoutSubviews()
    let scale = wantedWidth > 0 ? bounds.width / wantedWidth : 0
    var x: CGFloat = 0
    for (button, width) in zip(buttons, widths) {
      let width = width * scale
      button.frame = CGRect(
        x: side == .leading ? x : bounds.width - x - width, y: 0, width: width, height: bounds.height)
      x += width
    }
  }
}

/// The pan that pulls out a row's buttons. It begins only for horizontal movement on a row that has buttons.
@preconcurrency @MainActor
final class RowSwipeRecognizer: UIPanGestureRecognizer {
  @ZeroingExistential private var list: (any SwipeableList)?
  init(_ list: any SwipeableList) {
    self.list = list
    super.init(target: nil, action: nil)
    maximumNumberOfTouches = 1
  }

  override func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool {
    guard let list, abs(dx) > abs(dy), !list.isDragging else { return false }
    if list.mayBeginSwipe(at: location(in: list), towardsLeft: dx < 0) { return true }
    // Fail here, so that the delegate is asked only once per touch.
    fail(.other("the row has no buttons on this side"))
    return false
  }
}
