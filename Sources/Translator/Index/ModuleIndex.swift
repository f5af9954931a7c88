import SelectorNames

/// The types of a module and what follows from their declarations: superclasses, isolation, names, conformances.
final class ModuleIndex {
  struct TypeID: Hashable {
    var file: Int
    var type: Int
  }
  struct ExtensionID: Hashable {
    var file: Int
    var number: Int
  }
  /// Where a member stands.
  enum Owner: Equatable {
    case type(TypeID)
    case `extension`(ExtensionID)
  }

  enum Superclass: Equatable {
    case module(TypeID)
    case framework(String)
    case none
  }

  /// How a class gets its generated members.
  enum Form {
    /// Derives from the SDK's `NSObject`: they override.
    case object
    /// Anything else: the class adopts `_CarobMethods`, if it has methods to list.
    case plain
  }

  let files: [FileIndex]
  let options: TranslationOptions
  private var byPath: [String: TypeID] = [:]
  private var locals: [[String: TypeID]] = []
  private var aliases: [String: String] = [:]
  private(set) var extensionsOf: [TypeID: [ExtensionID]] = [:]
  /// Extensions of types that the module does not declare.
  private(set) var foreignExtensions: [ExtensionID: String] = [:]
  private var targets: [ExtensionID: TypeID] = [:]
  private var superclasses: [TypeID: Superclass] = [:]
  // OPTIMIZATION: the rules ask for these again and again, for each member of each class below.
  private var memberLists: [TypeID: [(member: MemberRecord, owner: Owner)]] = [:]
  /// Whether an override of a method is exposed, and its selector.
  private var exposures: [ClassTree.Member: Bool] = [:]
  private var exposedNames: [TypeID: Set<String>] = [:]
  private var overrideSelectors: [ClassTree.Member: String] = [:]
  private var isolations: [TypeID: Isolation] = [:]
  private let frameworkRoots = InheritedAnswers<String?>()
  private let objcMembers = InheritedAnswers<Bool>()
  private let mainActorMarks = InheritedAnswers<Bool>()
  private let topmostAdopters = InheritedAnswers<TypeID?>()
  private let importedDelegateLists = InheritedAnswers<[String]>()
  private let applicationDelegates = InheritedAnswers<Bool>()
  let anyObjectProperties = InheritedAnswers<Bool>()
  let methodLists = InheritedAnswers<Bool>()
  /// Whether `C()`, `C(coder:)` and the like exist, as `Factories` found.
  let factories = Factories.Answers()
  private var adoptedProtocols: [TypeID: [TypeID]] = [:]
  private var conformances: [Conformance: Bool] = [:]
  private struct Conformance: Hashable {
    var type: TypeID
    var adopted: TypeID
  }
  private(set) lazy var tree = ClassTree(
    allTypes.filter { record($0).kind == .class },
    superclass: { if case .module(let type) = self.superclass($0) { type } else { nil } },
    members: { self.members(of: $0).map(\.member) })
  private var membersOfTypes: [TypeID: [String: [MemberRecord]]] = [:]
  private var ownersByName: [String: [TypeID]] = [:]
  private var nearestOwners: [NamedMember: TypeID?] = [:]
  private struct NamedMember: Hashable {
    var type: TypeID
    var name: String
  }
  /// The keys that `KeyPathNames` found.
  var keys: [String: String] = [:]
  /// How often a superclass was looked up, and how many members were handed out: what a translation costs.
  private(set) var visits = 0
  private(set) var membersByName: [String: [(owner: TypeID, member: MemberRecord)]] = [:]
  /// What extensions add to classes of other modules, by full name.
  private var foreignMethods: [String: [(owner: ExtensionID, member: MemberRecord)]] = [:]
  private(set) lazy var inheritedImplementations = findInheritedImplementations()
  private var foreignMembers: [String: [(owner: ExtensionID, member: MemberRecord)]] = [:]
  /// The overrides of what no class of the module declares, by full name with a mark for class members.
  private lazy var overridesOfFrameworks: Set<String> = {
    var result: Set<String> = []
    for type in allTypes where form(type) == .object {
      for (member, _) in members(of: type)
      where member.isOverride && overridden(member, above: type) == nil {
        result.insert(member.markedName)
      }
    }
    return result
  }()
  /// The methods of the module's protocols for delegates and data sources, by full name.
  private(set) lazy var delegateRequirements: [String: [(owner: TypeID, mechanism: String)]] = {
    var result: [String: [(owner: TypeID, mechanism: String)]] = [:]
    for type in allTypes where record(type).kind == .protocol {
      guard let mechanism = DelegateMethods.mechanism(record(type).name) else { continue }
      for member in record(type).members where member.kind == .method && !member.isStatic {
        result[member.fullName, default: []].append((type, mechanism))
      }
    }
    return result
  }()
  /// Requirements of the module's `@objc` protocols, by full name.
  private lazy var objcRequirements: [String: [(owner: TypeID, member: MemberRecord)]] = {
    var result: [String: [(owner: TypeID, member: MemberRecord)]] = [:]
    for type in allTypes where record(type).kind == .protocol && record(type).attributes.isObjC {
      for member in record(type).members { result[member.fullName, default: []].append((type, member)) }
    }
    return result
  }()
  let declaresObserve: Bool
  private(set) var closureProperties: Set<String> = []
  /// The optional methods of the module's own protocols, by base name.
  private(set) var optionalMethodsByName: [String: [(owner: TypeID, member: MemberRecord)]] = [:]
  /// The optional requirements of the module's own protocols, by full name.
  private(set) var optionalRequirements: [String: [(owner: TypeID, member: MemberRecord)]] = [:]

