import SelectorNames

/// The types of a module, and what follows from their declarations.
///
/// This file has records, names and superclasses. Members, selectors, conformances and isolation are
/// extensions in files of their own. The class stores their caches; each cache is used only by its extension.
final class ModuleIndex {
  struct TypeID: Hashable {
    var file: Int
    var type: Int
  }
  struct ExtensionID: Hashable {
    var file: Int
    var number: Int
  }
  /// Where a member is declared.
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
    /// Derives from the SDK's `NSObject`: the members are overrides.
    case object
    /// Any other class: it adopts `_CarobMethods` if it has methods to list.
    case plain
  }

  let files: [FileIndex]
  let options: TranslationOptions
  private var byPath: [String: TypeID] = [:]
  private var locals: [[String: TypeID]] = []
  var aliases: [String: String] = [:]
  private(set) var extensionsOf: [TypeID: [ExtensionID]] = [:]
  /// The names of the extended types that the module does not declare.
  private(set) var foreignExtensions: [ExtensionID: String] = [:]
  var targets: [ExtensionID: TypeID] = [:]
  private var superclasses: [TypeID: Superclass] = [:]
  // OPTIMIZATION: the rules ask for these repeatedly, for each member of each subclass.
  private var memberLists: [TypeID: [(member: MemberRecord, owner: Owner)]] = [:]
  /// Whether an override of a method is exposed, and its selector.
  var exposures: [ClassTree.Member: Bool] = [:]
  var exposedNames: [TypeID: Set<String>] = [:]
  var overrideSelectors: [ClassTree.Member: String] = [:]
  var isolations: [TypeID: Isolation] = [:]
  private let frameworkRoots = InheritedAnswers<String?>()
  private let objcMembers = InheritedAnswers<Bool>()
  let mainActorMarks = InheritedAnswers<Bool>()
  let topmostAdopters = InheritedAnswers<TypeID?>()
  let importedDelegateLists = InheritedAnswers<[String]>()
  private let applicationDelegates = InheritedAnswers<Bool>()
  let anyObjectProperties = InheritedAnswers<Bool>()
  let methodLists = InheritedAnswers<Bool>()
  /// Whether `C()`, `C(coder:)` and the like exist, as determined by `Factories`.
  let factories = Factories.Answers()
  var adoptedProtocols: [TypeID: [TypeID]] = [:]
  var conformances: [Conformance: Bool] = [:]
  struct Conformance: Hashable {
    var type: TypeID
    var adopted: TypeID
  }
  private(set) lazy var tree = ClassTree(
    allTypes.filter { record($0).kind == .class },
    superclass: { if case .module(let type) = self.superclass($0) { type } else { nil } },
    members: { self.members(of: $0).map(\.member) })
  var membersOfTypes: [TypeID: [String: [MemberRecord]]] = [:]
  var ownersByName: [String: [TypeID]] = [:]
  var nearestOwners: [NamedMember: TypeID?] = [:]
  struct NamedMember: Hashable {
    var type: TypeID
    var name: String
  }
  /// The keys that `KeyPathNames` determined.
  var keys: [String: String] = [:]
  /// The number of superclasses looked up and members returned: a measure of a translation's cost.
  private(set) var visits = 0
  private(set) var membersByName: [String: [(owner: TypeID, member: MemberRecord)]] = [:]
  /// Members that extensions add to classes of other modules, by full name.
  var foreignMethods: [String: [(owner: ExtensionID, member: MemberRecord)]] = [:]
  private(set) lazy var inheritedImplementations = findInheritedImplementations()
  var foreignMembers: [String: [(owner: ExtensionID, member: MemberRecord)]] = [:]
  /// The overrides of members that no class of the module declares, by full name marked as class or instance
  /// member.
  private(set) lazy var overridesOfFrameworks: Set<String> = {
    var result: Set<String> = []
    for type in allTypes where form(type) == .object {
      for (member, _) in members(of: type)
      where member.isOverride && overridden(member, above: type) == nil {
        result.insert(member.markedName)
      }
    }
    return result
  }()
  /// The methods of the module's delegate and data source protocols, by full name.
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
  private(set) lazy var objcRequirements: [String: [(owner: TypeID, member: MemberRecord)]] = {
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

  /// All members of a type, including those of its extensions.
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

  /// The type that a name refers to inside the types named by `scope`.
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

  /// The name without the module: `NSObject` for `Foundation.NSObject`, `UIView` for `UIKit.UIView`.
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

  /// Whether the class is an application delegate.
  func adoptsApplicationDelegate(_ id: TypeID) -> Bool {
    inherited(applicationDelegates, id) { type, above in
      above == true || adopted(type).contains { unqualified($0) == "UIApplicationDelegate" }
    }
  }
}
