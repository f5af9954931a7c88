import DeviceProtocol

/// The user's answer to a permission prompt. The raw values are the words of a play script.
public enum PermissionChoice: String, Sendable, CaseIterable {
  case always, whenInUse, once, deny, allow
}

/// A permission prompt of the system.
public struct SystemAlert: Sendable, Equatable {
  public struct Button: Sendable, Equatable {
    public var title: String
    public var choice: PermissionChoice
  }

  public var request: PermissionRequest
  public var title: String
  public var message: String
  /// The buttons from top to bottom, or from leading to trailing.
  public var buttons: [Button]
  /// The switch “Precise”; nil if the prompt has none (L-290).
  public var isPrecise: Bool?

  /// What the user can tap: the switch or a button.
  struct Row {
    var title: String
    /// Nil for the switch, which does not answer.
    var choice: PermissionChoice?
  }

  /// The switch and the buttons, from top to bottom, or from leading to trailing.
  // DEVIATION: the platform shows the switch on a small map of the surroundings; here it is a row above the buttons.
  var rows: [Row] {
    let buttons = buttons.map { Row(title: $0.title, choice: $0.choice) }
    guard let isPrecise else { return buttons }
    return [Row(title: isPrecise ? "Precise: On" : "Precise: Off")] + buttons
  }

  /// The button for a choice; nil if the prompt has none.
  public func button(for choice: PermissionChoice) -> Button? { buttons.first { $0.choice == choice } }

  /// For messages: `location prompt “Allow “Places” to use your location?”`.
  public var summary: String { "the \(request.kind.rawValue) prompt '\(title)'" }
}

extension SystemAlert {
  // DEVIATION: earlier releases had “Always Allow” in the first prompt, or no “Allow Once”; here all profiles have the same prompts.
  /// L-126: titles and buttons as on the platform since iOS 13 and 14.
  ///
  /// - Parameter asksForReducedAccuracy: whether the switch “Precise” is off at first.
  init(
    _ request: PermissionRequest, app: String, status: PermissionStatus, asksForReducedAccuracy: Bool = false
  ) {
    self.request = request
    message = request.text
    switch (request.kind, request.scope) {
    // L-9.
    case (.location, .services):
      title = "Turn On Location Services to Allow “\(app)” to Determine Your Location"
      buttons = [Button(title: "Settings", choice: .allow), Button(title: "Cancel", choice: .deny)]
    case (.location, .fullAccuracy):
      title = "Allow “\(app)” to use your precise location?"
      buttons = [Button(title: "Allow Once", choice: .once), Button(title: "Don’t Allow", choice: .deny)]
    case (.location, .always) where status == .whenInUse || status == .provisionalAlways:
      title = "Allow “\(app)” to also use your location even when you are not using the app?"
      buttons = [
        Button(title: "Keep Only While Using", choice: .whenInUse),
        Button(title: "Change to Always Allow", choice: .always),
      ]
    case (.location, _):
      title = "Allow “\(app)” to use your location?"
      buttons = [
        Button(title: "Allow Once", choice: .once),
        Button(title: "Allow While Using App", choice: .whenInUse),
        Button(title: "Don’t Allow", choice: .deny),
      ]
      // L-290.
      isPrecise = !asksForReducedAccuracy
    default:
      title = Self.question(request.kind, app)
      if request.kind == .notifications, message.isEmpty {
        message =
          "Notifications may include alerts, sounds, and icon badges. These can be configured in Settings."
      }
      buttons = [Button(title: "Don’t Allow", choice: .deny), Button(title: "Allow", choice: .allow)]
    }
  }

  private static func question(_ kind: PermissionKind, _ app: String) -> String {
    let name = "“\(app)”"
    switch kind {
    case .location: return "Allow \(name) to use your location?"
    case .notifications: return "\(name) Would Like to Send You Notifications"
    case .motion: return "\(name) Would Like to Access Your Motion & Fitness Activity"
    case .photos: return "\(name) Would Like to Access Your Photos"
    case .contacts: return "\(name) Would Like to Access Your Contacts"
    case .camera: return "\(name) Would Like to Access the Camera"
    case .microphone: return "\(name) Would Like to Access the Microphone"
    case .calendars: return "\(name) Would Like to Access Your Calendar"
    case .reminders: return "\(name) Would Like to Access Your Reminders"
    case .tracking: return "Allow \(name) to track your activity across other companies’ apps and websites?"
    case .mediaLibrary: return "\(name) Would Like to Access Apple Music and Your Media Library"
    case .speech: return "\(name) Would Like to Access Speech Recognition"
    }
  }
}
