import Device
import DeviceProtocol

/// The user's inputs since an app's launch with their device times: enough to bring a new build to the same screen.
public struct InputRecording: Sendable, Equatable {
  public struct Entry: Sendable, Equatable {
    /// The time since the launch.
    public var time: DeviceTime
    public var input: ScreenInput
    /// The app was idle when the input came: a replay waits until the app is idle, too, however long the new build takes.
    public var cameAtRest: Bool

    public init(time: DeviceTime, input: ScreenInput, cameAtRest: Bool) {
      self.time = time
      self.input = input
      self.cameAtRest = cameAtRest
    }
  }

  public var entries: [Entry] = []
  /// Orientation, appearance and text size at the launch.
  public var environment = Environment()
  /// A copy of the app's files at the launch; nil if there were none.
  public var container: String?

  public init() {}

  /// Configures a device for the app as it was at the launch.
  public func configure(_ configuration: inout DeviceConfiguration) {
    configuration.environment = environment
    configuration.initialContainer = container
  }
}

extension ScreenInput {
  /// For messages: `touch began at 120, 300`.
  var summary: String {
    switch self {
    case .touches(let fingers):
      fingers.map { finger in "touch \(finger.phase) at \(Int(finger.x)), \(Int(finger.y))" }
        .joined(separator: "; ")
    case .key(let key): "key \(key.key)"
    case .insertText(let text): "text “\(text.prefix(40))”"
    case .composeText(let composed): "composing “\(composed.text.prefix(40))”"
    case .pasteText(let text): "pasted “\(text.prefix(40))”"
    case .scroll(let event): "scrolled by \(Int(event.dx)), \(Int(event.dy))"
    case .press(let button): "press \(button.rawValue)"
    case .rotate(let orientation): "rotate to \(orientation.rawValue)"
    case .appearance(let appearance): "appearance \(appearance.rawValue)"
    case .notification(let number, .tap): "tap on notification \(number)"
    case .notification(let number, .dismiss): "dismissal of notification \(number)"
    case .notification(let number, .action(let action, _)): "action \(action) of notification \(number)"
    case .location(.place(let latitude, let longitude)): "location \(latitude), \(longitude)"
    case .location(.unknown): "location unknown"
    case .location(.route(let name)), .location(.file(let name)): "route \(name)"
    case .location(.change(let change)): "route \(change)"
    case .accessibility(let command, _, let label): "\(command) on “\(label)”"
    case .voiceOver(let isOn): "screen reader \(isOn ? "on" : "off")"
    case .textSize(let size): "text size \(size.rawValue)"
    case .openURL(let address): "open \(address)"
    case .relaunch: "relaunch"
    }
  }

  /// Only a mouse moves over the screen.
  var isHovering: Bool {
    if case .touches(let fingers) = self { fingers.allSatisfy { $0.phase == .hovering } } else { false }
  }
}
