import Device
import DeviceProtocol
import LocationSimulation

/// One step of a script.
public struct Step: Sendable, Equatable {
  /// The line in the script file, from 1.
  public var line: Int
  /// The step's key: `tap`, `expect`…
  public var name: String
  public var action: Action
  /// Skips the wait for idleness.
  public var isImmediate = false
  /// Virtual seconds to wait for a target or for a check to hold.
  public var timeout: Double = 5

  public enum Action: Sendable, Equatable {
    case tap(Target, count: Int, fingers: Int)
    case longPress(Target, seconds: Double)
    case drag(from: Target, to: Target, over: Double, hold: Double, pause: Double)
    case swipe(Target, Direction)
    case scroll(Target, x: Double, y: Double)
    /// A mouse wheel that is turned over the target.
    case wheel(Target, x: Double, y: Double)
    case pinch(Target, scale: Double)
    case rotateFingers(Target, degrees: Double)
    case touches([TouchEvent.Finger])
    case slide(Target, to: Double)
    case pick(Target, component: Int, row: Int)
    case type(String)
    /// The marked text of an input method.
    case compose(String)
    case paste(String)
    /// A key by its name or character, held for some seconds.
    case key(String, modifiers: [String], held: Double = 0)
    case wait(Double)
    case waitFor(Target, gone: Bool)
    case springboard(Springboard.Input)
    /// A button that apps get no event for.
    case buttonWithoutEvent(String)
    case change(EnvironmentChange)
    case motion(MotionChange)
    case launch(reason: LaunchReason)
    case answer(PermissionKind, with: PermissionChoice, isPrecise: Bool?)
    case locate(LocationFix?)
    case follow(SimulatedPlaces.NamedRoute)
    case gpx(file: String, speed: Double?, ending: LocationRoute.Ending)
    case changeRoute([SimulatedDevice.RouteChange])
    case turn(Double)
    case regionRules(cushion: Double, dwell: Double)
    case beacon(BeaconPattern, BeaconSighting?)
    case visit(latitude: Double, longitude: Double, seconds: Double)
    case permission(PermissionKind, to: PermissionStatus, isPrecise: Bool?)
    /// Turns Location Services on or off.
    case locationServices(isOn: Bool)
    case notification(Target, NotificationAction)
    case push(String)
    case expect(Target, Expectation)
    case expectNot(Target)
    case expectPrinted(String)
    case expectNotPrinted(String)
    case expectEvent(EventPattern, count: Int?)
    case expectOrder([EventPattern])
    case snapshot(String)
    // Only at the beginning of a script
    case device(String)
    case keepContainer
  }

  public enum NotificationAction: Sendable, Equatable {
    case tap, dismiss
    case action(String, text: String?)
  }

  public enum Direction: String, Sendable, CaseIterable {
    case left, right, up, down
  }

  /// The expected state of an element; nil is not checked.
  public struct Expectation: Sendable, Equatable {
    public var text: String?
    public var value: String?
    public var isEnabled: Bool?
    public var isSelected: Bool?
    public init() {}
  }

  /// Whether the step only waits and looks, and does not change the device.
  public var isCheck: Bool {
    switch action {
    case .expect, .expectNot, .expectPrinted, .expectNotPrinted, .expectEvent, .expectOrder: true
    default: false
    }
  }
}

/// A parsed script.
public struct Script: Sendable, Equatable {
  public var file: String
  public var steps: [Step]
  /// The source's lines, for reports.
  public var lines: [String]

  /// The name in a leading `device:` step.
  public var deviceName: String? {
    for case .device(let name) in steps.map(\.action) { return name }
    return nil
  }

  /// Whether there is a leading `container: keep`.
  public var keepsContainer: Bool { steps.contains { $0.action == .keepContainer } }

  public var takesSnapshots: Bool {
    steps.contains { if case .snapshot = $0.action { true } else { false } }
  }

  /// A script without steps: launches the app and waits until it is idle.
  public static let empty = Script(file: "", steps: [], lines: [])
}