  init(files: [FileIndex], options: TranslationOptions) {
    self.files = files
    self.options = options
    declaresObserve = files.contains(where: \.declaresObserve)
    for (file, index) in files.enumerated() {
      var local: [String: TypeID] = [:]
      for (type, record) in index.types.enumerated() {
        let id = TypeID(file: file, type: type)
        if record.isLocal {
          local[record.name] = id
        } else if byPath[record.dotted] == nil {
          byPath[record.dotted] = id
        }
      }
      locals.append(local)
      aliases.merge(index.aliases) { first, _ in first }
    }
    for (file, index) in files.enumerated() {
      for (number, record) in index.extensions.enumerated() {
        let id = ExtensionID(file: file, number: number)
        if let type = resolve(record.extended, scope: [], file: file) {
          extensionsOf[type, default: []].append(id)
          targets[id] = type
        } else {
          foreignExtensions[id] = record.extended
          for member in record.members {
            foreignMembers[member.name, default: []].append((id, member))
            if member.kind == .method || member.kind == .property {
              foreignMethods[member.fullName, default: []].append((id, member))
            }
          }
        }
      }
    }
    for (file, index) in files.enumerated() {
      for type in index.types.indices {
        let id = TypeID(file: file, type: type)
        for (member, _) in members(of: id) {
          membersByName[member.name, default: []].append((id, member))
          if member.isClosureTyped { closureProperties.insert(member.name) }
          if member.isOptional {
            optionalRequirements[member.fullName, default: []].append((id, member))
            if member.kind == .method { optionalMethodsByName[member.name, default: []].append((id, member)) }
          }
        }
      }
    }
  }

  // MARK: Records

  var allTypes: [TypeID] {
    files.indices.flatMap { file in files[file].types.indices.map { TypeID(file: file, type: $0) } }
  }
  func record(_ id: TypeID) -> TypeRecord { files[id.file].types[id.type] }
  func record(_ id: ExtensionID) -> ExtensionRecord { files[id.file].extensions[id.number] }
  func target(_ id: ExtensionID) -> TypeID? { targets[id] }

  /// All members of a type, those of its extensions included.
  func members(of id: TypeID) -> [(member: MemberRecord, owner: Owner)] {
    if let known = memberLists[id] {
      visits += known.count
      return known
    }
    var result = record(id).members.map { ($0, Owner.type(id)) }
    for number in extensionsOf[id] ?? [] {
      result += record(number).members.map { ($0, Owner.extension(number)) }
    }
    memberLists[id] = result
    return result
  }

