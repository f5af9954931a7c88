/// How an event came to be: the trace's `mechanism`.
public enum Mechanism: String, Sendable, CaseIterable {
  case touch, gesture, control, action, responder, firstResponder, notification, timer, kvo, delegate,
    dataSource, lifecycle, appearance, layout, display, segue, nib, runloop, dispatch, animation, location,
    userNotification, coredata, print, warning

  /// For the reference of the trace.
  public var meaning: String {
    switch self {
    case .touch: "fingers, and the search for the view that they are on"
    case .gesture: "a gesture recognizer"
    case .control: "a control's tracking"
    case .action: "an action: target and selector, or a closure"
    case .responder: "the chain of responders: keys, commands, motion"
    case .firstResponder: "becoming and resigning first responder"
    case .notification: "a notification center"
    case .timer: "a timer, or a delayed perform"
    case .kvo: "key–value observing"
    case .delegate: "a message to a delegate"
    case .dataSource: "a question to a data source"
    case .lifecycle: "application, scene and object"
    case .appearance: "a view controller's views"
    case .layout: "layout and constraints"
    case .display: "drawing and looks"
    case .segue: "a segue of a storyboard"
    case .nib: "loading of an interface file"
    case .runloop: "a run-loop observer or source"
    case .dispatch: "a block on a queue, a task"
    case .animation: "an animation's block or completion"
    case .userNotification: "user notifications"
    case .location: "the place of the device: fixes, regions, headings, visits, beacons"
    case .coredata: "managed objects: changes, delete rules, validation, saves, merging"
    case .print: "a line that was printed or logged"
    case .warning: "a mistake that was recognized, or a remark of the device"
    }
  }
}

/// The four reasons for events of the source documents, and what stays inside the framework.
public enum EventCategory: String, Sendable, CaseIterable {
  case user, lifetime, functional, query, `internal`

  /// For the reference of the trace.
  public var meaning: String {
    switch self {
    case .user: "somebody did something"
    case .lifetime: "something began, changed its state or ended"
    case .functional: "a part of the app or the system had news"
    case .query: "a question whose answer matters"
    case .internal: "anything else; the framework's own with `--all`"
    }
  }
}
