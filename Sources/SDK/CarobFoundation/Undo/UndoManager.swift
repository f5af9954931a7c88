@_spi(Hazards) import CarobRuntime
import Foundation

/// Records undo actions in groups, by default one group per run loop turn.
open class UndoManager: NSObject {
  private final class Group {
    var actions: [Action] = []
    var name = ""
  }

  private struct Action {
    // NB: the reference is not first, because of the limit of `Zeroing`.
    let cause: UInt64
    @Zeroing var target: AnyObject?
    let perform: (AnyObject) -> Void
  }

  private enum Mode { case recording, undoing, redoing }

  private var undoStack: [Group] = []
  private var redoStack: [Group] = []
  private var open: [Group] = []
  private var mode = Mode.recording
  private var disableCount = 0
  private var closer: RunLoopObserver?
  private var isGroupOfTurn = false
  /// Called before undoing, so that managed object contexts can register the changes of the current event
  /// (C-62).
  package final var preparations: [() -> Void] = []

  // MARK: Registering

  /// Registers an undo action. The target is held weakly; if it has been deallocated, the action is skipped.
  open func registerUndo<Target: AnyObject>(withTarget target: Target, handler: @escaping (Target) -> Void) {
    register(target) { handler(unsafeDowncast($0, to: Target.self)) }
  }

  /// Registers a message as an undo action.
  open func registerUndo(withTarget target: Any, selector: Selector, object: Any?) {
    register(target as AnyObject) { _sendMessage($0, selector, object) }
  }

  /// Returns an object that records the messages it receives as undo actions:
  /// `(undo.prepare(withInvocationTarget: self) as AnyObject).setName(old)` (F-222).
  open func prepare(withInvocationTarget target: Any) -> Any {
    UndoInvocations(self, target: target as AnyObject)
  }

  private func register(_ target: AnyObject, _ perform: @escaping (AnyObject) -> Void) {
    guard isUndoRegistrationEnabled else { return }
    if open.isEmpty { openGroupOfTurn() }
    guard let group = open.last else {
      NSException.raise(
        .internalInconsistencyException, "registerUndo: must begin a group before registering undo")
    }
    if mode == .recording { redoStack = [] }
    group.actions.append(
      Action(cause: Journal.cause, target: Zeroing(wrappedValue: target), perform: perform))
  }

  /// Removes all recorded actions and enables registration.
  open func removeAllActions() {
    (undoStack, redoStack) = ([], [])
    disableCount = 0
    open.forEach { $0.actions = [] }
  }

  open func removeAllActions(withTarget target: Any) {
    for group in undoStack + redoStack + open {
      group.actions.removeAll { $0.target === target as AnyObject }
    }
    undoStack.removeAll { $0.actions.isEmpty }
    redoStack.removeAll { $0.actions.isEmpty }
  }

  open func disableUndoRegistration() { disableCount += 1 }

  open func enableUndoRegistration() {
    if disableCount == 0 {
      NSException.raise(
        .internalInconsistencyException,
        "enableUndoRegistration may only be invoked with matching call to disable")
    }
    disableCount -= 1
  }

  open var isUndoRegistrationEnabled: Bool { disableCount == 0 }

  // MARK: Groups

  /// Whether each run loop turn is a group of its own.
  open var groupsByEvent = true
  open var runLoopModes: [RunLoop.Mode] = [.default]
  /// The maximum number of undo groups; 0 for no limit.
  open var levelsOfUndo = 0 {
    didSet { trim() }
  }
  open var groupingLevel: Int { open.count }

  open func beginUndoGrouping() {
    // NB: the first group of a turn is always nested in the turn's group.
    if open.isEmpty, groupsByEvent, mode == .recording { openGroupOfTurn() }
    begin()
  }

