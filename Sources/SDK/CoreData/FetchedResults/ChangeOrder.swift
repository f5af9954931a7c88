import CarobFoundation

/// A deterministic order for objects in a set, so that every run is the same.
enum ChangeOrder {
  /// By entity, then in order of creation; unsaved objects after saved ones.
  static func precedes(_ a: NSManagedObject, _ b: NSManagedObject) -> Bool { place(a) < place(b) }

  private static func place(_ object: NSManagedObject) -> (String, Int, Int64) {
    let id = object.objectID
    return (id.entity.name ?? "", id.isTemporaryID ? 1 : 0, abs(id.key))
  }
}

extension FetchRequestStorage {
  /// Whether the request is for objects of this entity.
  func covers(_ entity: NSEntityDescription) -> Bool {
    guard let wanted = self.entity?.name ?? self.entityName else { return false }
    var next: NSEntityDescription? = entity
    while let current = next {
      if current.name == wanted { return true }
      next = self.includesSubentities ? current.superentity : nil
    }
    return false
  }
}
