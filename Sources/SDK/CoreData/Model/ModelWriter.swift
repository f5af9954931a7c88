import CarobFoundation
import ManagedModelFormat

extension NSManagedObjectModel {
  /// The model in the format of model files, whether it was loaded or built in code; stores keep it with
  /// their rows.
  package final func archived() -> Data? { try? ManagedModelFile.data(ModelWriter.model(self)) }

  /// Restores a model from the data of `archived()`; nil if the data is damaged or of another version.
  package convenience init?(archived data: Data) {
    guard let loaded = try? ManagedModelFile.model(data, path: "") else { return nil }
    self.init()
    ModelLoader.fill(self, from: loaded)
  }
}

/// Converts descriptions to the format of model files: the inverse of `ModelLoader`.
///
/// Default values that model files cannot represent, and block predicates, are omitted: the archive describes
/// stored rows, not new objects.
enum ModelWriter {
  static func model(_ model: NSManagedObjectModel) -> ManagedModel {
    var result = ManagedModel(
      versionIdentifiers: model.versionIdentifiers.compactMap { $0 as? String }.sorted(),
      module: model.entities.first?.module ?? "", entities: model.entities.map(entity))
    result.configurations = model.configurations.map { name in
      .init(name: name, entities: (model.entities(forConfigurationName: name) ?? []).compactMap(\.name))
    }
    return result
  }

  private static func entity(_ entity: NSEntityDescription) -> ManagedModel.Entity {
    var result = ManagedModel.Entity(
      name: entity.name ?? "", className: entity.managedObjectClassName ?? "NSManagedObject")
    result.isAbstract = entity.isAbstract
    result.parent = entity.superentity?.name
    result.renamingIdentifier = entity.givenRenamingIdentifier
    result.versionHashModifier = entity.versionHashModifier
    result.userInfo = texts(entity.userInfo)
    result.properties = entity.ownProperties.map(property).sorted { $0.name < $1.name }
    result.uniquenessConstraints = entity.constraintNames
    // C-351: a file has compound indexes as fetch indexes.
    result.indexes =
      entity.indexes.map(index)
      + entity.compoundIndexNames.enumerated().map { number, names in
        .init(name: "compoundIndex\(number + 1)", elements: names.map { .init(property: $0) })
      }
    return result
  }

  private static func texts(_ userInfo: [AnyHashable: Any]?) -> [String: String] {
    var result: [String: String] = [:]
    for (key, value) in userInfo ?? [:] {
      if let key = key as? String, let value = value as? String { result[key] = value }
    }
    return result
  }

  private static func index(_ index: NSFetchIndexDescription) -> ManagedModel.FetchIndex {
    var result = ManagedModel.FetchIndex(
      name: index.name,
      elements: index.elements.map { element in
        var one = ManagedModel.FetchIndex.Element(property: element.propertyName ?? "")
        one.expression = (element.property as? NSExpressionDescription)?.expression?.description
        one.isAscending = element.isAscending
        one.isSpatial = element.collationType == .rTree
        return one
      })
    result.predicate = index.partialIndexPredicate?.description
    return result
  }

  private static func property(_ property: NSPropertyDescription) -> ManagedModel.Property {
    var result = property.format
    if let attribute = property as? NSAttributeDescription {
      var format = attribute.attributeFormat
      format.defaultValue = attribute.defaultValue.flatMap { value($0, attribute.attributeType) }
      format.transformerName = attribute.valueTransformerName
      format.customClassName = attribute.valueClassNameIfGiven
      format.allowsExternalBinaryDataStorage = attribute.allowsExternalBinaryDataStorage
      format.preservesValueInHistory = attribute.preservesValueInHistoryOnDeletion
      result.kind = .attribute(format)
    }
    if let fetched = property as? NSFetchedPropertyDescription, let request = fetched.fetchRequest {
      var format = ManagedModel.FetchRequest(name: property.name, entity: request.entityName ?? "")
      format.predicate = request.predicate?.description
      result.kind = .fetched(format)
    }
    result.renamingIdentifier = property.givenRenamingIdentifier
    result.userInfo = texts(property.userInfo)
    return result
  }

  private static func value(_ value: Any, _ type: NSAttributeType) -> ManagedModel.Value? {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      return (value as? NSNumber).map { .integer($0.int64Value) }
    case .booleanAttributeType: return (value as? NSNumber).map { .boolean($0.boolValue) }
    case .doubleAttributeType, .floatAttributeType: return (value as? NSNumber).map { .real($0.doubleValue) }
    case .decimalAttributeType:
      return (value as? NSDecimalNumber).map { .decimal($0.stringValue) }
        ?? (value as? Decimal).map { .decimal("\($0)") }
    case .stringAttributeType: return (value as? String).map { .text($0) }
    case .dateAttributeType: return (value as? Date).map { .date($0.timeIntervalSinceReferenceDate) }
    case .UUIDAttributeType: return (value as? UUID).map { .uuid($0.uuidString) }
    case .URIAttributeType: return (value as? URL).map { .uri($0.absoluteString) }
    case .binaryDataAttributeType: return (value as? Data).map { .data($0) }
    case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType,
      .compositeAttributeType:
      return nil
    }
  }
}
