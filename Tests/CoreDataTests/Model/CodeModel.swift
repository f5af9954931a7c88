import CoreData

/// Notes and categories, built in code.
struct CodeModel {
  let model = NSManagedObjectModel()
  let note = NSEntityDescription()
  let category = NSEntityDescription()
  let title = NSAttributeDescription()
  let notes = NSRelationshipDescription()
  let owner = NSRelationshipDescription()

  init() {
    title.name = "title"
    title.attributeType = .stringAttributeType
    notes.name = "notes"
    notes.destinationEntity = note
    notes.inverseRelationship = owner
    owner.name = "category"
    owner.destinationEntity = category
    owner.inverseRelationship = notes
    owner.maxCount = 1
    note.name = "Note"
    note.properties = [title, owner]
    category.name = "Category"
    category.properties = [notes]
    model.entities = [note, category]
  }
}
