#sourceLocation(file: "/Project/Note+CoreDataProperties.swift", line: 1)
import Foundation
import CoreData

extension Note {
           public class func fetchRequest() -> NSFetchRequest<Note> {
    return NSFetchRequest<Note>(entityName: "Note")
  }

             public var title: String? { get { _managedValue("title") } set { _setManagedValue(newValue, "title") } }
             public var category: Category? { get { _managedValue("category") } set { _setManagedValue(newValue, "category") } }
             public var parts: NSOrderedSet? { get { _managedValue("parts") } set { _setManagedValue(newValue, "parts") } }
}; extension Note { nonisolated static var _carobExt_Note_Note_CoreDataProperties_swift_1: [_CarobMethod] { [.init(anyValue: "title", "title", 9) { s, _, _, _ in unsafeDowncast(s, to: Note.self).title }, .init(any: "setTitle:", "title", 9) { s, a, _, _ in unsafeDowncast(s, to: Note.self).title = _arg(a) }, .init(anyValue: "category", "category", 10) { s, _, _, _ in unsafeDowncast(s, to: Note.self).category }, .init(any: "setCategory:", "category", 10) { s, a, _, _ in unsafeDowncast(s, to: Note.self).category = _arg(a) }, .init(anyValue: "parts", "parts", 11) { s, _, _, _ in unsafeDowncast(s, to: Note.self).parts }, .init(any: "setParts:", "parts", 11) { s, a, _, _ in unsafeDowncast(s, to: Note.self).parts = _arg(a) }] } }

// MARK: Generated accessors for parts
extension Note {
                                     
             public func insertIntoParts(_ value: Note, at idx: Int) { _insertIntoMany(value, at: idx, "parts") }

                                      
             public func removeFromParts(at idx: Int) { _removeFromMany(at: idx, "parts") }

                               
             public func insertIntoParts(_ values: [Note], at indexes: NSIndexSet) { _insertIntoMany(all: values, at: indexes, "parts") }

                              
             public func removeFromParts(at indexes: NSIndexSet) { _removeFromMany(atAll: indexes, "parts") }

                                                
             public func replaceParts(at idx: Int, with value: Note) { _replaceInMany(at: idx, with: value, "parts") }

                                         
             public func replaceParts(at indexes: NSIndexSet, with values: [Note]) { _replaceInMany(atAll: indexes, with: values, "parts") }

                        
             public func addToParts(_ value: Note) { _addToMany(value, "parts") }

                           
             public func removeFromParts(_ value: Note) { _removeFromMany(value, "parts") }

                  
             public func addToParts(_ values: NSSet) { _addToMany(all: values, "parts") }

                     
             public func removeFromParts(_ values: NSSet) { _removeFromMany(all: values, "parts") }
}; extension Note { nonisolated static var _carobExt_Note_Note_CoreDataProperties_swift_2: [_CarobMethod] { [.init(any: "insertObject:inPartsAtIndex:", "insertIntoParts(_:at:)", 17) { s, a, b, _ in unsafeDowncast(s, to: Note.self).insertIntoParts(_arg(a) as Note, at: _arg(b) as Int) }, .init(any: "removeObjectFromPartsAtIndex:", "removeFromParts(at:)", 20) { s, a, _, _ in unsafeDowncast(s, to: Note.self).removeFromParts(at: _arg(a) as Int) }, .init(any: "insertParts:atIndexes:", "insertIntoParts(_:at:)", 23) { s, a, b, _ in unsafeDowncast(s, to: Note.self).insertIntoParts(_arg(a) as [Note], at: _arg(b) as NSIndexSet) }, .init(any: "removePartsAtIndexes:", "removeFromParts(at:)", 26) { s, a, _, _ in unsafeDowncast(s, to: Note.self).removeFromParts(at: _arg(a) as NSIndexSet) }, .init(any: "replaceObjectInPartsAtIndex:withObject:", "replaceParts(at:with:)", 29) { s, a, b, _ in unsafeDowncast(s, to: Note.self).replaceParts(at: _arg(a) as Int, with: _arg(b) as Note) }, .init(any: "replacePartsAtIndexes:withParts:", "replaceParts(at:with:)", 32) { s, a, b, _ in unsafeDowncast(s, to: Note.self).replaceParts(at: _arg(a) as NSIndexSet, with: _arg(b) as [Note]) }, .init(anyObject: "addPartsObject:", "addToParts(_:)", 35) { s, o in unsafeDowncast(s, to: Note.self).addToParts(_object(o) as Note) }, .init(anyObject: "removePartsObject:", "removeFromParts(_:)", 38) { s, o in unsafeDowncast(s, to: Note.self).removeFromParts(_object(o) as Note) }, .init(any: "addParts:", "addToParts(_:)", 41) { s, a, _, _ in unsafeDowncast(s, to: Note.self).addToParts(_arg(a) as NSSet) }, .init(any: "removeParts:", "removeFromParts(_:)", 44) { s, a, _, _ in unsafeDowncast(s, to: Note.self).removeFromParts(_arg(a) as NSSet) }] } }

extension Note: Identifiable {}
