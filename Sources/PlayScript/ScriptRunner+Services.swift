import Device
import DeviceProtocol

/// Prompts, permissions and places.
extension ScriptRunner {
  func answer(
    _ kind: PermissionKind, with choice: PermissionChoice, isPrecise: Bool, _ step: Step
  ) throws(Interruption) {
    let shown = try wait(upTo: step.timeout) { () throws(Interruption) -> SystemAlert? in
      self.device.systemAlert.flatMap { $0.request.kind == kind ? $0 : nil }
    }
    guard let alert = shown else {
      let permission = device.permission(for: kind)
      let found =
        device.systemAlert?.summary
        ?? (permission.status == .notDetermined
          ? "no prompt: the app has not asked for it"
          : "no prompt: it is decided already (\(permission.status)), and the app is not asked again")
      throw failure(
        "answer: the \(kind.rawValue) prompt is not shown",
        expected: "the prompt within \(plain(step.timeout)) s", found: found)
    }
    // The platform asks about always later; iOS 12 and before asked at once.
    let isAlwaysAtOnce = choice == .always && alert.request.wish == .always
    guard alert.button(for: choice) != nil || isAlwaysAtOnce else {
      throw failure(
        "answer: \(alert.summary) has no button for '\(choice.rawValue)'",
        expected: "one of " + alert.buttons.map(\.choice.rawValue).joined(separator: ", "),
        found: "the buttons " + alert.buttons.map { "'\($0.title)'" }.joined(separator: ", "))
    }
    try ask { () throws(DeviceError) in try self.device.answerPrompt(choice, isPrecise: isPrecise) }
  }

  /// What the run has waited for in vain is said at its end.
  func noteUnansweredPrompt() {
    guard let alert = device.systemAlert else { return }
    let choice = alert.buttons.first { $0.choice != .once }?.choice ?? .deny
    device.report(
      "\(alert.summary) was not answered, and the app stays inactive: add the step "
        + "`answer: {prompt: \(alert.request.kind.rawValue), with: \(choice.rawValue)}`, or `tap: "
        + "\(alert.buttons[0].title)`")
  }
}
