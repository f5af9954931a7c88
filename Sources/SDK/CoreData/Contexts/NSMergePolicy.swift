import CarobFoundation

/// How a save resolves conflicts with values that changed in the store since the context read them (C-146).
public enum NSMergePolicyType: UInt, Sendable {
  case errorMergePolicyType = 0
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  case overwriteMergePolicyType = 3
  case rollbackMergePolicyType = 4
}

open class NSMergePolicy: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  open class var error: NSMergePolicy { Standard.error }
  open class var rollback: NSMergePolicy { Standard.rollback }
  open class var overwrite: NSMergePolicy { Standard.overwrite }
  open class var mergeByPropertyObjectTrump: NSMergePolicy { Standard.objectTrump }
  open class var mergeByPropertyStoreTrump: NSMergePolicy { Standard.storeTrump }

  private enum Standard {
    static let error = NSMergePolicy(merge: .errorMergePolicyType)
    static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
    static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    static let objectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    static let storeTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
  }

  open var mergeType: NSMergePolicyType { type }
  private let type: NSMergePolicyType

  public init(merge ty: NSMergePolicyType) {
    type = ty
    super.init()
  }

  /// Resolves a save's merge conflicts or constraint conflicts.
  open func resolve(mergeConflicts list: [Any]) throws {
    let conflicts = list.compactMap { $0 as? NSMergeConflict }
    if !conflicts.isEmpty { try resolve(optimisticLockingConflicts: conflicts) }
    let constraints = list.compactMap { $0 as? NSConstraintConflict }
    if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
  }

  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    if type == .errorMergePolicyType {
      throw NSError.cocoa(
        NSManagedObjectMergeError, "Could not merge changes.",
        [NSPersistentStoreSaveConflictsErrorKey: list])
    }
    for conflict in list { conflict.sourceObject.resolve(conflict, type) }
  }

  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    if type == .errorMergePolicyType {
      throw NSError.cocoa(
        NSManagedObjectConstraintMergeError, "Could not merge changes.",
        [NSPersistentStoreSaveConflictsErrorKey: list])
    }
    for conflict in list { try conflict.resolve(type) }
  }

  open override var description: String { "<NSMergePolicy: \(addressText(of: self))> (\(type))" }
}

public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyStoreTrump }
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyObjectTrump }
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }

/// A row that changed in the store, or in the parent context, since the object was read.
open class NSMergeConflict: NSObject {
  public let sourceObject: NSManagedObject
  /// The object's current values; nil if it is deleted.
  public let objectSnapshot: [String: Any]?
  /// The values that the object was read with.
  public let cachedSnapshot: [String: Any]?
  /// The current values in the store; nil if the row was deleted.
  public let persistedSnapshot: [String: Any]?
  public let newVersionNumber: Int
  public let oldVersionNumber: Int
  let stored: RowSnapshot?

  public init(
    source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
    cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
  ) {
    sourceObject = srcObject
    objectSnapshot = srcObject.isDeleted ? nil : srcObject.snapshotDictionary
    cachedSnapshot = cachesnap
    persistedSnapshot = persnap
    newVersionNumber = newvers
    oldVersionNumber = oldvers
    stored = nil
    super.init()
  }

  init(_ object: NSManagedObject, cached: RowSnapshot, stored: RowSnapshot?) {
    sourceObject = object
    objectSnapshot = object.isDeleted ? nil : object.snapshotDictionary
    cachedSnapshot = object.dictionary(of: cached)
    persistedSnapshot = stored.map { object.dictionary(of: $0) }
    oldVersionNumber = Int(cached.version)
    newVersionNumber = stored.map { Int($0.version) } ?? 0
    self.stored = stored
    super.init()
  }

  open override var description: String {
    "NSMergeConflict (\(addressText(of: self))) for NSManagedObject (\(addressText(of: sourceObject))) with objectID "
      + "'\(sourceObject.objectID)' with oldVersion = \(oldVersionNumber) and newVersion = "
      + "\(newVersionNumber == 0 ? "<deleted>" : "\(newVersionNumber)")"
  }
}

/// Objects whose values violate a uniqueness constraint.
open class NSConstraintConflict: NSObject {
  public let constraint: [String]
  public let constraintValues: [String: Any]
  /// The object in the store; nil if only objects of the save conflict with each other.
  public let databaseObject: NSManagedObject?
  public let databaseSnapshot: [String: Any]?
  public let conflictingObjects: [NSManagedObject]
  public let conflictingSnapshots: [[AnyHashable: Any]]

  public init(
    constraint contraint: [String], databaseObject: NSManagedObject?, databaseSnapshot: [AnyHashable: Any]?,
    conflictingObjects: [NSManagedObject], conflictingSnapshots: [Any]
  ) {
    constraint = contraint
    self.databaseObject = databaseObject
    var snapshot: [String: Any]?
    for (key, value) in databaseSnapshot ?? [:] {
      if let key = key as? String { snapshot = (snapshot ?? [:]).merging([key: value]) { $1 } }
    }
    self.databaseSnapshot = snapshot
    self.conflictingObjects = conflictingObjects
    self.conflictingSnapshots = conflictingSnapshots.compactMap { $0 as? [AnyHashable: Any] }
    let object = conflictingObjects.first
    constraintValues = Dictionary(
      contraint.map { key in (key, object?.value(forKey: key) ?? NSNull()) }, uniquingKeysWith: { a, _ in a })
    super.init()
  }

  open override var description: String {
    "NSConstraintConflict (\(addressText(of: self))) for constraint (\(constraint.joined(separator: ", "))): database: "
      + "\(databaseObject.map { "\($0.objectID)" } ?? "(null)"), conflictedObjects: "
      + "\(conflictingObjects.map { "\($0.objectID)" })"
  }
}
