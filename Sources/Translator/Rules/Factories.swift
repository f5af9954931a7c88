/// Classes can be made and found by name.
///
/// Every class that derives from `NSObject` gets its runtime name, and where it can be built without arguments, or from
/// a coder, a factory (`NSObject.init` is not `required`, so that the class object alone would not do):
///
///     nonisolated override class var _carobName: String { "App.VC" }
///     nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { VC() } }
///     nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { VC(coder: $0) } }
///
/// Where a framework makes objects of registered classes through another initializer, the class gets a factory for that
/// one: `_carobNewCell` (`init(style:reuseIdentifier:)` of table cells), `_carobNewHeader` (`init(reuseIdentifier:)` of
/// headers and footers), `_carobNewManaged` (`init(entity:insertInto:)` of managed objects), `_carobNewFrame` (`init(frame:)` of other views, collection cells among them),
/// `_carobNewController` (`init(nibName:bundle:)`) and `_carobNewSegue` (`init(identifier:source:destination:)`).
/// The SDK's initializers for metatypes (`T()`, `cellClass.init(…)`) ask for the same factories (F-155).
///
/// `@objc(Name)` on the class gives the name without the module. A factory is only written when the declarations in the
/// module show that the initializer exists; the SDK's classes are known by lists (SDKKnowledge). A class that does not
/// inherit its superclass's initializer gets `nil`, so that it does not inherit the factory either.
enum Factories: Rule {
  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      if record.hasMethodTable || module.form(id) != .object { continue }
      let access = record.accessOfAdditions
      let head = "nonisolated override \(access)class var"
      let name = record.attributes.objcName ?? "\(module.options.moduleName).\(record.dotted)"
      translation.add(member: "\(head) _carobName: String { \(literal(name)) }", toType: type)
      // NB: without a factory of its own a class must not inherit its superclass's.
      let new =
        hasPlainInitializer(id, module) ? "{ \(record.name)() }" : inheritsFactory(id, module) ? "nil" : nil
      if let new {
        translation.add(
          member: "\(head) _carobNew: (@MainActor @Sendable () -> AnyObject)? { \(new) }", toType: type)
      }
      let coder =
        hasCoderInitializer(id, module)
        ? "{ \(record.name)(coder: $0) }" : inheritsCoderFactory(id, module) ? "nil" : nil
      if let coder {
        translation.add(
          member: "\(head) _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { \(coder) }",
          toType: type)
      }
      for form in forms {
        let make =
          form.exists(id, module)
          ? "{ \(record.name)\(form.call) }" : form.existsAbove(id, module) ? "nil" : nil
        if let make {
          translation.add(
            member: "\(head) \(form.hook): (@MainActor @Sendable \(form.type))? { \(make) }", toType: type)
        }
      }
    }
  }

  /// A factory for one initializer that a framework calls on classes that it was given.
  private struct Form: Sendable {
    var hook: String
    var type: String
    var initializer: String
    var call: String
    /// Classes of the SDK that have the initializer, for subclasses to inherit.
    var roots: Set<String>
    /// Whether a subclass of this class of the SDK that declares the initializer itself can be made by it.
    var suits: @Sendable (String) -> Bool

    func exists(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
      guard let root = module.frameworkRoot(id),
        suits(module.options.imported.managedClasses.contains(root) ? "NSManagedObject" : root)
      else { return false }
      for type in module.lineage(id) {
        let initializers = module.members(of: type).map(\.member).filter { $0.kind == .initializer }
        if let own = initializers.first(where: { $0.fullName == initializer }) {
          return !own.attributes.isUnavailable && !own.isFailable && !own.isThrowing && !own.isAsync
            && !own.isGeneric && takesOptionals(own)
        }
        if module.record(type).members.contains(where: { $0.kind == .initializer && !$0.isConvenience }) {
          return false
        }
      }
      return roots.contains(root)
        || roots.contains("NSManagedObject") && ManagedProperties.isManagedObject(id, module)
    }

    /// Whether an initializer of the app's own takes nil where the form may hand it over.
    private func takesOptionals(_ own: MemberRecord) -> Bool {
      initializer != "init(nibName:bundle:)"
        || own.parameters.allSatisfy { "?!".contains($0.type.last ?? " ") }
    }

    func existsAbove(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
      // NB: the framework's own class would be made instead of one without the initializer.
      if hook == "_carobNewManaged", ManagedProperties.isManagedObject(id, module) { return true }
      guard let root = module.frameworkRoot(id), suits(root) else { return false }
      return module.lineage(id).dropFirst().contains { exists($0, module) }
    }
  }

  private static let forms = [
    Form(
      hook: "_carobNewCell", type: "(UITableViewCell.CellStyle, String?) -> UITableViewCell",
      initializer: "init(style:reuseIdentifier:)", call: "(style: $0, reuseIdentifier: $1)",
      roots: ["UITableViewCell"], suits: { $0 == "UITableViewCell" }),
    Form(
      hook: "_carobNewHeader", type: "(String?) -> UITableViewHeaderFooterView",
      initializer: "init(reuseIdentifier:)", call: "(reuseIdentifier: $0)",
      roots: ["UITableViewHeaderFooterView"], suits: { $0 == "UITableViewHeaderFooterView" }),
    Form(
      hook: "_carobNewFrame", type: "(CGRect) -> UIView", initializer: "init(frame:)", call: "(frame: $0)",
      roots: SDKKnowledge.framedViews,
      suits: {
        SDKKnowledge.isViewClass($0) && $0 != "UITableViewCell" && $0 != "UITableViewHeaderFooterView"
      }),
    Form(
      hook: "_carobNewController", type: "(String?, Bundle?) -> UIViewController",
      initializer: "init(nibName:bundle:)", call: "(nibName: $0, bundle: $1)",
      roots: SDKKnowledge.controllersFromNibs, suits: { SDKKnowledge.isViewControllerClass($0) }),
    Form(
      hook: "_carobNewSegue",
      type: "(String?, UIViewController, UIViewController) -> UIStoryboardSegue",
      initializer: "init(identifier:source:destination:)",
      call: "(identifier: $0, source: $1, destination: $2)",
      roots: ["UIStoryboardSegue", "UIStoryboardPopoverSegue"],
      suits: { $0 == "UIStoryboardSegue" || $0 == "UIStoryboardPopoverSegue" }),
    Form(
      hook: "_carobNewManaged", type: "(NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject",
      initializer: "init(entity:insertInto:)", call: "(entity: $0, insertInto: $1)",
      roots: ["NSManagedObject"], suits: { $0 == "NSManagedObject" }),
  ]

  private static func inheritsFactory(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    if case .module(let parent) = module.superclass(id) {
      return hasPlainInitializer(parent, module) || inheritsFactory(parent, module)
    }
    return module.superclass(id) != .framework("NSObject")
  }

  private static func inheritsCoderFactory(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    if case .module(let parent) = module.superclass(id) {
      return hasCoderInitializer(parent, module) || inheritsCoderFactory(parent, module)
    }
    return module.superclass(id) != .framework("NSObject")
  }

  /// Whether `C()` exists.
  static func hasPlainInitializer(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    // OPTIMIZATION: known for the superclass, so that a chain of classes takes no longer than its length.
    if let known = module.plainInitializers[id] { return known }
    module.plainInitializers[id] = false  // against cycles
    let result = findPlainInitializer(id, module)
    module.plainInitializers[id] = result
    return result
  }

  private static func findPlainInitializer(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    let initializers = module.members(of: id).map(\.member).filter { $0.kind == .initializer }
    if let plain = initializers.first(where: { $0.parameters.allSatisfy(\.hasDefault) }) {
      return !plain.isFailable && !plain.isThrowing && !plain.isAsync && !plain.attributes.isUnavailable
        && !plain.isGeneric
    }
    let designated = Set(
      module.record(id).members.filter { $0.kind == .initializer && !$0.isConvenience }.map(\.fullName))
    switch module.superclass(id) {
    case .none: return false
    case .framework(let name):
      let imported = module.options.imported
      if imported.objectClasses.contains(name) {
        return designated.isEmpty && imported.plainClasses.contains(name)
      }
      guard SDKKnowledge.hasPlainInitializer(name) || name == "_MainActorNSObject" else { return false }
      if designated.isEmpty { return true }
      // Overriding all designated initializers brings the convenience ones back.
      return SDKKnowledge.designatedInitializers(name)?.isSubset(of: designated) ?? false
    case .module(let parent):
      guard hasPlainInitializer(parent, module) else { return false }
      if designated.isEmpty { return true }
      let above = Set(
        module.record(parent).members.filter { $0.kind == .initializer && !$0.isConvenience }.map(\.fullName))
      return !above.isEmpty && above.isSubset(of: designated)
    }
  }

  /// Whether `C(coder:)` exists.
  static func hasCoderInitializer(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    if let known = module.coderInitializers[id] { return known }
    module.coderInitializers[id] = false  // against cycles
    let result = findCoderInitializer(id, module)
    module.coderInitializers[id] = result
    return result
  }

  private static func findCoderInitializer(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    let initializers = module.members(of: id).map(\.member).filter { $0.kind == .initializer }
    if let own = initializers.first(where: { $0.fullName == "init(coder:)" }) {
      return !own.attributes.isUnavailable && !own.isThrowing
    }
    if module.record(id).members.contains(where: { $0.kind == .initializer && !$0.isConvenience }) {
      return false
    }
    switch module.superclass(id) {
    case .none: return false
    case .framework(let name):
      return SDKKnowledge.hasCoderInitializer(name) || module.options.imported.coderClasses.contains(name)
    case .module(let parent): return hasCoderInitializer(parent, module)
    }
  }
}
