import CarobFoundation
import TestSupport
import Testing

@Suite struct UndoManagerTests {
  /// A text whose changes can be undone.
  final class Text: @unchecked Sendable {
    // @unchecked because each test uses it on one thread.
    let undo: UndoManager
    init(_ undo: UndoManager) { self.undo = undo }
    var text = "" {
      didSet { undo.registerUndo(withTarget: self) { [oldValue] in $0.text = oldValue } }
    }
  }

  @Test func `a turn of the run loop is one group`() {
    withLoop { loop, clock in
      let undo = UndoManager()
      let text = Text(undo)
      loop.add(
        Timer(timeInterval: 1, repeats: false) { _ in
          text.text = "a"; text.text = "ab"
        }, forMode: .default)
      loop.add(Timer(timeInterval: 2, repeats: false) { _ in text.text = "abc" }, forMode: .default)
      loop.add(Port(), forMode: .default)
      loop.run(clock, for: 3)
      #expect(undo.canUndo && !undo.canRedo && undo.groupingLevel == 0)
      undo.undo()
      #expect(text.text == "ab")
      undo.undo()
      #expect(text.text == "" && !undo.canUndo)
      undo.redo()
      #expect(text.text == "ab")
      undo.redo()
      #expect(text.text == "abc" && !undo.canRedo)
      undo.undo()
      text.text = "new"
      #expect(!undo.canRedo)
      undo.undo()
      #expect(text.text == "ab")
    }
  }

  @Test func `explicit groups, names and levels`() {
    let undo = UndoManager()
    undo.groupsByEvent = false
    undo.levelsOfUndo = 2
    let text = Text(undo)
    for word in ["a", "b", "c"] {
      undo.beginUndoGrouping()
      text.text = word
      undo.beginUndoGrouping()
      text.text += "!"
      undo.endUndoGrouping()
      undo.setActionName("Type \(word)")
      undo.endUndoGrouping()
    }
    #expect(undo.undoMenuItemTitle == "Undo Type c")
    undo.undo()
    #expect(text.text == "b!" && undo.undoActionName == "Type b" && undo.redoMenuItemTitle == "Redo Type c")
    undo.undo()
    undo.undo()
    #expect(text.text == "a!" && !undo.canUndo)
  }

  @Test func `deallocated targets, removed actions and disabled registration`() {
    let undo = UndoManager()
    do {
      let text = Text(undo)
      text.text = "a"
    }
    undo.undo()
    let text = Text(undo)
    undo.disableUndoRegistration()
    text.text = "b"
    undo.enableUndoRegistration()
    #expect(!undo.canUndo)
    text.text = "c"
    undo.removeAllActions(withTarget: text)
    undo.undo()
    #expect(text.text == "c")
  }

  /// The notifications that an undo manager posts, with its grouping level at that time.
  private func timeline(_ undo: UndoManager, _ body: () -> Void) -> [String] {
    let record = Log()
    let names: [(Notification.Name, String)] = [
      (.NSUndoManagerCheckpoint, "checkpoint"), (.NSUndoManagerDidOpenUndoGroup, "opened"),
      (.NSUndoManagerWillCloseUndoGroup, "will close"), (.NSUndoManagerDidCloseUndoGroup, "closed"),
      (.NSUndoManagerWillUndoChange, "will undo"), (.NSUndoManagerDidUndoChange, "undone"),
      (.NSUndoManagerWillRedoChange, "will redo"), (.NSUndoManagerDidRedoChange, "redone"),
    ]
    let tokens = names.map { name, text in
      NotificationCenter.default.addObserver(forName: name, object: undo, queue: nil) { note in
        record("\(text) \((note.object as? UndoManager)?.groupingLevel ?? -1)")
      }
    }
    body()
    tokens.forEach { NotificationCenter.default.removeObserver($0) }
    return record.take()
  }

