/// Which protocols a type adopts, from the module and from frameworks.
extension ModuleIndex {
  /// The names of all protocols that the type adopts itself, in its declaration or in extensions.
  func adopted(_ id: TypeID) -> [String] {
    var names = record(id).inherited
    if record(id).kind == .class, superclass(id) != .none { names.removeFirst() }
    for number in extensionsOf[id] ?? [] { names += record(number).inherited }
    return names
  }

  /// Whether the type or a superclass adopts a protocol of the module, or a protocol that inherits it.
  func conforms(_ id: TypeID, to adopted: TypeID) -> Bool {
    var asked: [TypeID] = []
    var next: TypeID? = id
    var result = false
    while let type = next {
      if let known = conformances[Conformance(type: type, adopted: adopted)] {
        result = known
        break
      }
      asked.append(type)
      conformances[Conformance(type: type, adopted: adopted)] = false  // stops at cycles
      if adoptedModuleProtocols(type).contains(where: { $0 == adopted || conforms($0, to: adopted) }) {
        result = true
        break
      }
      if case .module(let superclass) = superclass(type) { next = superclass } else { next = nil }
    }
    for type in asked { conformances[Conformance(type: type, adopted: adopted)] = result }
    return result
  }

  func adoptedModuleProtocols(_ id: TypeID) -> [TypeID] {
    if let known = adoptedProtocols[id] { return known }
    let result = adopted(id).compactMap { resolve($0, from: id) }.filter { record($0).kind == .protocol }
    adoptedProtocols[id] = result
    return result
  }

  /// The protocols that an extension of another module's type adopts.
  func moduleProtocols(adoptedBy id: ExtensionID) -> [TypeID] {
    withInherited(record(id).inherited.compactMap { resolve($0, scope: [], file: id.file) })
  }

  /// The protocols among the types, and the protocols that they inherit.
  func withInherited(_ types: [TypeID]) -> [TypeID] {
    var result: [TypeID] = []
    var seen: Set<TypeID> = []
    var pending = types
    while let next = pending.popLast() {
      guard record(next).kind == .protocol, seen.insert(next).inserted else { continue }
      result.append(next)
      pending += record(next).inherited.compactMap { resolve($0, from: next) }
    }
    return result
  }

  /// Swift's own protocols; none of their requirements has a selector.
  private static let swiftProtocols: Set<String> = [
    "Equatable", "Hashable", "Comparable", "Codable", "Decodable", "Encodable", "Sendable", "Identifiable",
    "CustomStringConvertible", "CustomDebugStringConvertible", "CustomReflectable", "Error", "LocalizedError",
    "AnyObject", "Sequence", "IteratorProtocol", "Collection", "ObservableObject", "CaseIterable",
    "RawRepresentable",
    "_CarobMethods",
  ]

  /// Whether the type itself adopts a protocol of another module that may have requirements with selectors.
  func adoptsFrameworkProtocol(_ id: TypeID) -> Bool {
    adopted(id).contains { name in
      if let type = resolve(name, from: id) {
        return record(type).kind == .protocol && inheritsFrameworkProtocol(type, depth: 0)
      }
      return !Self.swiftProtocols.contains(unqualified(name))
    }
  }

  /// The topmost class, from the type upwards, that itself adopts such a protocol.
  func topmostAdopter(_ id: TypeID) -> TypeID? {
    inherited(topmostAdopters, id) { type, above in
      if let above, let adopter = above { return adopter }
      return adoptsFrameworkProtocol(type) ? type : nil
    }
  }

  private func inheritsFrameworkProtocol(_ id: TypeID, depth: Int) -> Bool {
    depth < 8
      && record(id).inherited.contains { name in
        if let type = resolve(name, from: id) { return inheritsFrameworkProtocol(type, depth: depth + 1) }
        return !Self.swiftProtocols.contains(name) && name != "NSObjectProtocol" && name != "class"
      }
  }
}
