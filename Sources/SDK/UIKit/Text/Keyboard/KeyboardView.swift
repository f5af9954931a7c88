@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// The on-screen keyboard. Its keys are handled like those of a hardware keyboard.
@MainActor
final class KeyboardView: UIView {
  @ZeroingExistential private(set) var input: (any UIKeyInput)?
  private var plane = KeyboardLayout.Plane.letters
  private enum Shift { case off, on, locked }
  private var shift = Shift.off
  private var keys: [KeyboardKey] = []
  private var shownLayout: KeyboardLayout?

  var style: UIUserInterfaceStyle {
    switch input?.keyboardAppearance {
    case .dark: .dark
    case .light: .light
    default: .unspecified
    }
  }

  func prepare(for input: any UIKeyInput) {
    self.input = input
    plane = .letters
    shift = .off
    accessibilityIdentifier = nil
    refresh()
    setNeedsLayout()
  }

  /// Updates capitalization and the return key after the text or its traits changed.
  func refresh() {
    guard let input else { return }
    if shift != .locked { shift = capitalizes(input) ? .on : .off }
    rebuild(input)
    for key in keys { show(key, input) }
  }

  /// E-384.
  private func capitalizes(_ input: any UIKeyInput) -> Bool {
    guard let view = input as? any TextEditing else {
      return input.autocapitalizationType == .allCharacters
        || !input.hasText && input.autocapitalizationType != .none
    }
    switch input.keyboardType {
    case .URL, .emailAddress: return false
    default: break
    }
    if input.isSecureTextEntry { return false }
    return TextUnits(view.editedText).capitalizes(
      input.autocapitalizationType, at: view.editor.selection.location)
  }

  private func rebuild(_ input: any UIKeyInput) {
    let layout = KeyboardLayout(input.keyboardType, plane)
    guard layout != shownLayout else { return }
    shownLayout = layout
    for key in keys { key.removeFromSuperview() }
    keys = layout.rows.joined().filter { $0.key != .gap }.map { KeyboardKey($0.key, self) }
    for key in keys { addSubview(key) }
    setNeedsLayout()
  }

  private func show(_ key: KeyboardKey, _ input: any UIKeyInput) {
    let isReady = !input.enablesReturnKeyAutomatically || input.hasText
    switch key.key {
    case .text(let text): key.show(shift == .off ? text : text.uppercased())
    case .shift: key.show("⇧", label: "shift", isLit: shift != .off)
    case .delete: key.show("⌫", label: "delete")
    case .space: key.show("space")
    case .returnKey:
      key.show(
        KeyboardLayout.title(of: input.returnKeyType), isProminent: input.returnKeyType != .default,
        isEnabled: isReady)
    case .plane(.numbers): key.show("123", label: "numbers")
    case .plane(.symbols): key.show("#+=", label: "symbols")
    case .plane(.letters): key.show("ABC", label: "letters")
    case .gap: break
    }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let rows = shownLayout?.rows, bounds.width > 0 else { return }
    let room = bounds.height - UIScreen.main.safeAreaInsets.bottom
    let rowHeight = (room - 10) / CGFloat(rows.count)
    var next = keys.makeIterator()
    for (index, row) in rows.enumerated() {
      let parts = row.reduce(0) { $0 + $1.width }
      let unit = (bounds.width - 6) / parts
      var x: CGFloat = 3
      for cap in row {
        if cap.key != .gap, let key = next.next() {
          key.frame = CGRect(
            x: x + 3, y: 5 + CGFloat(index) * rowHeight + 5, width: cap.width * unit - 6,
            height: rowHeight - 10)
        }
        x += cap.width * unit
      }
    }
  }

  fileprivate func pressed(_ key: KeyboardLayout.Key) {
    guard let input else { return }
    switch key {
    case .text(let text):
      let typed = shift == .off ? text : text.uppercased()
      if shift == .on { shift = .off }
      _ = KeyInput.insert(typed)
    case .space: _ = KeyInput.insert(" ")
    case .returnKey:
      guard !input.enablesReturnKeyAutomatically || input.hasText else { return }
      _ = KeyInput.insert("\n")
    case .delete: KeyInput.byUser { input.deleteBackward() }
    case .shift:
      shift = shift == .off ? .on : shift == .on ? .locked : .off
      for key in keys { show(key, input) }
      return
    case .plane(let plane):
      self.plane = plane
      rebuild(input)
      for key in keys { show(key, input) }
      return
    case .gap: return
    }
    if input === self.input { refresh() }
  }
}

/// One key. It is an accessibility element of its own, as on the platform.
@MainActor
final class KeyboardKey: UIView {
  let key: KeyboardLayout.Key
  @Zeroing private var board: KeyboardView?
  private let face = UILabel()
  private var isEnabled = true
  private var isProminent = false
  private var isLit = false

  init(_ key: KeyboardLayout.Key, _ board: KeyboardView) {
    (self.key, self.board) = (key, board)
    super.init(frame: .zero)
    layer.cornerRadius = 5
    layer.shadowOpacity = 0.3
    layer.shadowRadius = 0
    layer.shadowOffset = CGSize(width: 0, height: 1)
    isAccessibilityElement = true
    accessibilityTraits = .keyboardKey
    face.textAlignment = .center
    face.adjustsFontSizeToFitWidth = true
    face.minimumScaleFactor = 0.5
    addSubview(face)
  }
  required init?(coder: NSCoder) { nil }

  func show(
    _ title: String, label: String? = nil, isLit: Bool = false, isProminent: Bool = false,
    isEnabled: Bool = true
  ) {
    if face.text != title { face.text = title }
    face.font = .systemFont(ofSize: title.count > 1 ? 16 : 23)
    accessibilityLabel = label ?? title
    (self.isLit, self.isProminent, self.isEnabled) = (isLit, isProminent, isEnabled)
    accessibilityTraits = isEnabled ? .keyboardKey : [.keyboardKey, .notEnabled]
    color(isDown: false)
  }

  private var isLetter: Bool {
    switch key {
    case .text, .space: true
    default: isLit
    }
  }
  private func color(isDown: Bool) {
    let light = UIColor { $0.userInterfaceStyle == .dark ? UIColor(white: 0.42, alpha: 1) : .white }
    let dark = UIColor { $0.userInterfaceStyle == .dark ? UIColor(white: 0.27, alpha: 1) : .systemGray3 }
    backgroundColor = isProminent && isEnabled ? .systemBlue : isLetter != isDown ? light : dark
    face.textColor = isProminent && isEnabled ? .white : isEnabled ? .label : .tertiaryLabel
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    face.frame = bounds.insetBy(dx: 2, dy: 0)
  }
  /// The touch areas of the keys have no gaps between them.
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    bounds.insetBy(dx: -3, dy: -5).contains(point)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { color(isDown: true) }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { color(isDown: false) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    color(isDown: false)
    guard isEnabled, let touch = touches.first, point(inside: touch.location(in: self), with: event) else {
      return
    }
    board?.pressed(key)
  }
}
