import CarobFoundation

// The keys of errors' user info (C-43).
public let NSDetailedErrorsKey = "NSDetailedErrors"
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
public let NSValidationValueErrorKey = "NSValidationErrorValue"
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"

// The codes in NSCocoaErrorDomain (C-44).
public var NSManagedObjectValidationError: Int { 1550 }
public var NSManagedObjectConstraintValidationError: Int { 1551 }
public var NSValidationMultipleErrorsError: Int { 1560 }
public var NSValidationMissingMandatoryPropertyError: Int { 1570 }
public var NSValidationRelationshipLacksMinimumCountError: Int { 1580 }
public var NSValidationRelationshipExceedsMaximumCountError: Int { 1590 }
public var NSValidationRelationshipDeniedDeleteError: Int { 1600 }
public var NSValidationNumberTooLargeError: Int { 1610 }
public var NSValidationNumberTooSmallError: Int { 1620 }
public var NSValidationDateTooLateError: Int { 1630 }
public var NSValidationDateTooSoonError: Int { 1640 }
public var NSValidationInvalidDateError: Int { 1650 }
public var NSValidationStringTooLongError: Int { 1660 }
public var NSValidationStringTooShortError: Int { 1670 }
public var NSValidationStringPatternMatchingError: Int { 1680 }
public var NSValidationInvalidURIError: Int { 1690 }
public var NSManagedObjectContextLockingError: Int { 132000 }
public var NSPersistentStoreCoordinatorLockingError: Int { 132010 }
public var NSManagedObjectReferentialIntegrityError: Int { 133000 }
public var NSManagedObjectExternalRelationshipError: Int { 133010 }
public var NSManagedObjectMergeError: Int { 133020 }
public var NSManagedObjectConstraintMergeError: Int { 133021 }

extension CocoaError.Code {
  public static var managedObjectValidation: CocoaError.Code { .init(rawValue: 1550) }
  public static var managedObjectConstraintValidation: CocoaError.Code { .init(rawValue: 1551) }
  public static var validationMultipleErrors: CocoaError.Code { .init(rawValue: 1560) }
  public static var validationMissingMandatoryProperty: CocoaError.Code { .init(rawValue: 1570) }
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code { .init(rawValue: 1580) }
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code { .init(rawValue: 1590) }
  public static var validationRelationshipDeniedDelete: CocoaError.Code { .init(rawValue: 1600) }
  public static var validationNumberTooLarge: CocoaError.Code { .init(rawValue: 1610) }
  public static var validationNumberTooSmall: CocoaError.Code { .init(rawValue: 1620) }
  public static var validationDateTooLate: CocoaError.Code { .init(rawValue: 1630) }
  public static var validationDateTooSoon: CocoaError.Code { .init(rawValue: 1640) }
  public static var validationInvalidDate: CocoaError.Code { .init(rawValue: 1650) }
  public static var validationStringTooLong: CocoaError.Code { .init(rawValue: 1660) }
  public static var validationStringTooShort: CocoaError.Code { .init(rawValue: 1670) }
  public static var validationStringPatternMatching: CocoaError.Code { .init(rawValue: 1680) }
  public static var managedObjectContextLocking: CocoaError.Code { .init(rawValue: 132000) }
  public static var persistentStoreCoordinatorLocking: CocoaError.Code { .init(rawValue: 132010) }
  public static var managedObjectReferentialIntegrity: CocoaError.Code { .init(rawValue: 133000) }
  public static var managedObjectExternalRelationship: CocoaError.Code { .init(rawValue: 133010) }
  public static var managedObjectMerge: CocoaError.Code { .init(rawValue: 133020) }
  public static var managedObjectConstraintMerge: CocoaError.Code { .init(rawValue: 133021) }
}

extension CocoaError {
  public static var managedObjectValidation: CocoaError.Code { .managedObjectValidation }
  public static var managedObjectConstraintValidation: CocoaError.Code { .managedObjectConstraintValidation }
  public static var validationMultipleErrors: CocoaError.Code { .validationMultipleErrors }
  public static var validationMissingMandatoryProperty: CocoaError.Code {
    .validationMissingMandatoryProperty
  }
  public static var validationRelationshipLacksMinimumCount: CocoaError.Code {
    .validationRelationshipLacksMinimumCount
  }
  public static var validationRelationshipExceedsMaximumCount: CocoaError.Code {
    .validationRelationshipExceedsMaximumCount
  }
  public static var validationRelationshipDeniedDelete: CocoaError.Code {
    .validationRelationshipDeniedDelete
  }
  public static var validationNumberTooLarge: CocoaError.Code { .validationNumberTooLarge }
  public static var validationNumberTooSmall: CocoaError.Code { .validationNumberTooSmall }
  public static var validationDateTooLate: CocoaError.Code { .validationDateTooLate }
  public static var validationDateTooSoon: CocoaError.Code { .validationDateTooSoon }
  public static var validationInvalidDate: CocoaError.Code { .validationInvalidDate }
  public static var validationStringTooLong: CocoaError.Code { .validationStringTooLong }
  public static var validationStringTooShort: CocoaError.Code { .validationStringTooShort }
  public static var validationStringPatternMatching: CocoaError.Code { .validationStringPatternMatching }
  public static var managedObjectReferentialIntegrity: CocoaError.Code { .managedObjectReferentialIntegrity }
  public static var managedObjectExternalRelationship: CocoaError.Code { .managedObjectExternalRelationship }
  public static var managedObjectMerge: CocoaError.Code { .managedObjectMerge }
  public static var managedObjectConstraintMerge: CocoaError.Code { .managedObjectConstraintMerge }

  public var validationErrorDetails: [any Error]? { userInfo[NSDetailedErrorsKey] as? [any Error] }
}

extension NSError {
  /// An error in the Cocoa domain (C-42).
  static func cocoa(_ code: Int, _ text: String, _ userInfo: [String: Any] = [:]) -> NSError {
    var userInfo = userInfo
    userInfo[NSLocalizedDescriptionKey] = text
    return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: userInfo)
  }
}
