@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

extension UITableViewCell {
  public struct StateMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let showingEditControl = StateMask(rawValue: 1)
    public static let showingDeleteConfirmation = StateMask(rawValue: 2)
  }

  /// E-274: makes room for the editing control at the leading edge and the reorder control at the trailing
  /// edge.
  func changeEditing(_ new: Bool, animated: Bool) {
    let old = editsNow
    editsNow = new
    let state: StateMask = new ? .showingEditControl : []
    if old != new {
      setNeedsUpdateConfiguration()
      willTransition(to: state)
    }
    let changes = {
      self.updateEditingControls()
      self.setNeedsLayout()
      self.layoutIfNeeded()
    }
    guard animated, window != nil, UIView.areAnimationsEnabled else {
      updateEditingControls()
      setNeedsLayout()
      if old != new { didTransition(to: state) }
      return
    }
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.internalTransition], animations: changes,
      completion: { [weakSelf = ZeroingElement(self)] _ in
        if old != new { weakSelf.object?.didTransition(to: state) }
      })
  }

  private func updateEditingControls() {
    let kind: EditSign.Kind? =
      !editsNow ? nil : editing.isChosen ? .choose : EditSign.Kind(editing.style)
    if sign?.kind != kind {
      sign?.removeFromSuperview()
      sign = kind.map { EditSign($0, self) }
      if let sign {
        addSubview(sign)
        UIView.performWithoutAnimation { sign.frame = CGRect(x: -38, y: 0, width: 38, height: bounds.height) }
      }
    }
    sign?.showsChosen(isSelected)
    let moves = editsNow && editing.moves
    if moves != (grip != nil) {
      grip?.removeFromSuperview()
      grip = moves ? ReorderControl(self) : nil
      if let grip {
        addSubview(grip)
        UIView.performWithoutAnimation {
          grip.frame = CGRect(x: bounds.width, y: 0, width: 44, height: bounds.height)
        }
      }
    }
    showsReorderControl = showsReorderControl || moves
    updateAccessory()
  }

  /// The widths reserved for the editing controls at both edges, in points.
  var editingInsets: (left: CGFloat, right: CGFloat) {
    guard editsNow else { return (0, 0) }
    let indents = sign != nil || editing.indents && shouldIndentWhileEditing
    return (indents ? 38 : 0, grip == nil ? 0 : 44)
  }

  func layoutEditingControls(_ sides: (left: CGFloat, right: CGFloat)) {
    sign?.frame = CGRect(x: sides.left, y: 0, width: 46, height: bounds.height)
    grip?.frame = CGRect(x: bounds.width - sides.right - 44, y: 0, width: 44, height: bounds.height)
  }

  var nameForControls: String { contentView.shownTexts.joined(separator: ", ") }
}

/// The control at the leading edge of a row in editing mode: delete, insert, or a selection circle.
@preconcurrency @MainActor
final class EditSign: UIControl {
  enum Kind {
    case delete, insert, choose
    init?(_ style: UITableViewCell.EditingStyle) {
      switch style {
      case .delete: self = .delete
      case .insert: self = .insert
      case .none: return nil
      }
    }
  }

  let kind: Kind
  @Zeroing private var cell: UITableViewCell?
  private let picture = UIImageView()

  init(_ kind: Kind, _ cell: UITableViewCell) {
    self.kind = kind
    self.cell = cell
    super.init(frame: .zero)
    // The selection circle takes no touches: a touch on it selects the row.
    isUserInteractionEnabled = kind != .choose
    picture.contentMode = .scaleAspectFit
    addSubview(picture)
    switch kind {
    case .delete: show("minus.circle.fill", .systemRed)
    case .insert: show("plus.circle.fill", .systemGreen)
    case .choose: showsChosen(false)
    }
  }
  required init?(coder: NSCoder) { nil }

  func showsChosen(_ chosen: Bool) {
    guard kind == .choose else { return }
    show(chosen ? "checkmark.circle.fill" : "circle", chosen ? tintColor : .tertiaryLabel)
  }
  private func show(_ name: String, _ color: UIColor) {
    picture.image = UIImage(systemName: name)?.withRenderingMode(.alwaysTemplate)
    picture.tintColor = color
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    picture.frame = CGRect(x: 15, y: (bounds.height - 22) / 2, width: 22, height: 22)
  }
  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    super.touchEnded(inside: inside, event)
    if inside, let cell { cell.table?.signTapped(cell) }
  }
  override func owns(_ recognizer: UIGestureRecognizer) -> Bool { Self.isSingleTap(recognizer) }

  override var defaultIsAccessibilityElement: Bool { kind != .choose }
  override var defaultAccessibilityLabel: String? {
    "\(kind == .insert ? "Insert" : "Delete") \(cell?.nameForControls ?? "")"
  }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union(.button)
  }
}

/// The control with which a row is reordered (E-277).
@preconcurrency @MainActor
final class ReorderControl: UIControl {
  @Zeroing private var cell: UITableViewCell?
  private let picture = UIImageView(
    image: UIImage(systemName: "line.3.horizontal")?.withRenderingMode(.alwaysTemplate))

  init(_ cell: UITableViewCell) {
    self.cell = cell
    super.init(frame: .zero)
    picture.tintColor = .tertiaryLabel
    picture.contentMode = .scaleAspectFit
    addSubview(picture)
  }
  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    picture.frame = CGRect(x: 10, y: (bounds.height - 22) / 2, width: 22, height: 22)
  }

  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    guard let cell, let table = cell.table else { return false }
    return table.beginReordering(cell, at: touch.location(in: table).y)
  }
  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    guard let table = cell?.table else { return false }
    table.reorder(to: touch.location(in: table).y)
    return true
  }
  override func endTracking(_ touch: UITouch?, with event: UIEvent?) { cell?.table?.endReordering() }
  override func cancelTracking(with event: UIEvent?) { cell?.table?.cancelReordering() }
  /// E-193: gesture recognizers of views around the control do not cancel its touch.
  override func owns(_ recognizer: UIGestureRecognizer) -> Bool { true }

  override var defaultAccessibilityLabel: String? { "Reorder \(cell?.nameForControls ?? "")" }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union(.button)
  }
}
