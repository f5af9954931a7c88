import Device
import DeviceProtocol
import Foundation
import GPXFormat
import LocationSimulation

/// Prompts, permissions and locations.
extension ScriptRunner {
  func answer(
    _ kind: PermissionKind, with choice: PermissionChoice, isPrecise: Bool?, _ step: Step
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
          : "no prompt: the user has decided already (\(permission.status)), and is not asked again")
      throw failure(
        "answer: the \(kind.rawValue) prompt is not shown",
        expected: "the prompt within \(plain(step.timeout)) s", found: found)
    }
    // Since iOS 13 the prompt for always appears later.
    let isAlwaysAtOnce = choice == .always && alert.request.scope == .always
    guard alert.button(for: choice) != nil || isAlwaysAtOnce else {
      throw failure(
        "answer: \(alert.summary) has no button for '\(choice.rawValue)'",
        expected: "one of " + alert.buttons.map(\.choice.rawValue).joined(separator: ", "),
        found: "the buttons " + alert.buttons.map { "'\($0.title)'" }.joined(separator: ", "))
    }
    try ask { () throws(DeviceError) in try self.device.answerPrompt(choice, isPrecise: isPrecise) }
  }

  // MARK: Routes

  /// Reads the files of all `gpx` steps, so that a script with unreadable files fails before it does anything.
  func readRoutes() throws(Interruption) {
    for step in script.steps {
      guard case .gpx(let file, let speed, let ending) = step.action else { continue }
      current = step
      let path = file.hasPrefix("/") ? file : folder + file
      guard let data = FileManager.default.contents(atPath: path) else {
        throw failure(
          "gpx: there is no file '\(path)'", expected: "a GPX file", found: "nothing at this path")
      }
      do throws(GPXError) {
        routes[step.line] = try GPXFile(data, path: path).route(speed: speed, ending: ending)
      } catch {
        throw failure(
          "gpx: \(error.path):\(error.line):\(error.column): \(error.message)",
          expected: "a GPX file with points",
          found: "a file that cannot be played")
      }
    }
    current = nil
  }

  /// The script's folder, with a slash at its end.
  private var folder: String {
    script.file.lastIndex(of: "/").map { String(script.file[...$0]) } ?? ""
  }

  func follow(_ file: String, _ step: Step) throws(Interruption) {
    guard let way = routes[step.line] else { return }
    try ask { () throws(DeviceError) in try self.device.follow(way, named: file) }
  }

  /// Notes at the end of the run that a prompt was not answered.
  func noteUnansweredPrompt() {
    guard let alert = device.systemAlert else { return }
    let choice = alert.buttons.first { $0.choice != .once }?.choice ?? .deny
    device.report(
      "\(alert.summary) was not answered, and the app stays inactive: add the step "
        + "`answer: {prompt: \(alert.request.kind.rawValue), with: \(choice.rawValue)}`, or `tap: "
        + "\(alert.buttons[0].title)`")
  }
}
