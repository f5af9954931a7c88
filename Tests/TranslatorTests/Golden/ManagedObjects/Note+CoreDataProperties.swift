import Foundation
import CoreData

extension Note {
  @nonobjc public class func fetchRequest() -> NSFetchRequest<Note> {
    return NSFetchRequest<Note>(entityName: "Note")
  }

  @NSManaged public var title: String?
  @NSManaged public var category: Category?
  @NSManaged public var parts: NSOrderedSet?
}

// MARK: Generated accessors for parts
extension Note {
  @objc(insertObject:inPartsAtIndex:)
  @NSManaged public func insertIntoParts(_ value: Note, at idx: Int)

  @objc(removeObjectFromPartsAtIndex:)
  @NSManaged public func removeFromParts(at idx: Int)

  @objc(insertParts:atIndexes:)
  @NSManaged public func insertIntoParts(_ values: [Note], at indexes: NSIndexSet)

  @objc(removePartsAtIndexes:)
  @NSManaged public func removeFromParts(at indexes: NSIndexSet)

  @objc(replaceObjectInPartsAtIndex:withObject:)
  @NSManaged public func replaceParts(at idx: Int, with value: Note)

  @objc(replacePartsAtIndexes:withParts:)
  @NSManaged public func replaceParts(at indexes: NSIndexSet, with values: [Note])

  @objc(addPartsObject:)
  @NSManaged public func addToParts(_ value: Note)

  @objc(removePartsObject:)
  @NSManaged public func removeFromParts(_ value: Note)

  @objc(addParts:)
  @NSManaged public func addToParts(_ values: NSSet)

  @objc(removeParts:)
  @NSManaged public func removeFromParts(_ values: NSSet)
}

extension Note: Identifiable {}
