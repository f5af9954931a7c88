import Device
import DeviceProtocol
import GPXFormat
import LocationSimulation

extension SimulatedDevice {
  /// Performs an input of the user through the page.
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
    case .notification(let number, let action):
      try reachNotification(number)
      switch action {
      case .tap: try respond(to: number)
      case .dismiss: try dismissNotification(number)
      case .action(let action, let text): try respond(to: number, action: action, text: text)
      }
    case .location(let action): try perform(action)
    case .press(.escape): try change(.assistiveGesture("escape"))
    case .accessibility(let command, let element, let label):
      try perform(command, element: element, label: label)
    case .voiceOver(let isOn): try change(.voiceOver(isOn))
    case .textSize(let size): try change(.contentSize(size.rawValue))
    case .openURL(let address): try perform(Springboard.Input.openURL(address))
    case .relaunch:
      try endForRelaunch()
      try launch()
    }
  }

  /// L-73: a route that the user chooses in the page repeats until another place is chosen.
  private func perform(_ action: ScreenInput.LocationAction) throws(DeviceError) {
    switch action {
    case .place(let latitude, let longitude):
      try locate(LocationFix(latitude: latitude, longitude: longitude))
    case .unknown: try locate(nil)
    case .route(let name):
      guard let way = SimulatedPlaces.NamedRoute(rawValue: name) else {
        throw .refused("there is no route '\(name)'")
      }
      try follow(way.route, named: name)
    case .file(let name):
      let route: LocationRoute
      do throws(GPXError) {
        guard let file = try RouteFiles(below: app.projectRoot).read(name) else {
          return report("the file \(name) does not exist in the project any more")
        }
        route = try file.route(speed: nil, ending: .repeats)
      } catch {
        return report("\(error)")
      }
      try follow(route, named: name)
    case .change(let change): try changeRoute(change)
    }
  }

  /// Ends the app, if it runs, and shows the home screen. What it saved stays (Decisions/0052).
  func endForRelaunch() throws(DeviceError) {
    try perform(.kill(.replaced))
    if springboard.isLocked { try perform(.unlock) }
  }
}