  /// The type that a name stands for, seen from inside the types named by `scope`.
  func resolve(_ name: String, scope: [String], file: Int, depth: Int = 0) -> TypeID? {
    guard depth < 8 else { return nil }
    var name = name
    if name.hasPrefix(options.moduleName + ".") { name.removeFirst(options.moduleName.count + 1) }
    if let local = locals[file][name] { return local }
    for length in stride(from: scope.count, through: 0, by: -1) {
      let path = (scope.prefix(length) + [name]).joined(separator: ".")
      if let id = byPath[path] { return id }
      if let alias = aliases[path], alias != name {
        return resolve(alias, scope: Array(scope.prefix(length)), file: file, depth: depth + 1)
      }
    }
    return nil
  }

  func resolve(_ name: String, from id: TypeID) -> TypeID? {
    resolve(name, scope: record(id).path, file: id.file)
  }

  func declares(topLevelType name: String) -> Bool { byPath[name] != nil || aliases[name] != nil }

  // MARK: Classes

  func superclass(_ id: TypeID) -> Superclass {
    visits += 1
    if let known = superclasses[id] { return known }
    var result = Superclass.none
    let record = record(id)
    if record.kind == .class, let first = record.inherited.first {
      if let type = resolve(first, from: id), type != id {
        if self.record(type).kind == .class { result = .module(type) }
      } else {
        let name = unqualified(first)
        if isObjectClass(name) || SDKKnowledge.foreignClasses.contains(name) {
          result = .framework(name)
        }
      }
    }
    superclasses[id] = result
    return result
  }

  /// Whether a class of another module derives from the SDK's `NSObject`.
  func isObjectClass(_ name: String) -> Bool {
    name == "_MainActorNSObject" || SDKKnowledge.isObjectClass(name)
      || options.imported.objectClasses.contains(name)
      || (SDKKnowledge.hasClassSuffix(name) && !SDKKnowledge.foreignClasses.contains(name))
  }

  /// `Foundation.NSObject` and `UIKit.UIView` without the module's name.
  func unqualified(_ name: String) -> String {
    for module in ["Foundation.", "ObjectiveC.", "UIKit.", "QuartzCore."] where name.hasPrefix(module) {
      return String(name.dropFirst(module.count))
    }
    return name
  }

  /// The nearest superclass outside the module.
  func frameworkRoot(_ id: TypeID) -> String? {
    inherited(frameworkRoots, id) { type, above in
      guard case .framework(let name) = superclass(type) else { return above ?? nil }
      return name == "_MainActorNSObject" ? "NSObject" : name
    }
  }

  func form(_ id: TypeID) -> Form {
    guard let root = frameworkRoot(id) else { return .plain }
    return isObjectClass(root) ? .object : .plain
  }

  func hasObjCMembers(_ id: TypeID) -> Bool {
    // E-551
    if options.infersObjC, form(id) == .object { return true }
    return inherited(objcMembers, id) { $1 == true || record($0).attributes.isObjCMembers }
  }

  /// Whether the class is an application's delegate.
  func adoptsApplicationDelegate(_ id: TypeID) -> Bool {
    inherited(applicationDelegates, id) { type, above in
      above == true || adopted(type).contains { unqualified($0) == "UIApplicationDelegate" }
    }
  }

  // MARK: Isolation

  /// Whether `@MainActor` is written at the class or at a superclass in the module.
  func isMarkedForMainActor(_ id: TypeID) -> Bool {
    inherited(mainActorMarks, id) { $1 == true || record($0).attributes.isolation == .mainActor }
  }

  func isolation(_ id: TypeID) -> Isolation {
    if let known = isolations[id] { return known }
    isolations[id] = .unspecified  // against cycles
    let result = computeIsolation(id)
    isolations[id] = result
    return result
  }

  private func computeIsolation(_ id: TypeID) -> Isolation {
    let record = record(id)
    if record.attributes.isolation != .unspecified { return record.attributes.isolation }
    if record.kind == .class {
      switch superclass(id) {
      case .module(let parent):
        let inherited = isolation(parent)
        if inherited != .unspecified { return inherited }
      case .framework(let name):
        if isObjectClass(name), SDKKnowledge.isMainActorClass(name),
          !options.imported.managedClasses.contains(name)
        {
          return .mainActor
        }
        if isFreedFromDefaultIsolation(id) { return .nonisolated }
      case .none: break
      }
    }
    var inherited = record.inherited
    for number in extensionsOf[id] ?? [] where number.file == id.file {
      inherited += self.record(number).inherited
    }
    for name in inherited {
      if let type = resolve(name, from: id) {
        if type != id, self.record(type).kind == .protocol, isolation(type) == .mainActor {
          return .mainActor
        }
      } else if SDKKnowledge.isMainActorProtocol(unqualified(name)) {
        return .mainActor
      }
    }
    return options.defaultIsolationMainActor ? .mainActor : .nonisolated
  }

