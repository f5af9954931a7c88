#sourceLocation(file: "/Project/Note.swift", line: 1)
import CoreData

           
public class Note: NSManagedObject {
             var pinned: Bool { get { _managedValue("pinned") } set { _setManagedValue(newValue, "pinned") } }
             fileprivate var primitiveTitle: String? { get { _primitiveManagedValue("title") } set { _setPrimitiveManagedValue(newValue, "title") } }
  var shown: String { title ?? "" }
  override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
  }
 nonisolated override public class var _carobMethods: [_CarobMethod] { var m: [_CarobMethod] = [.init(anyValue: "pinned", "pinned", 5) { s, _, _, _ in unsafeDowncast(s, to: Note.self).pinned }, .init(any: "setPinned:", "pinned", 5) { s, a, _, _ in unsafeDowncast(s, to: Note.self).pinned = _arg(a) }, .init(anyValue: "primitiveTitle", "primitiveTitle", 6) { s, _, _, _ in unsafeDowncast(s, to: Note.self).primitiveTitle }, .init(any: "setPrimitiveTitle:", "primitiveTitle", 6) { s, a, _, _ in unsafeDowncast(s, to: Note.self).primitiveTitle = _arg(a) }]; m += _carobExt_Note_Note_CoreDataProperties_swift_1; m += _carobExt_Note_Note_CoreDataProperties_swift_2; return m }; nonisolated override public class var _carobSource: String { "Note.swift" }; nonisolated override public class var _carobKVC: [_CarobProperty] { [.init(managed: "pinned", \Note.pinned), .init("primitiveTitle", \Note.primitiveTitle), .init(managed: "title", \Note.title), .init(managed: "category", \Note.category), .init(managed: "parts", \Note.parts)] }; nonisolated override public class var _carobName: String { "Note" }; nonisolated override public class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { nil }; nonisolated override public class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil }; nonisolated override public class var _carobNewManaged: (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)? { { Note(entity: $0, insertInto: $1) } } }

final class Reminder: Note {
                           var alarm: Date? { get { _managedValue("alarm") } set { _setManagedValue(newValue, "alarm") } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "alarm", "alarm", 14) { s, _, _, _ in unsafeDowncast(s, to: Reminder.self).alarm }, .init(any: "setAlarm:", "alarm", 14) { s, a, _, _ in unsafeDowncast(s, to: Reminder.self).alarm = _arg(a) }] }; nonisolated override class var _carobSource: String { "Note.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init(managed: "alarm", \Reminder.alarm)] }; nonisolated override class var _carobName: String { "App.Reminder" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { nil }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil }; nonisolated override class var _carobNewManaged: (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)? { { Reminder(entity: $0, insertInto: $1) } } }

public class Category: NSManagedObject {
             var name: String? { get { _managedValue("name") } set { _setManagedValue(newValue, "name") } }; var comment: String? { get { _managedValue("comment") } set { _setManagedValue(newValue, "comment") } }
             var notes: Set<Note>? { get { _managedValue("notes") } set { _setManagedValue(newValue, "notes") } }
             func addNotesObject(_ value: Note) { _addToMany(value, "notes") }
             func addNotes(_ values: Set<Note>) { _addToMany(all: values, "notes") }
  init(named name: String) { fatalError(name) }
 nonisolated override public class var _carobMethods: [_CarobMethod] { [.init(anyValue: "name", "name", 18) { s, _, _, _ in unsafeDowncast(s, to: Category.self).name }, .init(any: "setName:", "name", 18) { s, a, _, _ in unsafeDowncast(s, to: Category.self).name = _arg(a) }, .init(anyValue: "comment", "comment", 18) { s, _, _, _ in unsafeDowncast(s, to: Category.self).comment }, .init(any: "setComment:", "comment", 18) { s, a, _, _ in unsafeDowncast(s, to: Category.self).comment = _arg(a) }, .init(anyValue: "notes", "notes", 19) { s, _, _, _ in unsafeDowncast(s, to: Category.self).notes }, .init(any: "setNotes:", "notes", 19) { s, a, _, _ in unsafeDowncast(s, to: Category.self).notes = _arg(a) }, .init(anyObject: "addNotesObject:", "addNotesObject(_:)", 20) { s, o in unsafeDowncast(s, to: Category.self).addNotesObject(_object(o)) }, .init(any: "addNotes:", "addNotes(_:)", 21) { s, a, _, _ in unsafeDowncast(s, to: Category.self).addNotes(_arg(a)) }] }; nonisolated override public class var _carobSource: String { "Note.swift" }; nonisolated override public class var _carobKVC: [_CarobProperty] { [.init(managed: "name", \Category.name), .init(managed: "comment", \Category.comment), .init(managed: "notes", \Category.notes)] }; nonisolated override public class var _carobName: String { "App.Category" }; nonisolated override public class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { nil }; nonisolated override public class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil }; nonisolated override public class var _carobNewManaged: (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)? { nil } }

func requests() -> [Any] {
  let path = _keyPath("title", Note.self, { $0.title })
  let all: NSFetchRequest<Note> = Note.fetchRequest()
  let one = _fetchRequest(Note.fetchRequest() , as: NSFetchRequest<Reminder>.self)!
  if let other = _fetchRequest(all , as: NSFetchRequest<Category>.self) { return [other, path] }
  return [all, one]
}
