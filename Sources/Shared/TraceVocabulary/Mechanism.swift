/// The part of the system that caused an event: the trace's `mechanism`.
public enum _CarobMechanism: String, Sendable, CaseIterable {
  case touch, gesture, control, action, responder, firstResponder, notification, timer, kvo, delegate,
    dataSource, lifecycle, appearance, layout, display, segue, nib, runloop, dispatch, animation, location,
    userNotification, coredata, print, warning

  /// For the reference of the trace.
  public var meaning: String {
    switch self {
    case .touch: "fingers on the screen, and hit-testing"
    case .gesture: "a gesture recognizer"
    case .control: "a control's tracking"
    case .action: "an action: target and selector, or a closure"
    case .responder: "the responder chain: keys, commands, motion"
    case .firstResponder: "becoming and resigning first responder"
    case .notification: "a notification center"
    case .timer: "a timer, or a delayed perform"
    case .kvo: "key–value observing"
    case .delegate: "a message to a delegate"
    case .dataSource: "a request to a data source"
    case .lifecycle: "the life cycle of the application, of scenes and of objects"
    case .appearance: "the appearance of a view controller's view"
    case .layout: "layout and constraints"
    case .display: "drawing and appearance"
    case .segue: "a storyboard segue"
    case .nib: "loading of a nib"
    case .runloop: "a run-loop observer or source"
    case .dispatch: "a block on a queue, or a task"
    case .animation: "an animation's block or completion"
    case .userNotification: "user notifications"
    case .location: "the device's location: fixes, regions, headings, visits, beacons"
    case .coredata: "managed objects: changes, delete rules, validation, saves, merging"
    case .print: "a printed or logged line"
    case .warning: "a detected mistake, or a note of the device"
    }
  }
}

/// Why an event exists: the trace's `category`. `internal` events stay inside the framework.
public enum _CarobEventCategory: String, Sendable, CaseIterable {
  case user, lifetime, functional, query, `internal`

  /// For the reference of the trace.
  public var meaning: String {
    switch self {
    case .user: "the user did something"
    case .lifetime: "something began, changed its state or ended"
    case .functional: "part of the app or the system has news"
    case .query: "a question whose answer is used"
    case .internal: "anything else; with `--all` also events inside the framework"
    }
  }
}

// NB: an app sees the public names, so that they cannot collide with its own; our modules use these.
package typealias Mechanism = _CarobMechanism
package typealias EventCategory = _CarobEventCategory