  /// A class that default isolation would put on the main actor, although it derives from a nonisolated one.
  func isFreedFromDefaultIsolation(_ id: TypeID) -> Bool {
    guard options.defaultIsolationMainActor, record(id).attributes.isolation == .unspecified,
      let root = frameworkRoot(id)
    else { return false }
    if root == "NSObject" || root == "XCTestCase" { return false }
    if options.imported.managedClasses.contains(root) { return true }
    return SDKKnowledge.foreignClasses.contains(root) || !SDKKnowledge.isMainActorClass(root)
  }

  func isMainActor(_ member: MemberRecord, in owner: Owner, of type: TypeID?) -> Bool {
    if member.attributes.isolation != .unspecified { return member.attributes.isolation == .mainActor }
    if case .extension(let number) = owner, record(number).attributes.isolation != .unspecified {
      return record(number).attributes.isolation == .mainActor
    }
    if let type { return isolation(type) == .mainActor }
    // An extension of a class of the SDK.
    if case .extension(let number) = owner { return SDKKnowledge.isMainActorClass(record(number).extended) }
    return false
  }

  // MARK: Protocols

  /// The names of all protocols that the type adopts itself, in its declaration or in extensions.
  func adopted(_ id: TypeID) -> [String] {
    var names = record(id).inherited
    if record(id).kind == .class, superclass(id) != .none { names.removeFirst() }
    for number in extensionsOf[id] ?? [] { names += record(number).inherited }
    return names
  }

