@_spi(Hazards) import CarobRuntime
import CarobFoundation
@_spi(Messages) import CarobRuntime

/// A view that sends actions to targets when the user interacts with it.
@preconcurrency @MainActor
open class UIControl: UIView, UIContextMenuInteractionDelegate {
  /// The kinds of interaction with a control (E-200).
  public struct Event: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchDown = Event(rawValue: 1 << 0)
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    public static let touchDragInside = Event(rawValue: 1 << 2)
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    public static let touchDragExit = Event(rawValue: 1 << 5)
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    public static let touchCancel = Event(rawValue: 1 << 8)
    public static let valueChanged = Event(rawValue: 1 << 12)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let menuActionTriggered = Event(rawValue: 1 << 14)
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    public static let editingChanged = Event(rawValue: 1 << 17)
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
    public static let allEditingEvents = Event(rawValue: 0x000F_0000)
    public static let applicationReserved = Event(rawValue: 0x0F00_0000)
    public static let systemReserved = Event(rawValue: 0xF000_0000)
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)

    /// The names of the bits, for the trace.
    var names: String {
      let all: [(Event, String)] = [
        (.touchDown, "touchDown"), (.touchDownRepeat, "touchDownRepeat"),
        (.touchDragInside, "touchDragInside"),
        (.touchDragOutside, "touchDragOutside"), (.touchDragEnter, "touchDragEnter"),
        (.touchDragExit, "touchDragExit"), (.touchUpInside, "touchUpInside"),
        (.touchUpOutside, "touchUpOutside"),
        (.touchCancel, "touchCancel"), (.valueChanged, "valueChanged"),
        (.primaryActionTriggered, "primaryActionTriggered"), (.menuActionTriggered, "menuActionTriggered"),
        (.editingDidBegin, "editingDidBegin"), (.editingChanged, "editingChanged"),
        (.editingDidEnd, "editingDidEnd"), (.editingDidEndOnExit, "editingDidEndOnExit"),
      ]
      return all.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
  }

  public struct State: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal: State = []
    public static let highlighted = State(rawValue: 1)
    public static let disabled = State(rawValue: 2)
    public static let selected = State(rawValue: 4)
    public static let focused = State(rawValue: 8)
    public static let application = State(rawValue: 0x00FF_0000)
    public static let reserved = State(rawValue: 0xFF00_0000)
  }

  public enum ContentHorizontalAlignment: Int, Sendable { case center, left, right, fill, leading, trailing }
  public enum ContentVerticalAlignment: Int, Sendable { case center, top, bottom, fill }

  public override init(frame: CGRect) { super.init(frame: frame) }

  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: State

  open var isEnabled: Bool {
    get { hasEnabledState }
    set {
      _kvoWill("enabled", isEnabled)
      defer { _kvoDid("enabled", isEnabled) }
      guard hasEnabledState != newValue else { return }
      hasEnabledState = newValue
      // E-219: a disabled control sends nothing, not even for the current touch.
      if !newValue, isTracking {
        endTouch()
        Journal.deliver(.control, "cancelTracking(with:)", to: self, category: .user) {
          cancelTracking(with: nil)
        }
      }
      stateChanged()
    }
  }
  open var isSelected: Bool {
    get { hasSelectedState }
    set {
      _kvoWill("selected", isSelected)
      defer { _kvoDid("selected", isSelected) }
      guard hasSelectedState != newValue else { return }
      hasSelectedState = newValue
      stateChanged()
    }
  }
  // The stored values, regardless of the app's overrides of the getters.
  private(set) final var hasEnabledState = true
  private(set) final var hasSelectedState = false
  open var isHighlighted = false {
    willSet { _kvoWill("highlighted", isHighlighted) }
    didSet {
      if oldValue != isHighlighted { stateChanged() }
      _kvoDid("highlighted", isHighlighted)
    }
  }
  open var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }
  /// Updates the appearance for a new state. Overridden by the SDK's subclasses.
  func stateChanged() { setNeedsDisplay() }
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center { didSet { setNeedsLayout() } }
  open var contentVerticalAlignment = ContentVerticalAlignment.center { didSet { setNeedsLayout() } }
  open var showsMenuAsPrimaryAction = false { didSet { menuChanged() } }
  /// Called when the menu settings change. Overridden by buttons, which open their menu differently.
  func menuChanged() {}
  /// Whether a long press opens the menu of the control's `contextMenuInteraction`, for which the control is
  /// the delegate (E-990).
  open var isContextMenuInteractionEnabled = false {
    didSet {
      guard oldValue != isContextMenuInteractionEnabled else { return }
      if let old = contextMenuInteraction {
        removeInteraction(old)
        contextMenuInteraction = nil
      }
      guard isContextMenuInteractionEnabled else { return }
      let interaction = UIContextMenuInteraction(delegate: self)
      contextMenuInteraction = interaction
      addInteraction(interaction)
    }
  }
  open private(set) var contextMenuInteraction: UIContextMenuInteraction?
  /// Override it to provide the menu; nil shows none.
  open func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? { nil }
  open func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? { nil }
  open func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  open func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  /// Where the menu is attached, in the control's coordinates.
  open func menuAttachmentPoint(for configuration: UIContextMenuConfiguration) -> CGPoint {
    CGPoint(x: bounds.midX, y: bounds.maxY)
  }
  /// Shown below a pointer that rests on the control for a second (E-1029).
  open var toolTip: String? { didSet { if toolTip != nil { ToolTip.wereSet = true } } }

  // MARK: Tracking (E-201)

  open private(set) var isTracking = false
  open private(set) var isTouchInside = false
  /// E-208: how far outside the bounds a touch still counts as inside, in points.
  package var trackingMargin: CGFloat = 0
  @Zeroing private var trackedTouch: UITouch?

  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
  open func cancelTracking(with event: UIEvent?) {}

  private func isInside(_ touch: UITouch, _ event: UIEvent?) -> Bool {
    let point = touch.location(in: self)
    if trackingMargin > 0 { return bounds.insetBy(dx: -trackingMargin, dy: -trackingMargin).contains(point) }
    return self.point(inside: point, with: event)
  }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    // E-219: a disabled control ignores the touch and does not forward it.
    guard isEnabled, let touch = first(touches, event), trackedTouch == nil else { return }
    isTracking = Journal.query(.control, "beginTracking(_:with:)", to: self) {
      beginTracking(touch, with: event)
    }
    guard isTracking else { return }
    trackedTouch = touch
    isTouchInside = true
    // E-202: highlighted before touchDown.
    isHighlighted = true
    // E-203.
    send(touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, event)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking, let touch = trackedTouch, touches.contains(touch) else { return }
    let wasInside = isTouchInside
    isTouchInside = isInside(touch, event)
    let goesOn = Journal.query(.control, "continueTracking(_:with:)", to: self) {
      continueTracking(touch, with: event)
    }
    guard goesOn else { return endTouch() }
    // A handler called above may have disabled the control.
    guard isTracking else { return }
    isHighlighted = isTouchInside
    // E-204, E-205, E-206: crossing the boundary sends both bits.
    switch (wasInside, isTouchInside) {
    case (true, true): send(.touchDragInside, event)
    case (true, false): send([.touchDragExit, .touchDragOutside], event)
    case (false, true): send([.touchDragEnter, .touchDragInside], event)
    case (false, false): send(.touchDragOutside, event)
    }
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking, let touch = trackedTouch, touches.contains(touch) else { return }
    isTouchInside = isInside(touch, event)
    isTracking = false
    trackedTouch = nil
    // E-202: the highlight is removed before touchUpInside is sent.
    isHighlighted = false
    Journal.deliver(.control, "endTracking(_:with:)", to: self, category: .user) {
      endTracking(touch, with: event)
    }
    let inside = isTouchInside
    isTouchInside = false
    touchEnded(inside: inside, event)
  }

  /// E-193: whether the control itself handles this kind of gesture.
  func owns(_ recognizer: UIGestureRecognizer) -> Bool { false }

  static func isSingleTap(_ recognizer: UIGestureRecognizer) -> Bool {
    guard let tap = recognizer as? UITapGestureRecognizer else { return false }
    return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1
  }

  /// E-220: buttons also send the primary action.
  func touchEnded(inside: Bool, _ event: UIEvent?) { send(inside ? .touchUpInside : .touchUpOutside, event) }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking, let touch = trackedTouch, touches.contains(touch) else { return }
    endTouch()
    Journal.deliver(.control, "cancelTracking(with:)", to: self, category: .user) {
      cancelTracking(with: event)
    }
    // E-207.
    send(.touchCancel, event)
  }

  private func endTouch() {
    isTracking = false
    isTouchInside = false
    trackedTouch = nil
    isHighlighted = false
  }

  private func first(_ touches: Set<UITouch>, _ event: UIEvent?) -> UITouch? {
    event?.orderedTouches.first { touches.contains($0) } ?? touches.first
  }

  // MARK: Targets and actions (E-209…E-215)

  /// Whether a target-action pair that is added twice fires twice, as older documentation says (E-214).
  @_spi(Testing) public static var allowsDuplicateTargetActions = false
  @exclusivity(unchecked) private(set) var dispatchTable: [DispatchEntry] = [] {
    didSet { onlyEntry = dispatchTable.count == 1 ? .passUnretained(dispatchTable[0]) : nil }
  }
  /// The table's only entry; nil if there are several or none.
  @exclusivity(unchecked) private var onlyEntry: Unmanaged<DispatchEntry>?

  final class DispatchEntry {
    enum Handler {
      case message(Selector)
      case action(UIAction)
      case segue(ConnectedSegue)
    }
    let handler: Handler
    @exclusivity(unchecked) var events: Event
    let origin: String
    /// The target of a message; nil to search the responder chain.
    private let target: ZeroingReference?
    /// The target's address, 0 for nil. Reading it from the reference would cost a memory access.
    private let address: UInt
    // OPTIMIZATION: stored beside the handler, so that skipping an entry costs two loads and sending needs no
    // copy of the enum.
    let action: Selector?
    /// The target's method after the first direct send. Whether it still belongs to the target is checked on
    /// each send.
    @exclusivity(unchecked) private var found: Runtime.FoundMethod?
    init(_ handler: Handler, to target: AnyObject? = nil, _ events: Event, _ origin: String) {
      self.handler = handler
      self.target = target.map { ZeroingReference($0) }
      address = target.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
      action = if case .message(let action) = handler { action } else { nil }
      self.events = events
      self.origin = origin
    }
    /// The target of a message, if it has one that has not been deallocated.
    var object: AnyObject? { target?.object }
    /// Sends to the cached method. Returns false if there is none or it no longer belongs to the target.
    @inline(__always)
    func sendAgain(from sender: Unmanaged<AnyObject>) -> Bool {
      guard let found else { return false }
      return found.send(to: address, sender)
    }

    /// Returns true if the unretained entry does not match the events, or if it was sent to its cached
    /// method.
    // NB: not isolated, because a main-actor closure checks the current executor, which costs more than
    // everything else here.
    static func isDone(
      _ entry: Unmanaged<DispatchEntry>, _ events: Event, from sender: Unmanaged<AnyObject>
    ) -> Bool {
      entry._withUnsafeGuaranteedRef { entry in
        entry.events.isDisjoint(with: events) || !Journal.isRecording && entry.sendAgain(from: sender)
      }
    }

    /// Sends directly to the target if possible and caches the method. Returns false if nothing was sent.
    func sendFirst(_ action: Selector, from sender: Unmanaged<AnyObject>) -> Bool {
      guard let target = object else { return false }
      found = Runtime.foundObjectMethod(target, action)
      return sendAgain(from: sender)
    }

    /// Whether the target of the message is nil, so that the responder chain is searched.
    var searchesChain: Bool { target == nil }
  }

  open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
    addTarget(target, action, controlEvents, origin: "code")
  }

  func addSegue(_ segue: ConnectedSegue, _ events: Event, origin: String) {
    dispatchTable.append(DispatchEntry(.segue(segue), events, origin))
  }

  func addTarget(_ target: Any?, _ action: Selector, _ events: Event, origin: String) {
    let object = _messageTarget(target)
    let known = dispatchTable.first { entry in
      entry.action == action && (object == nil ? entry.searchesChain : entry.object === object)
    }
    checkEvents(action, events, before: known?.events ?? [])
    if let known {
      if !known.events.isDisjoint(with: events) {
        Journal.warn(
          "\(Journal.describe(self)): \(object.map { Journal.className($0 as? AnyClass ?? type(of: $0)) } ?? "First Responder")."
            + "\(action.name) is already connected for \(known.events.intersection(events).names) (\(known.origin)); "
            + (Self.allowsDuplicateTargetActions ? "it will run twice" : "merged"), rule: "M-39",
          receiver: self)
      }
      if !Self.allowsDuplicateTargetActions {
        // E-214.
        known.events.formUnion(events)
        return
      }
    }
    checkAction(action, object, events)
    dispatchTable.append(DispatchEntry(.message(action), to: object, events, origin))
  }

  /// Warns when the target does not implement the action (M-41).
  private func checkAction(_ action: Selector, _ target: AnyObject?, _ events: Event) {
    // NB: a class that overrides `responds(to:)` is not asked, because a diagnostic never runs app code.
    if let target, !(target is AnyClass), !Runtime.responds(target, action),
      !Runtime.decidesItself(type(of: target)),
      (target as? NSObject).map({ $0.responds(to: action) || $0.forwardingTarget(for: action) != nil })
        != true
    {
      Journal.warn(
        "\(Journal.describe(self)): \(Journal.className(type(of: target))) does not implement \(action.name)"
          + "; \(events.names) will crash", rule: "M-41", receiver: self)
    }
  }

  /// Warns about events that the control never sends (M-38, M-43) or that a handler cannot distinguish
  /// (M-40).
  private func checkEvents(_ action: Selector, _ events: Event, before: Event) {
    if self is UITextField {
      // E-251.
      if events.contains(.valueChanged), events.isDisjoint(with: .allEditingEvents) {
        Journal.warn("UITextField never sends valueChanged; use editingChanged", rule: "M-38", receiver: self)
      }
    } else if let sent = Self.sentEvents.first(where: { $0.type == type(of: self) })?.events,
      events.isDisjoint(with: sent)
    {
      Journal.warn(
        "\(Journal.className(type(of: self))) never sends \(events.names)", rule: "M-43", receiver: self)
    }
    let both: Event = [.touchUpInside, .touchUpOutside]
    if Diagnostics.isStrict, before.union(events).isSuperset(of: both), !before.isSuperset(of: both) {
      Journal.warn(
        "\(action.name) cannot know whether touchUpInside or touchUpOutside called it", rule: "M-40",
        receiver: self)
    }
  }

  /// E-216: the events that the SDK's controls can send; a subclass may send any event.
  private static let sentEvents: [(type: UIControl.Type, events: Event)] = {
    let own = Event.applicationReserved.union(.systemReserved).union(.primaryActionTriggered)
      .union(.menuActionTriggered).union(.allTouchEvents)
    let valued: [UIControl.Type] = [
      UISwitch.self, UISlider.self, UIStepper.self, UISegmentedControl.self, UIPageControl.self,
      UIRefreshControl.self,
    ]
    return [(UIButton.self, own)] + valued.map { ($0, own.union(.valueChanged)) }
  }()

  open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
    // E-213: a nil target matches every target, a nil action every action.
    let object = _messageTarget(target)
    for entry in dispatchTable {
      switch entry.handler {
      case .message(let selector):
        guard object == nil || entry.object === object, action == nil || selector == action else { continue }
      case .segue:
        guard object == nil, action == nil else { continue }
      case .action: continue
      }
      entry.events.subtract(controlEvents)
    }
    dispatchTable.removeAll { $0.events.isEmpty }
  }

  open func addAction(_ action: UIAction, for controlEvents: Event) {
    dispatchTable.removeAll {
      if case .action(let other) = $0.handler {
        return other.identifier == action.identifier && $0.events == controlEvents
      }
      return false
    }
    dispatchTable.append(DispatchEntry(.action(action), controlEvents, "code"))
  }

  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
  }

  open func removeAction(identifiedBy identifier: UIAction.Identifier, for controlEvents: Event) {
    for entry in dispatchTable {
      if case .action(let other) = entry.handler, other.identifier == identifier {
        entry.events.subtract(controlEvents)
      }
    }
    dispatchTable.removeAll { $0.events.isEmpty }
  }

  open func enumerateEventHandlers(
    _ iterator: (UIAction?, (Any?, Selector)?, Event, inout Bool) -> Void
  ) {
    var stop = false
    for entry in dispatchTable where !stop {
      switch entry.handler {
      case .action(let action): iterator(action, nil, entry.events, &stop)
      case .message(let selector): iterator(nil, (entry.object, selector), entry.events, &stop)
      case .segue: continue
      }
    }
  }

  /// E-212: NSNull represents a nil target.
  open var allTargets: Set<AnyHashable> {
    Set(
      dispatchTable.compactMap { entry -> AnyHashable? in
        guard entry.action != nil else { return nil }
        if entry.searchesChain { return NSNull() }
        return entry.object.flatMap { $0 as? AnyHashable }
      })
  }

  open var allControlEvents: Event { dispatchTable.reduce(into: []) { $0.formUnion($1.events) } }

  open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
    let object = _messageTarget(target)
    let names = dispatchTable.compactMap { entry -> String? in
      guard let selector = entry.action, entry.events.contains(controlEvent),
        object == nil ? entry.searchesChain : entry.object === object
      else { return nil }
      return selector.name
    }
    return names.isEmpty ? nil : names
  }

  /// E-210: sends the actions for the control events, without a `UIEvent`.
  open func sendActions(for controlEvents: Event) { send(controlEvents, nil) }

  /// E-209: the table is traversed once, in order; each entry whose mask intersects the events fires once.
  func send(_ events: Event, _ event: UIEvent?) {
    // OPTIMIZATION: a single entry is not retained. It may be removed while its method runs, but is not used
    // after that.
    if let entry = onlyEntry, DispatchEntry.isDone(entry, events, from: Unmanaged.passUnretained(self)) {
      return
    }
    sendToAll(events, event)
  }

  @inline(never)
  private func sendToAll(_ events: Event, _ event: UIEvent?) {
    // NB: iterates over a snapshot of the table; each entry's mask is checked again when its turn comes.
    let table = dispatchTable
    for index in table.indices where !table[index].events.isDisjoint(with: events) {
      if !fireDirectly(table[index], event) { fire(table[index], events, event) }
    }
  }

  /// Fires the common kinds of entry: a message to an object or up the responder chain, without recording and
  /// without overrides of the methods in E-211.
  ///
  /// Returns false for any other entry; then nothing was sent.
  // OPTIMIZATION: skips the two methods between the table and the target if they are not overridden. That
  // depends on the classes of the control and the application, which do not change once a method was found.
  @inline(__always)
  private func fireDirectly(_ entry: DispatchEntry, _ event: UIEvent?) -> Bool {
    guard !Journal.isRecording else { return false }
    return entry.sendAgain(from: Unmanaged.passUnretained(self)) || fireFirst(entry, event)
  }

  @inline(never)
  private func fireFirst(_ entry: DispatchEntry, _ event: UIEvent?) -> Bool {
    guard let action = entry.action, !SendingOverrides.ofControl.isOverridden(by: type(of: self)),
      type(of: UIApplication.shared) == UIApplication.self
    else { return false }
    if entry.searchesChain {
      _ = ActionSender.send(action, to: nil, from: self, for: event, mechanism: .action)
      return true
    }
    return entry.sendFirst(action, from: Unmanaged.passUnretained(self))
  }

  @inline(never)
  private func fire(_ entry: DispatchEntry, _ events: Event, _ event: UIEvent?) {
    let matching = entry.events.intersection(events)
    switch entry.handler {
    case .action(let action):
      Journal.deliverRegistered(
        .action, "{}", from: self, category: .user,
        site: action.site.text, detail: [("controlEvents", matching.names), ("action", action.title)]
      ) { sendAction(action) }
    case .segue(let segue): segue.trigger(by: self)
    case .message(let selector):
      let target = entry.object
      if target == nil, !entry.searchesChain {
        Journal.note(
          .action, selector.name, outcome: "dropped", why: "the target was deallocated", sender: self,
          category: .user)
        return
      }
      UIApplication.shared.sendingEvents = matching
      Journal.deliver(.action, "sendAction(_:to:for:)", to: self, category: .user) {
        sendAction(selector, to: target, for: event)
      }
      UIApplication.shared.sendingEvents = nil
    }
  }

  /// E-211: every action is sent through this method, and then through the application.
  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    UIApplication.shared.sendAction(action, to: target, from: self, for: event)
  }

  open func sendAction(_ action: UIAction) { action.perform(sender: self) }

  override var defaultIsAccessibilityElement: Bool { true }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    var traits: UIAccessibilityTraits = []
    if hasSelectedState { traits.insert(.selected) }
    if !hasEnabledState { traits.insert(.notEnabled) }
    return traits
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIControl.self,
      {
        [
          "enabled": \.isEnabled, "selected": \.isSelected, "highlighted": \.isHighlighted,
          "contentHorizontalAlignment": \.contentHorizontalAlignment,
          "contentVerticalAlignment": \.contentVerticalAlignment,
          "showsMenuAsPrimaryAction": \.showsMenuAsPrimaryAction,
          "contextMenuInteractionEnabled": \.isContextMenuInteractionEnabled, "toolTip": \.toolTip,
        ]
      },
      readOnly: {
        [
          "state": \.state, "tracking": \.isTracking, "touchInside": \.isTouchInside,
          "allControlEvents": \.allControlEvents,
        ]
      },
      reporting: ["enabled", "selected", "highlighted"]
    )
  }
}
