import Device

/// The steps for notifications.
extension StepReader {
  func notificationAction(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    if name == "push" { return .push(try value.nonEmptyString(name)) }
    let (target, options) = try aimed(value)
    if case .point = target { throw value.error("\(name) takes a notification, not a point") }
    switch name {
    case "tapNotification": return .notification(target, .tap)
    case "dismissNotification": return .notification(target, .dismiss)
    default:
      return .notification(
        target, .action(try options.text("action"), text: try options["text"]?.string("text")))
    }
  }
}
