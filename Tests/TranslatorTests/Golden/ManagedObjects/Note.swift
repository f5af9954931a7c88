import CoreData

@objc(Note)
public class Note: NSManagedObject {
  @NSManaged var pinned: Bool
  @NSManaged fileprivate var primitiveTitle: String?
  var shown: String { title ?? "" }
  override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
  }
}

final class Reminder: Note {
  @NSManaged @objc dynamic var alarm: Date?
}

public class Category: NSManagedObject {
  @NSManaged var name, comment: String?
  @NSManaged var notes: Set<Note>?
  @NSManaged func addNotesObject(_ value: Note)
  @NSManaged func addNotes(_ values: Set<Note>)
  init(named name: String) { fatalError(name) }
}

func requests() -> [Any] {
  let path = #keyPath(Note.title)
  let all: NSFetchRequest<Note> = Note.fetchRequest()
  let one = Note.fetchRequest() as! NSFetchRequest<Reminder>
  if let other = all as? NSFetchRequest<Category> { return [other, path] }
  return [all, one]
}
