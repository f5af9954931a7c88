import Foundation
import ManagedModelFormat
import NibFormat

/// Reads the XML of one version into a model.
///
/// Continues after errors, so that one run reports all of them; `DataModelCheck` then checks consistency.
final class DataModelReader {
  private let findings: Findings
  private let module: String
  private var composites: [String: [ManagedModel.Property]] = [:]

  init(path: String, module: String) {
    findings = Findings(path: path)
    self.module = module
  }

  func read(_ root: NibElement) -> DataModelSource {
    var source = DataModelSource()
    guard root.name == "model" else {
      findings.error(root.line, "<\(root.name)> is not the root of a data model")
      source.findings = findings.all
      return source
    }
    lookAtNames(root)
    source.model.module = module
    let identifier = root["userDefinedModelVersionIdentifier"] ?? ""
    if !identifier.isEmpty { source.model.versionIdentifiers = [identifier] }
    readComposites(root)
    for element in root.children {
      switch element.name {
      case "entity": source.entities.append(entity(element))
      case "configuration":
        source.model.configurations.append(
          .init(
            name: name(of: element, "a configuration"),
            entities: element.children(named: "memberEntity").map { $0["name"] ?? "" }))
      case "fetchRequest": source.model.fetchRequests.append(fetchRequest(element, place: "fetch request"))
      case "compositeAttribute", "composite": break
      default: skip(element, in: root)
      }
    }
    source.entities.sort { $0.entity.name < $1.entity.name }
    source.model.entities = source.entities.map(\.entity)
    DataModelCheck(root: root, source: source, findings: findings).run()
    source.findings = findings.all
    return source
  }

  // MARK: What is not known

  private func lookAtNames(_ element: NibElement) {
    guard let known = DataModelVocabulary.attributes[element.name] else { return }
    for attribute in element.attributes where !known.contains(attribute.name) {
      findings.warnOnce(
        "\(element.name) \(attribute.name)", element.line,
        "<\(element.name)> has the attribute “\(attribute.name)”, which is unknown and is ignored")
    }
  }

  private func skip(_ element: NibElement, in parent: NibElement) {
    if DataModelVocabulary.ignored.contains(element.name) { return }
    findings.warnOnce(
      "\(parent.name)/\(element.name)", element.line,
      "<\(element.name)> in <\(parent.name)> is unknown and is ignored")
  }

  private func name(of element: NibElement, _ what: String) -> String {
    if let name = element["name"], !name.isEmpty { return name }
    findings.error(element.line, "\(what) has no name")
    return ""
  }

  // MARK: Entities

  private func entity(_ element: NibElement) -> EntitySource {
    lookAtNames(element)
    let name = name(of: element, "an entity")
    var entity = ManagedModel.Entity(name: name)
    entity.className = className(element["representedClassName"])
    entity.isAbstract = flag(element, "isAbstract")
    entity.parent = element["parentEntity"]
    entity.renamingIdentifier = element["elementID"]
    entity.versionHashModifier = element["versionHashModifier"]
    entity.spotlightName = format(element, "coreSpotlightDisplayNameExpression", place: name)
    var source = EntitySource(entity: entity, line: element.line)
    switch element["codeGenerationType"] {
    case nil: break
    case "class": source.codeGeneration = .classDefinition
    case "category": source.codeGeneration = .category
    case let other?: findings.error(element.line, "\(name): “\(other)” is not a kind of code generation")
    }
    if entity.className == "NSManagedObject" { source.codeGeneration = .none }
    for child in element.children { read(child, of: &source, in: element) }
    source.entity.properties.sort { $0.name < $1.name }
    return source
  }

  private func className(_ given: String?) -> String {
    guard let given, !given.isEmpty else { return "NSManagedObject" }
    return given.hasPrefix(".") ? module + given : given
  }

  private func read(_ child: NibElement, of source: inout EntitySource, in element: NibElement) {
    let place = source.entity.name
    switch child.name {
    case "attribute", "relationship", "fetchedProperty":
      let property = property(child, entity: place)
      source.lines[property.name] = child.line
      if flag(child, "usesScalarValueType") { source.scalars.insert(property.name) }
      source.entity.properties.append(property)
    case "userInfo": source.entity.userInfo = userInfo(child)
    case "fetchIndex": source.entity.indexes.append(fetchIndex(child, entity: place))
    case "uniquenessConstraints":
      source.entity.uniquenessConstraints = child.children(named: "uniquenessConstraint").map {
        $0.children(named: "constraint").map { $0["value"] ?? "" }
      }
    case "compoundIndexes":
      for (number, index) in child.children(named: "compoundIndex").enumerated() {
        source.entity.indexes.append(
          .init(
            name: "compoundIndex\(number + 1)",
            elements: index.children(named: "index").map { .init(property: $0["value"] ?? "") }))
      }
    default: skip(child, in: element)
    }
  }