  @Test func `groups open and close with notifications, inside the group of the turn`() {
    withLoop { loop, clock in
      let undo = UndoManager()
      #expect(undo.groupingLevel == 0 && undo.levelsOfUndo == 0 && undo.groupsByEvent)
      #expect(undo.isUndoRegistrationEnabled && !undo.isUndoing && !undo.isRedoing)
      let told = timeline(undo) {
        undo.beginUndoGrouping()
        #expect(undo.groupingLevel == 2)
        undo.endUndoGrouping()
        #expect(undo.groupingLevel == 1)
        undo.endUndoGrouping()
      }
      #expect(
        told == [
          "checkpoint 0", "opened 1", "checkpoint 1", "opened 2", "checkpoint 2", "will close 2", "closed 1",
          "checkpoint 1", "will close 1", "closed 0",
        ])
    }
  }

  @Test func `undo and redo post notifications before and after, and set their state in between`() {
    let undo = UndoManager()
    undo.groupsByEvent = false
    let text = Text(undo)
    let states = Log()
    undo.beginUndoGrouping()
    text.text = "a"
    undo.registerUndo(withTarget: text) { [undo] _ in
      states("undoing \(undo.isUndoing) redoing \(undo.isRedoing)")
    }
    undo.endUndoGrouping()
    let told = timeline(undo) {
      undo.undo()
      undo.redo()
    }
    #expect(
      told.filter { !$0.hasPrefix("checkpoint") } == [
        "will undo 0", "opened 1", "will close 1", "closed 0", "undone 0",
        "will redo 0", "opened 1", "will close 1", "closed 0", "redone 0",
      ])
    #expect(states.take() == ["undoing true redoing false"])
    #expect(timeline(undo) { undo.redo() }.filter { !$0.hasPrefix("checkpoint") } == [])
  }

  @Test func `closures and messages can be mixed, and are undone and redone in order`() {
    let undo = UndoManager()
    undo.groupsByEvent = false
    let field = Field(undo)
    for (index, word) in ["one", "two", "three", "four"].enumerated() {
      undo.beginUndoGrouping()
      if index % 2 == 0 { field.set(word) } else { field.setByMessage(word) }
      undo.endUndoGrouping()
    }
    func run(_ step: () -> Void) -> [String?] {
      (0..<4).map { _ in
        step()
        return field.value
      }
    }
    for _ in 0..<2 {
      #expect(run(undo.undo) == ["three", "two", "one", nil] && !undo.canUndo && undo.canRedo)
      #expect(run(undo.redo) == ["one", "two", "three", "four"] && undo.canUndo && !undo.canRedo)
    }
    undo.levelsOfUndo = 2
    #expect(run(undo.undo) == ["three", "two", "two", "two"])
    #expect(run(undo.redo) == ["three", "four", "four", "four"])
  }

  @Test func `a new action clears the redo stack, and removing all actions resets the manager`() {
    let undo = UndoManager()
    undo.groupsByEvent = false
    let field = Field(undo)
    func change(_ word: String) {
      undo.beginUndoGrouping()
      field.set(word)
      undo.endUndoGrouping()
    }
    change("one")
    change("two")
    undo.undo()
    change("three")
    undo.redo()
    #expect(field.value == "three" && !undo.canRedo)
    undo.disableUndoRegistration()
    undo.disableUndoRegistration()
    undo.removeAllActions()
    #expect(!undo.canUndo && undo.isUndoRegistrationEnabled)
    change("four")
    undo.undo()
    #expect(field.value == "three")
  }

  @Test func `removing a target's actions also removes the groups that had no others`() {
    let undo = UndoManager()
    undo.groupsByEvent = false
    let (first, second) = (Field(undo), Field(undo))
    for (field, word) in [(first, "one"), (second, "two"), (first, "three")] {
      undo.beginUndoGrouping()
      field.set(word)
      undo.endUndoGrouping()
    }
    undo.undo()
    #expect(undo.canUndo && undo.canRedo)
    undo.removeAllActions(withTarget: first)
    #expect(undo.canUndo && !undo.canRedo)
    undo.undo()
    #expect(first.value == "one" && second.value == nil)
    #expect(!undo.canUndo && undo.canRedo)
  }

  @Test func `asking whether something can be redone posts a checkpoint`() {
    let undo = UndoManager()
    #expect(timeline(undo) { _ = undo.canRedo } == ["checkpoint 0"])
    #expect(timeline(undo) { _ = undo.canUndo } == [])
  }

  @Test func `an undone action releases its captures`() {
    let undo = UndoManager()
    undo.groupsByEvent = false
    let field = Field(undo)
    weak var gone: Target?
    do {
      let target = Target()
      gone = target
      undo.beginUndoGrouping()
      undo.registerUndo(withTarget: field) { [target] _ in _ = target }
      undo.endUndoGrouping()
    }
    #expect(gone != nil)
    undo.undo()
    #expect(gone == nil)
  }

  private static let misuses: [(String, String)] = [
    ("register", "must begin a group before registering undo"),
    ("end", "endUndoGrouping called with no matching begin"),
    ("enable", "enableUndoRegistration may only be invoked with matching call to disable"),
    ("undo", "too many nested undo groups"),
  ]
  @Test(arguments: misuses)
  func `misuse ends the app with an explanation`(what: String, message: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [what = what as String] in
      let undo = UndoManager()
      undo.groupsByEvent = false
      switch what {
      case "register": undo.registerUndo(withTarget: undo) { _ in }
      case "end": undo.endUndoGrouping()
      case "enable": undo.enableUndoRegistration()
      default:
        undo.beginUndoGrouping()
        undo.beginUndoGrouping()
        undo.undo()
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(message))
  }

  /// A value whose changes are undone by closures or messages.
  private final class Field: NSObject, @unchecked Sendable {
    // @unchecked because each test uses it on one thread.
    private let undo: UndoManager
    private(set) var value: String?
    init(_ undo: UndoManager) { self.undo = undo }
    func set(_ new: String?) {
      undo.registerUndo(withTarget: self) { [value] in $0.set(value) }
      value = new
    }
    func setByMessage(_ new: String?) {
      undo.registerUndo(withTarget: self, selector: Selector("setByMessage:"), object: value)
      value = new
    }
    override class var _carobMethods: [_CarobMethod] {
      [
        .init(any: "setByMessage:", "setByMessage(_:)", 0) { s, a, _, _ in
          unsafeDowncast(s, to: Field.self).setByMessage(a as? String)
        }
      ]
    }
  }

  @Test(.rule("F-222")) func `messages to the prepared object are undo actions`() {
    let undo = UndoManager()
    undo.groupsByEvent = false
    let named = UndoneName()
    named.undo = undo
    undo.beginUndoGrouping()
    named.setName("a")
    undo.endUndoGrouping()
    undo.beginUndoGrouping()
    named.setName("b")
    undo.endUndoGrouping()
    undo.undo()
    #expect(named.name == "a")
    undo.undo()
    #expect(named.name == "" && undo.canRedo)
    undo.redo()
    #expect(named.name == "a")
    // `setValue(_:forKey:)`, which every object has, is recorded too.
    undo.beginUndoGrouping()
    _any(undo.prepare(withInvocationTarget: named) as AnyObject)
      ._method("setValue:forKey:", { (r: NSObject) in { r.setValue($0, forKey: $1) } })("c", "name")
    undo.endUndoGrouping()
    #expect(named.name == "a")
    undo.undo()
    #expect(named.name == "c")
  }

  @Test(.rule("F-222")) func `messages that the target does not implement cannot be prepared`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _any(UndoManager().prepare(withInvocationTarget: NSObject()) as AnyObject)
        ._method("setName:", { (r: UndoneName) in { r.setName($0) } })("x")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("-[NSObject setName:]: unrecognized selector prepared for undo"))
  }
}

/// As the translator generates `(undo.prepare(withInvocationTarget: self) as AnyObject).setName(name)`.
private final class UndoneName: NSObject {
  var undo: UndoManager?
  var name = ""
  func setName(_ new: String) {
    if let undo {
      _any((undo.prepare(withInvocationTarget: self) as AnyObject))
        ._method("setName:", { (r: UndoneName) in { r.setName($0) } })(name)
    }
    name = new
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(any: "setName:", "setName(_:)", 1) { s, a, _, _ in
        unsafeDowncast(s, to: UndoneName.self).setName(_arg(a))
      }
    ]
  }
  override class var _carobKVC: [_CarobProperty] { [.init("name", \UndoneName.name)] }
}