  /// Whether the type or a superclass adopts a protocol of the module, or one that inherits it.
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
      conformances[Conformance(type: type, adopted: adopted)] = false  // against cycles
      if adoptedModuleProtocols(type).contains(where: { $0 == adopted || conforms($0, to: adopted) }) {
        result = true
        break
      }
      if case .module(let superclass) = superclass(type) { next = superclass } else { next = nil }
    }
    for type in asked { conformances[Conformance(type: type, adopted: adopted)] = result }
    return result
  }

  private func adoptedModuleProtocols(_ id: TypeID) -> [TypeID] {
    if let known = adoptedProtocols[id] { return known }
    let result = adopted(id).compactMap { resolve($0, from: id) }.filter { record($0).kind == .protocol }
    adoptedProtocols[id] = result
    return result
  }

  /// Those that an extension of a type of another module makes the type adopt.
  func moduleProtocols(adoptedBy id: ExtensionID) -> [TypeID] {
    withInherited(record(id).inherited.compactMap { resolve($0, scope: [], file: id.file) })
  }

  /// The protocols among the types, and those that they inherit from.
  fileprivate func withInherited(_ types: [TypeID]) -> [TypeID] {
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

  /// Swift's own protocols, none of whose requirements has a selector.
  private static let swiftProtocols: Set<String> = [
    "Equatable", "Hashable", "Comparable", "Codable", "Decodable", "Encodable", "Sendable", "Identifiable",
    "CustomStringConvertible", "CustomDebugStringConvertible", "CustomReflectable", "Error", "LocalizedError",
    "AnyObject", "Sequence", "IteratorProtocol", "Collection", "ObservableObject", "CaseIterable",
    "RawRepresentable",
    "_CarobMethods",
  ]

  /// Whether the type itself adopts a protocol that may have requirements with selectors and is not the module's.
  func adoptsFrameworkProtocol(_ id: TypeID) -> Bool {
    adopted(id).contains { name in
      if let type = resolve(name, from: id) {
        return record(type).kind == .protocol && inheritsFrameworkProtocol(type, depth: 0)
      }
      return !Self.swiftProtocols.contains(unqualified(name))
    }
  }

  /// The topmost class at or above the type that adopts such a protocol itself.
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

  // MARK: Members

  /// The members that `name` (with `labels`, if given) finds in a type, its superclasses and its protocols.
  func find(_ name: String, labels: [String]?, in id: TypeID) -> [(owner: TypeID, member: MemberRecord)] {
    guard let owner = nearestOwner(of: name, labels, id) else { return [] }
    return members(named: name, labels, of: owner).map { (owner, $0) }
  }

  private func nearestOwner(of name: String, _ labels: [String]?, _ id: TypeID) -> TypeID? {
    let query = labels.map { name + "(" + $0.joined(separator: ":") } ?? name
    let owners: [TypeID]
    if let known = ownersByName[query] {
      owners = known
    } else {
      var seen: Set<TypeID> = []
      owners = (membersByName[name] ?? []).filter { Self.matches($0.member, labels) }.map(\.owner)
        .filter { seen.insert($0).inserted }
      ownersByName[query] = owners
    }
    if owners.isEmpty { return nil }
    var nearest: TypeID?
    if owners.count <= 4 {
      nearest = owners.filter { tree.isClass(id, atOrBelow: $0) }
        .max { tree.depths[$0, default: 0] < tree.depths[$1, default: 0] }
    } else {
      nearest = nearestClass(query, name, labels, id)
    }
    return nearest ?? owners.first { record($0).kind == .protocol && conforms(id, to: $0) }
  }

  private func nearestClass(
    _ query: String, _ name: String, _ labels: [String]?, _ id: TypeID
  ) -> TypeID? {
    var asked: [TypeID] = []
    var result: TypeID?
    var next: TypeID? = id
    while let type = next, asked.count <= tree.depths[id, default: 0] {
      if let known = nearestOwners[NamedMember(type: type, name: query)] {
        result = known
        break
      }
      asked.append(type)
      if !members(named: name, labels, of: type).isEmpty {
        result = type
        break
      }
      if case .module(let superclass) = superclass(type) { next = superclass } else { next = nil }
    }
    for type in asked { nearestOwners[NamedMember(type: type, name: query)] = .some(result) }
    return result
  }

  private func members(named name: String, _ labels: [String]?, of id: TypeID) -> [MemberRecord] {
    let table: [String: [MemberRecord]]
    if let known = membersOfTypes[id] {
      table = known
    } else {
      table = Dictionary(grouping: members(of: id).map(\.member), by: \.name)
      membersOfTypes[id] = table
    }
    return (table[name] ?? []).filter { Self.matches($0, labels) }
  }
  private static func matches(_ member: MemberRecord, _ labels: [String]?) -> Bool {
    labels == nil || member.kind == .method && member.labels == labels
  }

  /// The module's nearest declaration above `type` that a member of the type overrides.
  func overridden(_ member: MemberRecord, above type: TypeID) -> (owner: TypeID, member: MemberRecord)? {
    tree.overridden[ClassTree.Member(member, of: type)]
  }

  private func sameName(_ a: MemberRecord, _ b: MemberRecord) -> Bool {
    a.name == b.name && a.kind == b.kind && a.isStatic == b.isStatic && a.labels == b.labels
  }

  /// The methods and properties by a name that the module adds to classes of other modules.
  func membersAddedToForeignClasses(_ name: String) -> [(owner: ExtensionID, member: MemberRecord)] {
    foreignMembers[name] ?? []
  }

  /// Those that it adds to one class.
  func members(named name: String, addedTo extended: String) -> [MemberRecord] {
    (foreignMembers[name] ?? []).filter { record($0.owner).extended == extended }.map(\.member)
  }

  // F-161
  /// Whether a method that the module adds to a class of another module is overridden below that class.
  func isSentForSubclasses(_ member: MemberRecord, in id: ExtensionID) -> Bool {
    guard targets[id] == nil, !member.isOverride,
      member.kind == .method || member.kind == .property && member.type != nil, member.isRepresentable,
      member.parameters.count <= 3, !member.isThrowing, !member.isAsync,
      isExposed(member, in: .extension(id), of: nil)
    else { return false }
    return overridesOfFrameworks.contains(member.markedName)
  }

  // F-161
  /// Whether the member of a class overrides such a method.
  func overridesSentMethod(_ member: MemberRecord, of type: TypeID) -> Bool {
    guard member.isOverride, form(type) == .object,
      member.kind == .method || member.kind == .property,
      overridden(member, above: type) == nil
    else { return false }
    return foreignMethods[member.fullName]?.contains {
      $0.member.isStatic == member.isStatic && isSentForSubclasses($0.member, in: $0.owner)
    } ?? false
  }

  // F-214
  /// Whether a member of a class overrides what an extension of the framework's class above it replaces: the compiler
  /// binds `super` to what the framework has.
  func callsReplacedMember(_ member: MemberRecord, of type: TypeID) -> Bool {
    guard member.isOverride, overridden(member, above: type) == nil, let root = frameworkRoot(type) else {
      return false
    }
    return foreignMethods[member.fullName]?.contains {
      $0.member.isStatic == member.isStatic && record($0.owner).extended == root
        && ExtensionOverrides.isReplaced($0.member, in: $0.owner, self)
    } ?? false
  }

  /// The requirement of one of the module's `@objc` protocols that the member implements.
  func requirement(for member: MemberRecord, of type: TypeID) -> (owner: TypeID, member: MemberRecord)? {
    objcRequirements[member.fullName]?.first {
      $0.owner != type && sameName($0.member, member) && conforms(type, to: $0.owner)
    }
  }

  /// Whether the runtime is to find the member under its selector.
  func isExposed(_ member: MemberRecord, in owner: Owner, of type: TypeID?) -> Bool {
    let facts = member.attributes
    if facts.isNonObjC || facts.isUnavailable { return false }
    // F-158: a layer keeps the value under the property's key itself.
    if facts.isManaged, let type, ManagedProperties.isKeptByLayer(type, self) { return false }
    if facts.isObjC || facts.isAction || facts.isManaged { return true }
    if member.kind == .property, facts.isOutlet || facts.isInspectable { return false }
    if case .extension(let number) = owner, record(number).attributes.isObjC, !member.access.isPrivate {
      return member.isRepresentable
    }
    guard let type else { return false }
    if !member.access.isPrivate, member.isRepresentable, hasObjCMembers(type) { return true }
    if requirement(for: member, of: type) != nil { return true }
    if overridesSentMethod(member, of: type) { return true }
    if member.isOverride {
      let key = ClassTree.Member(member, of: type)
      if let known = exposures[key] { return known }
      let result =
        overridden(member, above: type).map { isExposed($0.member, in: .type($0.owner), of: $0.owner) }
        ?? false
      exposures[key] = result
      return result
    }
    return false
  }

  /// Whether the runtime finds any member of the type by a full name.
  func exposes(_ fullName: String, of type: TypeID) -> Bool {
    let names: Set<String>
    if let known = exposedNames[type] {
      names = known
    } else {
      names = Set(
        members(of: type).filter { isExposed($0.member, in: $0.owner, of: type) }.map(\.member.fullName))
      exposedNames[type] = names
    }
    return names.contains(fullName)
  }

  /// The selector of a method, the getter's of a property (F-130…F-139, F-142).
  func selector(_ member: MemberRecord, of type: TypeID?) -> String {
    if let name = member.attributes.objcName { return name }
    if let type {
      if member.isOverride {
        let key = ClassTree.Member(member, of: type)
        if let known = overrideSelectors[key] { return known }
        if let (ancestor, original) = overridden(member, above: type) {
          let result = selector(original, of: ancestor)
          overrideSelectors[key] = result
          return result
        }
      }
      if let (owner, required) = requirement(for: member, of: type) { return selector(required, of: owner) }
      if member.isAsync, let name = AsyncForms.selector(forSwiftName: member.fullName) { return name }
      if member.isOverride || topmostAdopter(type) != nil,
        let name = FrameworkSelectors.selector(
          forSwiftName: member.fullName, lastParameterType: member.parameters.last?.type)
      {
        return name
      }
    }
    if member.kind == .property { return member.name }
    if member.kind == .subscript { return subscriptSelectors(member).getter }
    return ObjCNaming.selector(
      baseName: member.name, labels: member.labels, throws: member.isThrowing, async: member.isAsync,
      hasTrailingClosure: member.parameters.last?.isClosure ?? false)
  }

  func subscriptSelectors(_ member: MemberRecord) -> (getter: String, setter: String) {
    ObjCNaming.subscriptSelectors(indexType: member.parameters.first?.type ?? "")
  }

  /// The text that decides whether other files of the module must be translated again.
  var digestText: String {
    var text = options.digestText
    for index in files {
      for type in index.types { text += "\n" + type.digestText }
      for number in index.extensions { text += "\n" + number.digestText }
      if !index.aliases.isEmpty {
        text +=
          "\n"
          + index.aliases.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      }
      text += index.declaresObserve ? "\nobserve" : ""
      text += "\n--"
    }
    return text
  }
}