  private func userInfo(_ element: NibElement) -> [String: String] {
    Dictionary(
      element.children(named: "entry").map { ($0["key"] ?? "", $0["value"] ?? "") }, uniquingKeysWith: { $1 })
  }

  private func fetchIndex(_ element: NibElement, entity: String) -> ManagedModel.FetchIndex {
    lookAtNames(element)
    var index = ManagedModel.FetchIndex(name: name(of: element, "\(entity): an index"))
    index.predicate = format(element, "partialIndexPredicate", place: "\(entity): index \(index.name)")
    index.elements = element.children(named: "fetchIndexElement").map { child in
      lookAtNames(child)
      var one = ManagedModel.FetchIndex.Element(property: child["property"] ?? "")
      one.expression = format(child, "expression", place: "\(entity): index \(index.name)")
      one.isAscending = child["order"] != "descending"
      one.isSpatial = child["type"] == "RTree"
      return one
    }
    return index
  }

  // MARK: Properties

  private func property(_ element: NibElement, entity: String) -> ManagedModel.Property {
    lookAtNames(element)
    let name = name(of: element, "\(entity): a property")
    let place = "\(entity).\(name)"
    let kind: ManagedModel.Property.Kind =
      switch element.name {
      case "attribute": .attribute(attribute(element, place: place))
      case "relationship": .relationship(relationship(element, place: place))
      default: .fetched(fetchedProperty(element, place: place))
      }
    var property = ManagedModel.Property(name: name, kind: kind)
    property.isOptional = flag(element, "optional")
    property.isTransient = flag(element, "transient")
    property.isIndexed = flag(element, "indexed") || flag(element, "isIndexed")
    property.isIndexedBySpotlight = flag(element, "spotlightIndexingEnabled")
    property.isStoredInExternalRecord = flag(element, "storedInTruthFile")
    property.renamingIdentifier = element["elementID"]
    property.versionHashModifier = element["versionHashModifier"]
    for child in element.children {
      switch child.name {
      case "userInfo": property.userInfo = userInfo(child)
      case "fetchRequest" where element.name == "fetchedProperty": break
      default: skip(child, in: element)
      }
    }
    return property
  }

  private func attribute(_ element: NibElement, place: String) -> ManagedModel.Attribute {
    let type = attributeType(element, place: place)
    var attribute = ManagedModel.Attribute(type: type)
    let values = AttributeValues(element: element, type: type, place: place, findings: findings)
    attribute.defaultValue = values.defaultValue
    attribute.minimum = values.bound("min")
    attribute.maximum = values.bound("max")
    attribute.regularExpression = values.regularExpression
    attribute.transformerName = element["valueTransformerName"]
    attribute.customClassName = element["customClassName"] ?? element["attributeValueClassName"]
    attribute.allowsExternalBinaryDataStorage = flag(element, "allowsExternalBinaryDataStorage")
    attribute.preservesValueInHistory =
      flag(element, "preserveAfterDeletion") || flag(element, "preservesValueInHistory")
      || flag(element, "preservesValueInHistoryOnDeletion")
    attribute.allowsCloudEncryption = flag(element, "allowsCloudEncryption")
    attribute.derivation = format(element, "derivationExpression", place: place)
    if attribute.derivation == nil, flag(element, "derived") {
      findings.error(element.line, "\(place) is derived, but has no derivation expression")
    }
    if type == .composite { attribute.elements = parts(of: element, place: place) }
    if type == .transformable, attribute.transformerName?.isEmpty ?? true {
      findings.warn(
        element.line,
        "\(place) has no value transformer; name NSSecureUnarchiveFromDataTransformer, or one of your own")
    }
    return attribute
  }

  private func attributeType(_ element: NibElement, place: String) -> ManagedModel.AttributeType {
    guard let name = element["attributeType"] else {
      if !flag(element, "transient") {
        findings.error(element.line, "\(place) must have a defined type")
      }
      return .undefined
    }
    if let type = ManagedModel.AttributeType(rawValue: name) {
      if type == .undefined, !flag(element, "transient") {
        findings.error(element.line, "\(place) must have a defined type")
      }
      return type
    }
    findings.error(element.line, "\(place): “\(name)” is not an attribute type")
    return .undefined
  }

  private func relationship(_ element: NibElement, place: String) -> ManagedModel.Relationship {
    var relationship = ManagedModel.Relationship(destination: element["destinationEntity"] ?? "")
    relationship.inverse = element["inverseName"]
    relationship.isOrdered = flag(element, "ordered")
    relationship.minCount = count(element, "minCount", place) ?? 0
    relationship.maxCount = count(element, "maxCount", place) ?? (flag(element, "toMany") ? 0 : 1)
    switch element["deletionRule"] {
    case nil, "Nullify": relationship.deleteRule = .nullify
    case "Cascade": relationship.deleteRule = .cascade
    case "Deny": relationship.deleteRule = .deny
    case "No Action": relationship.deleteRule = .noAction
    case let other?: findings.error(element.line, "\(place): “\(other)” is not a delete rule")
    }
    return relationship
  }

