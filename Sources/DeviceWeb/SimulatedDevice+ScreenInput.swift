import Device
import DeviceProtocol

extension SimulatedDevice {
  /// Does what a person did through the page.
  func perform(_ input: ScreenInput) throws(DeviceError) {
    switch input {
    case .touches(let fingers): try touch(fingers)
    case .key(let event): try key(event)
    case .insertText(let text): try insertText(text)
    case .composeText(let text): try composeText(text)
    case .pasteText(let text): try pasteText(text)
    case .scroll(let event): try scroll(event)
    case .press(.home): try perform(.home)
    case .press(.lock): try perform(.lock)
    case .press(.unlock): try perform(.unlock)
    case .press(.icon): try launch()
    case .press(.shake): try change(.shake)
    case .press(.memoryWarning): try change(.memoryWarning)
    case .rotate(let orientation): try change(.orientation(orientation.rawValue))
    case .appearance(let appearance): try change(.appearance(appearance.rawValue))
    case .notification(let number, let deed):
      try reachNotification(number)
      switch deed {
      case .tap: try respond(to: number)
      case .dismiss: try dismissNotification(number)
      case .action(let action, let text): try respond(to: number, action: action, text: text)
      }
    case .relaunch:
      try endForRelaunch()
      try launch()
    }
  }

  /// Ends the app, if it runs, and shows the home screen. What it saved stays (Decisions/0052).
  func endForRelaunch() throws(DeviceError) {
    try perform(.kill(.replaced))
    if springboard.isLocked { try perform(.unlock) }
  }
}
