import CarobFoundation

// Error codes of stores, in NSCocoaErrorDomain.

/// The domain of SQLite's result codes, also used as a key in user info.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"
/// The stores that a request failed for.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"

public let NSPersistentStoreInvalidTypeError = 134000
public let NSPersistentStoreTypeMismatchError = 134010
public let NSPersistentStoreIncompatibleSchemaError = 134020
public let NSPersistentStoreSaveError = 134030
public let NSPersistentStoreIncompleteSaveError = 134040
public let NSPersistentStoreSaveConflictsError = 134050
public let NSCoreDataError = 134060
public let NSPersistentStoreOperationError = 134070
public let NSPersistentStoreOpenError = 134080
public let NSPersistentStoreTimeoutError = 134090
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
public let NSPersistentStoreIncompatibleVersionHashError = 134100
public let NSMigrationError = 134110
public let NSMigrationConstraintViolationError = 134111
public let NSMigrationCancelledError = 134120
public let NSMigrationMissingSourceModelError = 134130
public let NSMigrationMissingMappingModelError = 134140
public let NSMigrationManagerSourceStoreError = 134150
public let NSMigrationManagerDestinationStoreError = 134160
public let NSEntityMigrationPolicyError = 134170
public let NSSQLiteError = 134180
public let NSInferredMappingModelError = 134190
public let NSExternalRecordImportError = 134200
public let NSPersistentHistoryTokenExpiredError = 134301

/// Creates the errors of stores.
enum StoreErrors {
  static func make(_ code: Int, _ text: String, _ more: [String: Any] = [:]) -> NSError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: text]
    info.merge(more) { $1 }
    return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
  }
}