extension TypeRecord {
  var digestText: String {
    "\(kind) \(dotted) \(isLocal) \(inherited) \(attributes.digestText) \(access) \(isFinal) \(hasMethodTable)"
      + " \(hasStaticMain)" + members.map { "\n  " + $0.digestText }.joined()
  }
}

extension ExtensionRecord {
  var digestText: String {
    "extension \(extended) \(inherited) \(attributes.digestText) \(access) \(isConstrained) \(hasStaticMain)"
      + " \(hasMethodTable)" + members.map { "\n  " + $0.digestText }.joined()
  }
}

extension AttributeFacts {
  var digestText: String {
    "\(isObjC ? 1 : 0)\(isObjCMembers ? 1 : 0)\(isNonObjC ? 1 : 0)\(isAction ? 1 : 0)\(isOutlet ? 1 : 0)"
      + "\(isInspectable ? 1 : 0)\(isManaged ? 1 : 0)\(isMain ? 1 : 0)\(isApplicationMain ? 1 : 0)"
      + "\(isUnavailable ? 1 : 0)\(isolation.rawValue)\(objcName ?? "")"
  }
}

extension MemberRecord {
  /// Everything but the place.
  var digestText: String {
    "\(kind) \(fullName) \(parameters.map { $0.type }) \(attributes.digestText) \(access) \(isStatic ? 1 : 0)"
      + "\(isOverride ? 1 : 0)\(isDynamic ? 1 : 0)\(isOptional ? 1 : 0)\(isRequired ? 1 : 0)\(isConvenience ? 1 : 0)"
      + "\(isFailable ? 1 : 0)\(isThrowing ? 1 : 0)\(isAsync ? 1 : 0)\(isLet ? 1 : 0)\(isComputed ? 1 : 0)"
      + "\(isSettable ? 1 : 0)\(hasSetterOfItsOwn ? 1 : 0)\(hasWillSet ? 1 : 0)\(hasDidSet ? 1 : 0)\(isGeneric ? 1 : 0) \(result ?? "") \(type ?? "") \(signature)"
  }
}

