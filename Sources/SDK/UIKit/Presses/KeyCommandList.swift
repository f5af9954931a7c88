import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import QuartzCore

/// The list of key commands that a tablet shows while Command alone is held (E-1076).
@MainActor
enum KeyCommandList {
  static let delay = 1.0
  private static var alarm: LayerAlarm?
  @Zeroing private static var panel: UIView?

  static func pressed(_ key: UIKey) {
    hide()
    guard UIDevice.current.userInterfaceIdiom == .pad, key.name == "command",
      key.modifierFlags.subtracting(.alphaShift) == .command
    else { return }
    alarm = LayerClock.schedule(at: LayerClock.now + delay) { show() }
  }

  static func hide() {
    alarm?.cancel()
    alarm = nil
    panel?.removeFromSuperview()
    panel = nil
  }

  /// The commands of the responder chain that have a title, from the first responder on.
  private static var commands: [UIKeyCommand] {
    var found: [UIKeyCommand] = []
    var responder = FirstResponder.start
    while let here = responder {
      found += here.keyCommands ?? []
      responder = here.next
    }
    // E-1093
    for command in found where command.action != nil { command.validate(from: FirstResponder.start) }
    return found.filter { command in
      command.input != nil && !title(of: command).isEmpty && !command.attributes.contains(.hidden)
    }
  }
  private static func title(of command: UIKeyCommand) -> String {
    command.discoverabilityTitle ?? command.title
  }

  private static func show() {
    alarm = nil
    let commands = commands
    guard !commands.isEmpty, let window = UIApplication.shared.keyWindowOfAnyScene else { return }
    let row: CGFloat = 44
    let room = window.bounds.inset(by: window.safeAreaInsets).insetBy(dx: 20, dy: 20)
    let rows = min(commands.count, max(1, Int((room.height - 16) / row)))
    let size = CGSize(width: min(400, room.width), height: CGFloat(rows) * row + 16)
    let card = UIView(
      frame: CGRect(
        x: (room.midX - size.width / 2).rounded(), y: (room.midY - size.height / 2).rounded(),
        width: size.width, height: size.height))
    card.backgroundColor = .secondarySystemBackground
    card.layer.cornerRadius = 13
    card.layer.shadowOpacity = 0.2
    card.layer.shadowRadius = 16
    card.isUserInteractionEnabled = false
    for (index, command) in commands.prefix(rows).enumerated() {
      let frame = CGRect(x: 20, y: 8 + CGFloat(index) * row, width: size.width - 40, height: row)
      let name = UILabel(frame: frame)
      name.text = title(of: command)
      let keys = UILabel(frame: frame)
      keys.text = keysText(command)
      keys.textAlignment = .right
      keys.textColor = .secondaryLabel
      for label in [name, keys] { card.addSubview(label) }
    }
    window.addSubview(card)
    panel = card
  }

  private static func keysText(_ command: UIKeyCommand) -> String {
    let marks: [(UIKeyModifierFlags, String)] = [
      (.control, "⌃"), (.alternate, "⌥"), (.shift, "⇧"), (.command, "⌘"),
    ]
    let input = command.input ?? ""
    return marks.filter { command.modifierFlags.contains($0.0) }.map(\.1).joined()
      + (names[input] ?? input.uppercased())
  }
  private static let names = [
    UIKeyCommand.inputUpArrow: "↑", UIKeyCommand.inputDownArrow: "↓", UIKeyCommand.inputLeftArrow: "←",
    UIKeyCommand.inputRightArrow: "→", UIKeyCommand.inputEscape: "⎋", UIKeyCommand.inputDelete: "⌦",
    UIKeyCommand.inputHome: "↖", UIKeyCommand.inputEnd: "↘", UIKeyCommand.inputPageUp: "⇞",
    UIKeyCommand.inputPageDown: "⇟", "\r": "↩", "\t": "⇥", "\u{8}": "⌫", " ": "Space",
  ]
}