  open func endUndoGrouping() {
    guard !open.isEmpty else {
      NSException.raise(.internalInconsistencyException, "endUndoGrouping called with no matching begin")
    }
    post(.NSUndoManagerCheckpoint)
    post(.NSUndoManagerWillCloseUndoGroup)
    let group = open.removeLast()
    if let outer = open.last {
      outer.actions += group.actions
      if outer.name.isEmpty { outer.name = group.name }
    } else {
      isGroupOfTurn = false
      closer?.invalidate()
      closer = nil
      if !group.actions.isEmpty {
        if mode == .undoing { redoStack.append(group) } else { undoStack.append(group) }
        trim()
      }
    }
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  private func begin() {
    post(.NSUndoManagerCheckpoint)
    open.append(Group())
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  private func openGroupOfTurn() {
    guard groupsByEvent else { return }
    begin()
    isGroupOfTurn = true
    closer = RunLoop.current.addObserver(
      activities: [.beforeWaiting, .exit], order: 350_000, repeats: false, modes: runLoopModes
    ) { [weak self] _ in self?.closeGroupOfTurn() }
  }

  private func closeGroupOfTurn() {
    if isGroupOfTurn, open.count == 1 { endUndoGrouping() }
  }

  private func trim() {
    guard levelsOfUndo > 0 else { return }
    undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
    redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
  }

  // MARK: Undoing and redoing

  open var canUndo: Bool { !undoStack.isEmpty || open.contains { !$0.actions.isEmpty } }
  open var canRedo: Bool {
    post(.NSUndoManagerCheckpoint)
    return !redoStack.isEmpty
  }
  open var isUndoing: Bool { mode == .undoing }
  open var isRedoing: Bool { mode == .redoing }

  /// Closes the turn's group if it is open, and undoes the last group.
  open func undo() {
    for prepare in preparations { prepare() }
    if open.count == 1 { endUndoGrouping() }
    undoNestedGroup()
  }

  open func undoNestedGroup() {
    guard open.isEmpty else {
      NSException.raise(.internalInconsistencyException, "undo was called with too many nested undo groups")
    }
    post(.NSUndoManagerCheckpoint)
    guard let group = undoStack.popLast() else { return }
    run(group, .undoing, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange)
  }

  open func redo() {
    for prepare in preparations { prepare() }
    if open.count == 1 { endUndoGrouping() }
    post(.NSUndoManagerCheckpoint)
    guard let group = redoStack.popLast() else { return }
    run(group, .redoing, .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange)
  }

  private func run(_ group: Group, _ mode: Mode, _ will: Notification.Name, _ did: Notification.Name) {
    post(will)
    self.mode = mode
    begin()
    open.last?.name = group.name
    for action in group.actions.reversed() {
      guard let target = action.target else { continue }
      Journal.with(cause: action.cause) { action.perform(target) }
    }
    while !open.isEmpty { endUndoGrouping() }
    self.mode = .recording
    post(did)
  }

  // MARK: Names

  open func setActionName(_ actionName: String) {
    (open.last ?? undoStack.last)?.name = actionName
  }

  open var undoActionName: String { open.last { !$0.name.isEmpty }?.name ?? undoStack.last?.name ?? "" }
  open var redoActionName: String { redoStack.last?.name ?? "" }
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
}

extension Foundation.NSNotification.Name {
  public static let NSUndoManagerCheckpoint = Self("NSUndoManagerCheckpointNotification")
  public static let NSUndoManagerDidOpenUndoGroup = Self("NSUndoManagerDidOpenUndoGroupNotification")
  public static let NSUndoManagerWillCloseUndoGroup = Self("NSUndoManagerWillCloseUndoGroupNotification")
  public static let NSUndoManagerDidCloseUndoGroup = Self("NSUndoManagerDidCloseUndoGroupNotification")
  public static let NSUndoManagerWillUndoChange = Self("NSUndoManagerWillUndoChangeNotification")
  public static let NSUndoManagerDidUndoChange = Self("NSUndoManagerDidUndoChangeNotification")
  public static let NSUndoManagerWillRedoChange = Self("NSUndoManagerWillRedoChangeNotification")
  public static let NSUndoManagerDidRedoChange = Self("NSUndoManagerDidRedoChangeNotification")
}