extension ModuleIndex {
  /// Whether the initializer without arguments of an object class can be called from another module.
  private func isMadeOutside(_ id: TypeID) -> Bool {
    let initializers = members(of: id).map(\.member).filter { $0.kind == .initializer }
    return initializers.isEmpty
      || initializers.contains { $0.access.isPublic && $0.parameters.allSatisfy(\.hasDefault) }
  }

  var exports: ModuleExports {
    var result = ModuleExports()
    for (file, index) in files.enumerated() {
      for (type, record) in index.types.enumerated() where !record.isLocal {
        let id = TypeID(file: file, type: type)
        if record.kind == .class, form(id) == .object {
          result.objectClasses.insert(record.dotted)
          if ManagedProperties.isManagedObject(id, self) { result.managedClasses.insert(record.dotted) }
          if Factories.hasCoderInitializer(id, self) { result.coderClasses.insert(record.dotted) }
          if Factories.hasPlainInitializer(id, self), isMadeOutside(id) {
            result.plainClasses.insert(record.dotted)
          }
        }
        if record.kind == .protocol, record.access.isPublic, DelegateMethods.mechanism(record.name) != nil {
          let requirements = withInherited([id]).flatMap { self.record($0).members }
          result.delegateRequirements[record.dotted] = Set(
            requirements.filter { $0.kind == .method && !$0.isStatic }.map(\.fullName))
        }
      }
    }
    return result
  }

  /// The delegate protocols of imported modules that the type, its superclasses in the module, or a protocol of the
  /// module that they adopt inherits.
  func importedDelegates(_ id: TypeID) -> [String] {
    if options.imported.delegateRequirements.isEmpty { return [] }
    return inherited(importedDelegateLists, id) { type, above in
      let names =
        adopted(type) + withInherited(adoptedModuleProtocols(type)).flatMap { record($0).inherited }
      let own = names.filter { options.imported.delegateRequirements[$0] != nil }
      return own.isEmpty ? above ?? [] : own + (above ?? [])
    }
  }
}
