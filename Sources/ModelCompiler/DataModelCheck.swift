import Foundation
import ManagedModelFormat
import NibFormat

// C-111
/// Checks the consistency of a model: names, parents, destinations, inverses, bounds.
struct DataModelCheck {
  let root: NibElement
  let source: DataModelSource
  let findings: Findings
  private let byName: [String: EntitySource]

  init(root: NibElement, source: DataModelSource, findings: Findings) {
    self.root = root
    self.source = source
    self.findings = findings
    byName = Dictionary(source.entities.map { ($0.entity.name, $0) }) { first, _ in first }
  }

  func run() {
    var seen: Set<String> = []
    for one in source.entities where !one.entity.name.isEmpty {
      if !seen.insert(one.entity.name).inserted {
        findings.error(one.line, "the model has two entities named “\(one.entity.name)”")
      }
      checkName(one.entity.name, what: one.entity.name, one.line)
      checkParent(one)
      checkProperties(one)
      checkIndexes(one)
    }
    checkConfigurations()
    for element in root.children(named: "fetchRequest") {
      checkRequest(element["entity"] ?? "", "fetch request \(element["name"] ?? "")", element.line)
    }
  }

  // MARK: Entities

  private func checkName(_ name: String, what: String, _ line: Int) {
    let isIdentifier =
      name.first.map { $0.isLetter || $0 == "_" } ?? false
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    if !isIdentifier {
      findings.error(line, "\(what): “\(name)” cannot be the name of an entity or a property")
    }
  }

  private func checkParent(_ one: EntitySource) {
    guard let parent = one.entity.parent else { return }
    guard byName[parent] != nil else {
      findings.error(one.line, "\(one.entity.name): the parent entity “\(parent)” is not in the model")
      return
    }
    var seen: Set<String> = [one.entity.name]
    var next: String? = parent
    while let name = next {
      if name == one.entity.name {
        findings.error(one.line, "\(one.entity.name) inherits from itself")
        return
      }
      if !seen.insert(name).inserted { return }
      next = byName[name]?.entity.parent
    }
  }

  /// The entity's parents, nearest first; stops at cycles.
  private func parents(of one: EntitySource) -> [EntitySource] {
    var result: [EntitySource] = []
    var seen: Set<String> = [one.entity.name]
    var next = one.entity.parent
    while let name = next, seen.insert(name).inserted, let parent = byName[name] {
      result.append(parent)
      next = parent.entity.parent
    }
    return result
  }

  private func property(_ name: String, of one: EntitySource) -> ManagedModel.Property? {
    ([one] + parents(of: one)).lazy.compactMap { $0.entity.properties.first { $0.name == name } }.first
  }

  // MARK: Properties

  private func checkProperties(_ one: EntitySource) {
    var seen: Set<String> = []
    let parents = parents(of: one)
    for property in one.entity.properties where !property.name.isEmpty {
      let line = one.lines[property.name] ?? one.line
      let place = "\(one.entity.name).\(property.name)"
      if !seen.insert(property.name).inserted {
        findings.error(line, "\(one.entity.name) has two properties named “\(property.name)”")
      }
      checkName(property.name, what: place, line)
      if DataModelVocabulary.takenNames.contains(property.name) {
        findings.error(line, "\(place): NSManagedObject already has a property of this name")
      }
      if let parent = parents.first(where: { $0.entity.properties.contains { $0.name == property.name } }) {
        findings.error(
          line, "\(place): the entity inherits a property of this name from \(parent.entity.name)")
      }
      switch property.kind {
      case .attribute(let attribute): check(attribute, place, line)
      case .relationship(let relationship): check(relationship, named: property.name, of: one, line)
      case .fetched(let request): checkRequest(request.entity, place, line)
      }
    }
  }

  private func check(_ attribute: ManagedModel.Attribute, _ place: String, _ line: Int) {
    if let least = number(attribute.minimum), let most = number(attribute.maximum), least > most {
      findings.error(line, "\(place): the minimum is greater than the maximum")
    }
    guard attribute.type != .string, let value = number(attribute.defaultValue) else { return }
    if let least = number(attribute.minimum), value < least {
      findings.warn(line, "\(place): the default value is less than the minimum")
    }
    if let most = number(attribute.maximum), value > most {
      findings.warn(line, "\(place): the default value is greater than the maximum")
    }
  }

  private func number(_ value: ManagedModel.Value?) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number), .date(let number): number
    case .decimal(let text): Double(text)
    default: nil
    }
  }

  private func check(
    _ relationship: ManagedModel.Relationship, named name: String, of one: EntitySource, _ line: Int
  ) {
    let place = "\(one.entity.name).\(name)"
    if relationship.destination.isEmpty {
      findings.error(line, "\(place) must have a destination")
      return
    }
    guard let destination = byName[relationship.destination] else {
      findings.error(line, "\(place): the destination “\(relationship.destination)” is not in the model")
      return
    }
    if relationship.maxCount != 0, relationship.minCount > relationship.maxCount {
      findings.error(line, "\(place): the minimum count is greater than the maximum")
    }
    guard let inverse = relationship.inverse else {
      findings.warn(line, "\(place) should have an inverse")
      return
    }
    guard let other = property(inverse, of: destination), case .relationship(let back) = other.kind else {
      findings.error(
        line, "\(place): the inverse “\(inverse)” is not a relationship of \(relationship.destination)")
      return
    }
    let family = [one.entity.name] + parents(of: one).map(\.entity.name)
    if back.inverse != name || !family.contains(back.destination) {
      findings.error(
        line,
        "\(place): the inverse \(relationship.destination).\(inverse) leads to "
          + "\(back.destination).\(back.inverse ?? "(nothing)"), not back")
    }
  }

  // MARK: The rest

  private func checkIndexes(_ one: EntitySource) {
    for index in one.entity.indexes {
      if index.elements.isEmpty {
        findings.warn(one.line, "\(one.entity.name): the index \(index.name) has no elements")
      }
      for element in index.elements where element.expression == nil {
        if property(element.property, of: one) == nil {
          findings.error(
            one.line,
            "\(one.entity.name): the index \(index.name) names “\(element.property)”, "
              + "which is not a property of the entity")
        }
      }
    }
    for name in one.entity.uniquenessConstraints.joined() where property(name, of: one) == nil {
      findings.error(
        one.line,
        "\(one.entity.name): a uniqueness constraint names “\(name)”, which is not a property of the entity")
    }
  }

  private func checkConfigurations() {
    for element in root.children(named: "configuration") {
      for member in element.children(named: "memberEntity") where byName[member["name"] ?? ""] == nil {
        findings.error(
          member.line,
          "configuration \(element["name"] ?? ""): the entity “\(member["name"] ?? "")” is not in the model")
      }
    }
  }

  private func checkRequest(_ entity: String, _ place: String, _ line: Int) {
    if byName[entity] == nil {
      findings.error(line, "\(place): the entity “\(entity)” is not in the model")
    }
  }
}
