import CarobFoundation
import Testing

@Suite struct UndoManagerTests {
  /// A text whose every change can be taken back.
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

  @Test func `groups by hand, names and levels`() {
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

  @Test func `a target that has gone, removed actions and disabled registration`() {
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
}
