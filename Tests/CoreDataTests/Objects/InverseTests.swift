import CoreData
import TestSupport
import Testing

@Suite struct InverseTests {
  @Test(.rule("C-30"))
  func `setting one side updates the other at once`() throws {
    let shelf = try Shelf()
    let (work, notes) = shelf.category("Work", notes: "a", "b")
    let home = shelf.insert("Category", "Home")
    notes[0].setValue(home, forKey: "category")
    #expect(names(work.value(forKey: "notes")) == ["b"])
    #expect(names(home.value(forKey: "notes")) == ["a"])
    home.mutableSetValue(forKey: "notes").add(notes[1])
    #expect(names(work.value(forKey: "notes")) == [])
    #expect(notes[1].value(forKey: "category") as? NSManagedObject === home)
    home.setValue(NSSet(array: [notes[1]]), forKey: "notes")
    #expect(notes[0].value(forKey: "category") == nil)
    home.mutableSetValue(forKey: "notes").remove(notes[1])
    #expect(notes[1].value(forKey: "category") == nil)
  }

  @Test(.rule("C-30"))
  func `an inverse that is not loaded keeps the change until it is`() throws {
    let shelf = try Shelf()
    let (work, notes) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    let other = shelf.another()
    let category = try other.existingObject(with: work.objectID)
    let new = shelf.insert("Note", "c", into: other)
    new.setValue(category, forKey: "category")
    #expect(category.hasFault(forRelationshipNamed: "notes"))
    try other.existingObject(with: notes[0].objectID).setValue(nil, forKey: "category")
    #expect(category.hasFault(forRelationshipNamed: "notes"))
    #expect(names(category.value(forKey: "notes")) == ["b", "c"])
  }

  @Test(.rule("C-31"))
  func `setting a one-to-one relationship clears both previous partners`() throws {
    let shelf = try Shelf()
    let (work, home) = (shelf.insert("Category", "Work"), shelf.insert("Category", "Home"))
    let (red, blue) = (shelf.insert("Cover", "red"), shelf.insert("Cover", "blue"))
    work.setValue(red, forKey: "cover")
    home.setValue(blue, forKey: "cover")
    work.setValue(blue, forKey: "cover")
    #expect(blue.value(forKey: "category") as? NSManagedObject === work)
    #expect(home.value(forKey: "cover") == nil)
    #expect(red.value(forKey: "category") == nil)
  }

  @Test(.rule("C-32"))
  func `both ends count as changed`() throws {
    let shelf = try Shelf()
    let (work, notes) = shelf.category("Work", notes: "a")
    try shelf.context.save()
    notes[0].setValue(nil, forKey: "category")
    #expect(shelf.context.updatedObjects == [work, notes[0]])
  }

  @Test(.rule("C-34"))
  func `an ordered relationship keeps its order through saves`() throws {
    let shelf = try Shelf { $0.isOrdered = true }
    let (work, notes) = shelf.category("Work", notes: "a", "b", "c")
    let ordered = work.mutableOrderedSetValue(forKey: "notes")
    #expect(names(work.value(forKey: "notes")) == ["a", "b", "c"])
    ordered.moveObjects(at: [2], to: 0)
    #expect(names(work.value(forKey: "notes")) == ["c", "a", "b"])
    try shelf.context.save()
    let other = shelf.another()
    let theirs = try other.existingObject(with: work.objectID)
    #expect(names(theirs.value(forKey: "notes")) == ["c", "a", "b"])
    ordered.remove(notes[0])
    #expect(notes[0].value(forKey: "category") == nil)
    #expect(names(work.value(forKey: "notes")) == ["c", "b"])
  }

  @Test(.rule("C-30"))
  func `many-to-many changes both sets`() throws {
    let shelf = try Shelf()
    let (a, b) = (shelf.insert("Note", "a"), shelf.insert("Note", "b"))
    let (red, blue) = (shelf.insert("Tag", "red"), shelf.insert("Tag", "blue"))
    a.mutableSetValue(forKey: "tags").addObjects(from: [red, blue])
    red.mutableSetValue(forKey: "notes").add(b)
    #expect(names(red.value(forKey: "notes")) == ["a", "b"])
    #expect(names(b.value(forKey: "tags")) == ["red"])
    try shelf.context.save()
    a.mutableSetValue(forKey: "tags").remove(red)
    try shelf.context.save()
    let other = shelf.another()
    #expect(names(try other.existingObject(with: red.objectID).value(forKey: "notes")) == ["b"])
    #expect(names(try other.existingObject(with: a.objectID).value(forKey: "tags")) == ["blue"])
  }

  /// Records the notifications of a relationship observer.
  private final class Observer: NSObject {
    var lines: [String] = []
    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      let owner = (object as? NSManagedObject)?.called ?? ""
      let kind = NSKeyValueChange(rawValue: change?[.kindKey] as? UInt ?? 0)
      func text(_ value: Any?) -> String {
        if let object = value as? NSManagedObject { return object.called }
        return value == nil || value is NSNull ? "-" : value as? String ?? names(value).joined(separator: " ")
      }
      lines.append(
        "\(owner).\(keyPath ?? "") \(kind.map { "\($0)" } ?? "") \(text(change?[.oldKey])) → \(text(change?[.newKey]))"
      )
    }
  }

  @Test(.rule("C-32"))
  func `observers of both sides are notified, with the insertions and removals of sets`() throws {
    let shelf = try Shelf()
    let (work, notes) = shelf.category("Work", notes: "a")
    let home = shelf.insert("Category", "Home")
    let observer = Observer()
    for (object, key) in [(notes[0], "category"), (work, "notes"), (home, "notes"), (notes[0], "name")] {
      object.addObserver(observer, forKeyPath: key, options: [.old, .new], context: nil)
    }
    notes[0].setValue(home, forKey: "category")
    notes[0].setValue("b", forKey: "name")
    #expect(
      observer.lines == [
        "Home.notes insertion - → a", "Work.notes removal a → -", "a.category setting Work → Home",
        "b.name setting a → b",
      ])
    for (object, key) in [(notes[0], "category"), (work, "notes"), (home, "notes"), (notes[0], "name")] {
      object.removeObserver(observer, forKeyPath: key)
    }
  }

  @Test(.rule("C-143", "C-48"))
  func `a primitive setter registers no change, a custom one does`() throws {
    let shelf = try Shelf()
    let (work, notes) = shelf.category("Work", notes: "a")
    try shelf.context.save()
    notes[0].setPrimitiveValue("quiet", forKey: "name")
    #expect(!notes[0].hasChanges)
    notes[0].willChangeValue(forKey: "category")
    notes[0].setPrimitiveValue(nil, forKey: "category")
    notes[0].didChangeValue(forKey: "category")
    #expect(notes[0].hasChanges)
    #expect(names(work.value(forKey: "notes")) == [])
  }

  @Test(.rule("C-33"))
  func `objects of different contexts cannot be related`() async throws {
    await #expect(processExitsWith: .failure) {
      let shelf = try Shelf()
      let other = shelf.another()
      let category = shelf.insert("Category", "Work", into: other)
      shelf.insert("Note", "a").setValue(category, forKey: "category")
    }
  }
}
