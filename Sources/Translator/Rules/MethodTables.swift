import SelectorNames
import SwiftSyntax

/// Lists the methods of a class that are visible to Objective-C, by selector.
///
///     class VC: UIViewController {
///       override func viewDidLoad() { }
///       @objc func tap(_ sender: UIButton) { }
///     }
///
/// gets, on the closing brace's line,
///
///     nonisolated override class var _carobMethods: [_CarobMethod] { [
///       .init(has: "viewDidLoad", "viewDidLoad()", 2),
///       .init(object: "tap:", "tap(_:)", 3) { s, o in unsafeDowncast(s, to: VC.self).tap(_object(o)) }] }
///
/// - Listed with a body: `@objc`, `@IBAction`, `@IBSegueAction` methods, non-private methods of
///   `@objcMembers` classes and `@objc` extensions, implementations of the module's `@objc` protocols, and
///   overrides of all these.
/// - Listed without a body (`has:`): other overrides, and methods that may implement a requirement of a
///   framework protocol; `responds(to:)` and the trace use these entries.
/// - Extensions in the class's own file are listed in the class. Extensions in other files get a static
///   `_carobExt_…`, whose entries the class adds. Extensions of SDK classes get one, too, which the module's
///   registrar passes to the runtime.
/// - A class that is not an `NSObject` adopts `_CarobMethods` if it has methods to list.
///
/// An `@objc` subscript is listed as its getter and setter (F-136).
///
/// Methods with more than three parameters and `async` methods take their arguments as an array (`many:`).
/// Limits: methods with `inout`, variadic or generic parameters, and static methods with more than three, are
/// listed without a body. Two declarations of the same selector in a class are an error (F-141).
enum MethodTables: Rule {
  // F-140: private, nested and generic classes are listed like any other, under the same selectors.
  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for record in translation.facts.index.types { reportColons(record.members, translation) }
    for record in translation.facts.index.extensions { reportColons(record.members, translation) }
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      if record.hasMethodTable { continue }
      reportClashes(id, translation)
      let form = module.form(id)
      let access = record.accessOfAdditions
      let overrides = form == .object || listsMethodsAbove(id, module)
      let head = "nonisolated \(overrides ? "override " : "")\(access)class var"
      if form == .plain, !listsMethods(id, module) { continue }

