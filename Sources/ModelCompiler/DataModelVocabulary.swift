/// The attributes that Xcode writes for each element, including those without a meaning at run time.
enum DataModelVocabulary {
  static let attributes: [String: Set<String>] = [
    "model": [
      "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
      "sourceLanguage", "usedWithCloudKit", "usedWithSwiftData", "userDefinedModelVersionIdentifier", "name",
      "macOSVersion", "iOSVersion", "defaultFetchIndex",
    ],
    "entity": [
      "name", "representedClassName", "isAbstract", "parentEntity", "syncable", "codeGenerationType",
      "elementID", "versionHashModifier", "coreSpotlightDisplayNameExpression",
    ],
    "attribute": shared.union([
      "attributeType", "defaultValueString", "defaultDateTimeInterval", "minValueString", "maxValueString",
      "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString", "usesScalarValueType",
      "valueTransformerName", "customClassName", "allowsExternalBinaryDataStorage", "preserveAfterDeletion",
      "preservesValueInHistory", "preservesValueInHistoryOnDeletion", "allowsCloudEncryption", "derived",
      "derivationExpression", "compositeName", "compositeAttributeName", "attributeValueClassName",
    ]),
    "relationship": shared.union([
      "toMany", "ordered", "minCount", "maxCount", "deletionRule", "destinationEntity", "inverseName",
      "inverseEntity",
    ]),
    "fetchedProperty": shared,
    "fetchRequest": [
      "name", "entity", "predicateString", "fetchLimit", "fetchOffset", "fetchBatchSize", "resultType",
      "includeSubentities", "includesSubentities", "includePropertyValues", "includesPropertyValues",
      "includesPendingChanges", "returnObjectsAsFaults", "returnsObjectsAsFaults",
      "returnDistinctResults", "returnsDistinctResults",
    ],
    "fetchIndex": ["name", "partialIndexPredicate"],
    "fetchIndexElement": ["property", "expression", "expressionType", "type", "order"],
    "configuration": ["name", "usedWithCloudKit"],
    "memberEntity": ["name"],
    "constraint": ["value"],
    "index": ["value"],
    "entry": ["key", "value"],
    "userInfo": [], "uniquenessConstraints": [], "uniquenessConstraint": [], "compoundIndexes": [],
    "compoundIndex": [], "compositeAttribute": ["name"], "composite": ["name"],
  ]

  private static let shared: Set<String> = [
    "name", "optional", "transient", "syncable", "elementID", "versionHashModifier", "indexed", "isIndexed",
    "spotlightIndexingEnabled", "storedInTruthFile", "readOnly",
  ]

  /// Elements without a meaning at run time.
  static let ignored: Set<String> = ["elements"]

  /// Property names that classes of managed objects already use themselves.
  static let takenNames: Set<String> = [
    "class", "committedValues", "debugDescription", "description", "entity", "faultingState", "hasChanges",
    "hasFault", "hasPersistentChangedValues", "hash", "isDeleted", "isFault", "isInserted", "isProxy",
    "isUpdated", "managedObjectContext", "objectID", "objectWillChange", "observationInfo", "self",
    "superclass", "zone",
  ]
}