  private func count(_ element: NibElement, _ key: String, _ place: String) -> Int? {
    guard let text = element[key] else { return nil }
    guard let count = Int(text), count >= 0, count <= Int(Int32.max) else {
      findings.error(element.line, "\(place): \(key) is “\(text)”, which is not a count")
      return nil
    }
    return count
  }

  private func fetchedProperty(_ element: NibElement, place: String) -> ManagedModel.FetchRequest {
    guard let request = element.child(named: "fetchRequest") else {
      findings.error(element.line, "\(place) has no fetch request")
      return ManagedModel.FetchRequest(name: "", entity: "")
    }
    return fetchRequest(request, place: place)
  }

  // MARK: Fetch requests

  private func fetchRequest(_ element: NibElement, place: String) -> ManagedModel.FetchRequest {
    lookAtNames(element)
    let name = name(of: element, "a fetch request")
    let place = place == "fetch request" ? "fetch request \(name)" : place
    var request = ManagedModel.FetchRequest(name: name, entity: element["entity"] ?? "")
    request.predicate = format(element, "predicateString", place: place)
    request.limit = count(element, "fetchLimit", place) ?? 0
    request.offset = count(element, "fetchOffset", place) ?? 0
    request.batchSize = count(element, "fetchBatchSize", place) ?? 0
    request.resultType = UInt(count(element, "resultType", place) ?? 0)
    func isOn(_ keys: String..., otherwise: Bool) -> Bool {
      keys.lazy.compactMap { element[$0] }.first.map(Self.isYes) ?? otherwise
    }
    request.includesSubentities = isOn("includeSubentities", "includesSubentities", otherwise: true)
    request.includesPropertyValues = isOn("includePropertyValues", "includesPropertyValues", otherwise: true)
    request.includesPendingChanges = isOn("includesPendingChanges", otherwise: true)
    request.returnsObjectsAsFaults = isOn("returnObjectsAsFaults", "returnsObjectsAsFaults", otherwise: true)
    request.returnsDistinctResults = isOn("returnDistinctResults", "returnsDistinctResults", otherwise: false)
    return request
  }

  /// The format of a predicate or an expression; nil if it is empty. Quotes and parentheses must be balanced.
  private func format(_ element: NibElement, _ key: String, place: String) -> String? {
    guard let text = element[key], text.contains(where: { !$0.isWhitespace }) else { return nil }
    if let problem = FormatText.problem(in: text) {
      findings.error(element.line, "\(place): \(key) \(problem): \(text)")
    }
    return text
  }

  // MARK: Composite attributes

  private func readComposites(_ root: NibElement) {
    for element in root.children where ["compositeAttribute", "composite"].contains(element.name) {
      let name = name(of: element, "a composite attribute")
      composites[name] = element.children.filter { $0.name == "attribute" }.map {
        property($0, entity: name)
      }
    }
  }

  /// The parts of an attribute of composite type: those of the composite that it names, or of the only one.
  private func parts(of element: NibElement, place: String) -> [ManagedModel.Property] {
    let named = [
      "compositeName", "compositeAttributeName", "customClassName", "valueTransformerName", "name",
    ]
    .lazy.compactMap { element[$0] }.compactMap { self.composites[$0] }.first
    if let parts = named ?? (composites.count == 1 ? composites.first?.value : nil) { return parts }
    findings.error(element.line, "\(place) is composite, but the model has no composite attribute for it")
    return []
  }

  private func flag(_ element: NibElement, _ key: String) -> Bool { element[key].map(Self.isYes) ?? false }
  static func isYes(_ text: String) -> Bool { ["YES", "yes", "true", "1"].contains(text) }
}

/// Checks the quotes and parentheses of predicates and expressions, which are parsed at run time.
enum FormatText {
  static func problem(in text: String) -> String? {
    var quote: Character?
    var open: [Character] = []
    var isEscaped = false
    for character in text {
      if let current = quote {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == current {
          quote = nil
        }
        continue
      }
      switch character {
      case "\"", "'": quote = character
      case "(", "{", "[": open.append(character)
      case ")", "}", "]":
        let matching: Character = character == ")" ? "(" : character == "}" ? "{" : "["
        guard open.popLast() == matching else { return "has a “\(character)” too many" }
      default: break
      }
    }
    if quote != nil { return "has a quotation mark that is not closed" }
    return open.last.map { "has a “\($0)” that is not closed" }
  }
}