      let table = entries(of: id, in: translation)
      var text = "[\(table.own.joined(separator: ", "))]"
      if !table.statics.isEmpty {
        text =
          "var m: [_CarobMethod] = \(text); "
          + table.statics.map { "m += \($0)" }.joined(separator: "; ") + "; return m"
      }
      // NB: even without entries, so that the class does not inherit its superclass's entries and file.
      translation.add(member: "\(head) _carobMethods: [_CarobMethod] { \(text) }", toType: type)
      translation.add(
        member: "\(head) _carobSource: String { \(literal(translation.projectRelativePath)) }", toType: type)
      if form == .plain, !overrides { adopt(type, translation) }
    }
    listExtensions(translation)
  }

  /// Whether a class that is not an `NSObject` has anything to list.
  static func listsMethods(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    if module.record(id).hasMethodTable { return true }
    if module.form(id) == .object { return true }
    return module.members(of: id).contains { member, owner in
      member.kind != .initializer && module.isExposed(member, in: owner, of: id)
    }
  }

  private static func listsMethodsAbove(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    guard case .module(let parent) = module.superclass(id) else { return false }
    return module.inherited(module.methodLists, parent) { $1 == true || listsMethods($0, module) }
  }

  private static func adopt(_ type: Int, _ translation: FileTranslation) {
    guard let node = translation.facts.typeNodes[type].as(ClassDeclSyntax.self) else { return }
    if let last = node.inheritanceClause?.inheritedTypes.last {
      translation.edits.insert(", nonisolated _CarobMethods", at: last.type.end)
    } else {
      let end = node.genericParameterClause?.end ?? node.name.end
      translation.edits.insert(": nonisolated _CarobMethods", at: end)
    }
  }

  // MARK: Entries

  /// The entries in the class's body, and the names of the static lists in other files that it adds.
  private static func entries(
    of id: ModuleIndex.TypeID, in translation: FileTranslation
  ) -> (own: [String], statics: [String]) {
    let module = translation.module
    var own = module.record(id).members.flatMap {
      entries($0, .type(id), type: id, name: module.record(id).name, module)
    }
    var statics: [String] = []
    for number in module.extensionsOf[id] ?? [] {
      let members = module.record(number).members
      if number.file == id.file {
        own += members.flatMap {
          entries($0, .extension(number), type: id, name: module.record(id).name, module)
        }
      } else if !extensionEntries(number, module).isEmpty {
        statics.append(staticName(number, translation))
      }
    }
    return (own, statics)
  }

  private static func extensionEntries(_ number: ModuleIndex.ExtensionID, _ module: ModuleIndex) -> [String] {
    let record = module.record(number)
    // NB: members of a constrained extension cannot be named from the class and are invisible to Objective-C.
    if record.isConstrained || record.hasMethodTable { return [] }
    return record.members.flatMap {
      entries($0, .extension(number), type: module.target(number), name: record.extended, module)
    }
  }

  private static func listExtensions(_ translation: FileTranslation) {
    let module = translation.module
    for number in translation.facts.index.extensions.indices {
      let id = translation.extensionID(number)
      if let target = module.target(id) {
        if target.file == id.file || module.record(target).kind != .class { continue }
        if module.record(target).hasMethodTable { continue }
        if module.form(target) == .plain, !listsMethods(target, module) { continue }
      } else if !isClassExtension(id, module) {
        continue
      }
      let entries = extensionEntries(id, module)
      if entries.isEmpty { continue }
      let extended = module.record(id).extended
      translation.add(
        follower:
          "extension \(extended) { nonisolated static var \(staticName(id, translation)): [_CarobMethod] "
          + "{ [\(entries.joined(separator: ", "))] } }", afterExtension: number)
    }
  }

  /// Extensions of SDK classes whose methods the registrar adds.
  static func registeredExtensions(_ module: ModuleIndex, _ paths: [String]) -> [(
    cls: String, file: String, name: String
  )] {
    module.foreignExtensions.keys.sorted { ($0.file, $0.number) < ($1.file, $1.number) }.compactMap { id in
      guard isClassExtension(id, module), !extensionEntries(id, module).isEmpty else { return nil }
      let extended = module.record(id).extended
      return (extended, paths[id.file], extended + "." + staticName(id, module: module, path: paths[id.file]))
    }
  }

  private static func isClassExtension(_ id: ModuleIndex.ExtensionID, _ module: ModuleIndex) -> Bool {
    let record = module.record(id)
    return record.attributes.isObjC || module.isObjectClass(module.unqualified(record.extended))
      || record.members.contains { $0.attributes.isObjC || $0.attributes.isAction }
  }

  private static func staticName(_ id: ModuleIndex.ExtensionID, _ translation: FileTranslation) -> String {
    staticName(id, module: translation.module, path: translation.paths[id.file])
  }

  private static func staticName(_ id: ModuleIndex.ExtensionID, module: ModuleIndex, path: String) -> String {
    let file = path.utf8.map { byte -> Character in
      let character = Character(UnicodeScalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber) ? character : "_"
    }
    let extended = module.record(id).extended.replacing(".", with: "_")
    return "_carobExt_\(extended)_\(String(file))_\(id.number + 1)"
  }

  private static func entries(
    _ member: MemberRecord, _ owner: ModuleIndex.Owner, type: ModuleIndex.TypeID?, name: String,
    _ module: ModuleIndex
  ) -> [String] {
    if member.kind == .initializer || member.attributes.isUnavailable { return [] }
    let exposed = module.isExposed(member, in: owner, of: type)
    let selector = module.selector(member, of: type)
    let place = "\(literal(selector)), \(literal(member.fullName)), \(member.line)"
    if !exposed && !needsBody(member, owner, type, module) {
      // F-214
      if case .extension(let number) = owner, ExtensionOverrides.isReplaced(member, in: number, module) {
        return [".init(has: \(place))"]
      }
      guard let type, isMarked(member, type, module) else { return [] }
      return [".init(has: \(place))"]
    }
    var called = member
    // F-161: the entry calls the renamed body, not the method that sends it.
    if case .extension(let number) = owner, type == nil, module.isSentForSubclasses(member, in: number) {
      called.name = "_carob_" + member.name
    }
    let call = EntryCall(
      member: called, shownName: member.fullName, name: name, selector: selector,
      isMainActor: module.isMainActor(member, in: owner, of: type),
      isOverloaded: type.map { isOverloaded(member, $0, module) } ?? false,
      isOptionalRequirement: type.flatMap { module.requirement(for: member, of: $0)?.member.isOptional }
        ?? false,
      isBesideInstanceMember: member.isStatic
        && type.map {
          module.members(of: $0).contains { !$0.member.isStatic && $0.member.name == member.name }
        }
          ?? false
    ) { parameter in
      isObject(parameter, type, module)
    }
    return call.entries
  }

  /// Whether no protocol witness calls the method: a superclass adopted the protocol, or its `async` form is
  /// no requirement.
  private static func needsBody(
    _ member: MemberRecord, _ owner: ModuleIndex.Owner, _ type: ModuleIndex.TypeID?, _ module: ModuleIndex
  ) -> Bool {
    guard let type, member.kind == .method, !member.isOverride, !member.isStatic, !member.access.isPrivate,
      member.isRepresentable, module.form(type) == .object,
      FrameworkSelectors.selector(forSwiftName: member.fullName) != nil
    else { return false }
    if member.isAsync, AsyncForms.selector(forSwiftName: member.fullName) != nil { return true }
    return !module.adoptsFrameworkProtocol(type) && module.topmostAdopter(type) != nil
  }

  private static func isMarked(_ member: MemberRecord, _ type: ModuleIndex.TypeID, _ module: ModuleIndex)
    -> Bool
  {
    guard module.form(type) == .object, !member.attributes.isNonObjC else { return false }
    if member.isOverride { return member.kind == .method || member.isComputed }
    guard member.kind == .method, !member.isStatic, !member.access.isPrivate, !member.isGeneric else {
      return false
    }
    return FrameworkSelectors.selector(forSwiftName: member.fullName) != nil
      || module.topmostAdopter(type) != nil
  }

  private static func isOverloaded(_ member: MemberRecord, _ type: ModuleIndex.TypeID, _ module: ModuleIndex)
    -> Bool
  {
    module.tree.overloaded.contains(ClassTree.Member(member, of: type))
  }

  /// Whether the argument for the parameter is always an object.
  static func isObject(
    _ parameter: ParameterRecord, _ type: ModuleIndex.TypeID?, _ module: ModuleIndex
  ) -> Bool {
    let name = WrittenType(parameter.type).wrapped
    if name == "Any" || name == "AnyObject" { return true }
    if let type, let found = module.resolve(name, from: type) { return module.record(found).kind == .class }
    return SDKKnowledge.isObjectType(name)
  }

  // MARK: Names

  /// Reports explicit names whose number of colons differs from the number of arguments (F-139).
  private static func reportColons(_ members: [MemberRecord], _ translation: FileTranslation) {
    for member in members where member.kind == .method || member.kind == .initializer {
      guard let name = member.attributes.objcName else { continue }
      let colons = name.count { $0 == ":" }
      let hasVoid = member.kind == .initializer && member.parameters.map(\.type) == ["()"]
      let wanted =
        (hasVoid ? 0 : member.parameters.count) + (member.isAsync || member.isThrowing ? 1 : 0)
      guard colons != wanted else { continue }
      translation.report(
        .error,
        "the name '\(name)' in @objc(…) has \(colons) colon\(colons == 1 ? "" : "s"), but '\(member.fullName)' needs "
          + "\(wanted): one for each argument"
          + (member.isAsync
            ? " and one for the completion handler" : member.isThrowing ? " and one for the error" : ""),
        at: translation.facts.memberNodes[member.node].start)
    }
  }

  // MARK: Clashes

  // F-141
  private static func reportClashes(_ id: ModuleIndex.TypeID, _ translation: FileTranslation) {
    let module = translation.module
    var seen: [String: MemberRecord] = [:]
    for (member, owner) in module.members(of: id) where member.kind != .property {
      if member.kind == .initializer
        ? !member.attributes.isObjC : !module.isExposed(member, in: owner, of: id)
      {
        continue
      }
      let selector =
        member.kind == .initializer
        ? member.attributes.objcName
          ?? ObjCNaming.selector(
            baseName: "init", labels: member.labels, isInit: true, throws: member.isThrowing)
        : module.selector(member, of: id)
      guard let other = seen.updateValue(member, forKey: (member.isStatic ? "+" : "-") + selector) else {
        continue
      }
      // NB: the same declaration in two branches of an undecided `#if` counts once.
      if other.fullName == member.fullName, other.parameters.map(\.type) == member.parameters.map(\.type) {
        continue
      }
      guard case .type = owner, member.node < translation.facts.memberNodes.count else { continue }
      translation.report(
        .error,
        "'\(member.fullName)' has the Objective-C selector '\(selector)', which '\(other.fullName)' (line \(other.line))"
          + " has too; rename one of them or give one a name of its own with @objc(name)",
        at: translation.facts.memberNodes[member.node].start)
    }
  }
}
