/// An element or container of the screen for assistive technology in the page (E-962).
///
/// A tree is a list in reading order, each container before what it contains. Frames are screen points.
public struct AccessibilityNode: Sendable, Equatable {
  public struct States: OptionSet, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public static let disabled = States(rawValue: 1)
    public static let selected = States(rawValue: 2)
    /// A switch that is on.
    public static let checked = States(rawValue: 4)
    /// The first responder.
    public static let focused = States(rawValue: 8)
    public static let secure = States(rawValue: 16)
    public static let multiline = States(rawValue: 32)
    /// The value changes often and by itself.
    public static let live = States(rawValue: 64)
    /// What is behind the container is not in the tree.
    public static let modal = States(rawValue: 128)
    /// The user can activate the element.
    public static let interactive = States(rawValue: 256)
    /// A key of the keyboard on the screen.
    public static let key = States(rawValue: 512)
  }

  /// Keeps its value while the element is on the screen.
  public var id: UInt64
  /// The index of the container in the list; nil at the top.
  public var parent: UInt32?
  /// The role in the terms of ARIA; `text` for text.
  public var role: String
  public var identifier: String?
  public var label: String?
  public var value: String?
  public var hint: String?
  public var states: States
  /// The level of a heading; otherwise 0.
  public var level: UInt8
  /// Minimum, maximum and current value of what has a numeric value; otherwise empty.
  public var range: [Double]
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  /// Where a tap activates the element.
  public var activationX: Double
  public var activationY: Double
  /// The names of the element's own actions.
  public var actions: [String]

  public init(
    id: UInt64, parent: UInt32? = nil, role: String, identifier: String? = nil, label: String? = nil,
    value: String? = nil, hint: String? = nil, states: States = [], level: UInt8 = 0, range: [Double] = [],
    x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0, activationX: Double = 0,
    activationY: Double = 0, actions: [String] = []
  ) {
    self.id = id
    self.parent = parent
    self.role = role
    self.identifier = identifier
    self.label = label
    self.value = value
    self.hint = hint
    self.states = states
    self.level = level
    self.range = range
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.activationX = activationX
    self.activationY = activationY
    self.actions = actions
  }
}

/// What assistive technology does to an element.
public enum AccessibilityCommand: Sendable, Equatable {
  case activate, increment, decrement
  /// The focus moved to the element: it is scrolled into view.
  case focus
  /// Scrolls by a page: `left`, `right`, `up`, `down`, as UIAccessibilityScrollDirection.
  case scroll(String)
  /// One of the element's own actions, by its name.
  case action(String)
}

/// The device's messages about assistive technology.
public enum AccessibilityRequest: Sendable, Equatable {
  /// Asks for the tree; answered by `AccessibilityReport.tree`.
  case describe
  /// A command for the element with this id, or, if its label differs, with this label.
  case perform(AccessibilityCommand, element: UInt64, label: String)
}

/// The app's messages about assistive technology.
public enum AccessibilityReport: Sendable, Equatable {
  case tree([AccessibilityNode])
  /// A text to speak (E-801).
  case announcement(String)
  /// The screen or a part of it changed; the element to move to, if the app named one (E-801).
  case changed(focus: UInt64?)
}
