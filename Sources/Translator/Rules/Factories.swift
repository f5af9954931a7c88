/// Registers classes, so that they can be found and instantiated by name.
///
/// Every class that derives from `NSObject` gets its runtime name. If it can be created without arguments or
/// from a coder, it also gets a factory (the class object alone would not suffice, because `NSObject.init` is
/// not `required`):
///
///     nonisolated override class var _carobName: String { "App.VC" }
///     nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { VC() } }
///     nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { VC(coder: $0) } }
///
/// If a framework creates objects of registered classes through another initializer, the class gets a factory
/// for that initializer: `_carobNewCell` (`init(style:reuseIdentifier:)` of table cells), `_carobNewHeader`
/// (`init(reuseIdentifier:)` of headers and footers), `_carobNewAnnotationView`
/// (`init(annotation:reuseIdentifier:)` of map annotations), `_carobNewManaged` (`init(entity:insertInto:)`
/// of managed objects), `_carobNewCopy` (`init(layer:)` of layers), `_carobNewController` (`init(nibName:bundle:)`), `_carobNewSegue`
/// (`init(identifier:source:destination:)`), and only for metatypes `_carobNewRecognizer`
/// (`init(target:action:)`) and those of tables, collection views and containers. The initializers of single
/// classes share one function, which receives the initializer's name:
///
///     nonisolated override class func _carobMaker(_ initializer: String) -> (@MainActor @Sendable ([Any?]) -> AnyObject)? {
///       switch initializer { case "init(image:)": return { Picture(image: _arg($0[0]) as UIImage?) }; default: return nil } }
///
/// The SDK's initializers for metatypes (`T()`, `cellClass.init(…)`) use the same factories (F-155).
///
/// `@objc(Name)` on the class sets the name, without the module. A factory is only written when the
/// declarations in the module show that the initializer exists; the SDK's classes are known from lists
/// (SDKKnowledge). A class that does not inherit its superclass's initializer gets `nil`, so that it does not
/// inherit the factory either.
enum Factories: Rule {
  /// The results for each class.
  final class Answers {
    let plain = InheritedAnswers<Bool>()
    let plainAtOrAbove = InheritedAnswers<Bool>()
    let coder = InheritedAnswers<Bool>()
    let coderAtOrAbove = InheritedAnswers<Bool>()
    private var forms: [String: InheritedAnswers<Bool>] = [:]

    func form(_ hook: String) -> InheritedAnswers<Bool> { answers(hook) }
    func formAtOrAbove(_ hook: String) -> InheritedAnswers<Bool> { answers(hook + " at or above") }
    private func answers(_ name: String) -> InheritedAnswers<Bool> {
      if let known = forms[name] { return known }
      let answers = InheritedAnswers<Bool>()
      forms[name] = answers
      return answers
    }
  }

  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      if record.hasMethodTable || module.form(id) != .object { continue }
      let access = record.accessOfAdditions
      let head = "nonisolated override \(access)class var"
      let name = record.attributes.objcName ?? "\(module.options.moduleName).\(record.dotted)"
      translation.add(member: "\(head) _carobName: String { \(literal(name)) }", toType: type)
      // NB: a class without a factory of its own must not inherit its superclass's.
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
      addMaker(type, record, id, head, translation)
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

  /// A factory for one initializer that a framework calls on classes that the app passes to it.
  private struct Form: Sendable {
    var hook: String
    var type: String
    var initializer: String
    /// The types of its parameters, for names that an app is likely to use for another initializer.
    var parameters: [String]?
    var call: String
    /// SDK classes that have the initializer, for subclasses to inherit.
    var roots: Set<String>
    /// Whether a subclass of this SDK class that declares the initializer itself can be created with it.
    var suits: @Sendable (String) -> Bool

    func exists(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
      module.inherited(module.factories.form(hook), id) { type, above in
        guard let root = module.frameworkRoot(type),
          suits(module.options.imported.managedClasses.contains(root) ? "NSManagedObject" : root)
        else { return false }
        let initializers = module.members(of: type).map(\.member).filter { $0.kind == .initializer }
        if let own = initializers.first(where: { $0.fullName == initializer }) {
          return !own.attributes.isUnavailable && !own.isFailable && !own.isThrowing && !own.isAsync
            && !own.isGeneric && takesOptionals(own)
        }
        if module.record(type).members.contains(where: { $0.kind == .initializer && !$0.isConvenience }) {
          return false
        }
        return above
          ?? (roots.contains(root)
            || roots.contains("NSManagedObject") && ManagedProperties.isManagedObject(type, module))
      }
    }

    /// Whether an app's initializer accepts nil wherever the form may pass it.
    private func takesOptionals(_ own: MemberRecord) -> Bool {
      if let parameters {
        return zip(own.parameters, parameters).allSatisfy { own, wanted in
          let type = WrittenType(own.type).explicit
          return type == wanted || wanted.hasSuffix("." + type)
        }
      }
      return initializer != "init(nibName:bundle:)"
        || own.parameters.allSatisfy { "?!".contains($0.type.last ?? " ") }
    }

    func existsAbove(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
      // NB: otherwise the framework would instantiate its own class in place of one that lacks the
      // initializer.
      if hook == "_carobNewManaged", ManagedProperties.isManagedObject(id, module) { return true }
      guard let root = module.frameworkRoot(id), suits(root),
        case .module(let parent) = module.superclass(id)
      else { return false }
      return module.inherited(module.factories.formAtOrAbove(hook), parent) {
        $1 == true || exists($0, module)
      }
    }
  }

  private static func addMaker(
    _ type: Int, _ record: TypeRecord, _ id: ModuleIndex.TypeID, _ head: String,
    _ translation: FileTranslation
  ) {
    let module = translation.module
    guard let root = module.frameworkRoot(id) else { return }
    let cases = namedForms.filter { $0.suits(root) }.compactMap { form -> String? in
      let label = "case \(literal(form.initializer)):"
      if form.exists(id, module) { return "\(label) return { \(record.name)\(form.call) }" }
      return form.existsAbove(id, module) ? "\(label) return nil" : nil
    }
    if cases.isEmpty { return }
    let function = head.dropLast("var".count) + "func"
    translation.add(
      member:
        "\(function) _carobMaker(_ initializer: String) -> (@MainActor @Sendable ([Any?]) -> AnyObject)? "
        + "{ switch initializer { \(cases.joined(separator: "; ")); default: return nil } }",
      toType: type)
  }

  /// The designated initializers of single classes, with the names and types of their parameters.
  private static let namedForms: [Form] = [
    named("UIImageView", [("image", "UIImage?")]),
    named("UIImageView", [("image", "UIImage?"), ("highlightedImage", "UIImage?")]),
    named("UISegmentedControl", [("items", "[Any]?")]),
    named("UIActivityIndicatorView", [("style", "UIActivityIndicatorView.Style")]),
    named("UIVisualEffectView", [("effect", "UIVisualEffect?")]),
    named("UITextView", [("frame", "CGRect"), ("textContainer", "NSTextContainer?")]),
    named("UIWindow", [("windowScene", "UIWindowScene")]),
    named(
      "UIWindowScene", [("session", "UISceneSession"), ("connectionOptions", "UIScene.ConnectionOptions")]),
    named("UINavigationController", [("navigationBarClass", "AnyClass?"), ("toolbarClass", "AnyClass?")]),
    named("UISplitViewController", [("style", "UISplitViewController.Style")]),
    named(
      "UIPageViewController",
      [
        ("transitionStyle", "UIPageViewController.TransitionStyle"),
        ("navigationOrientation", "UIPageViewController.NavigationOrientation"),
        ("options", "[UIPageViewController.OptionsKey: Any]?"),
      ]),
    named("UISearchController", [("searchResultsController", "UIViewController?")]),
    named(
      "UIPresentationController",
      [("presentedViewController", "UIViewController"), ("presenting", "UIViewController?")]),
  ]
  private static func named(_ root: String, _ parameters: [(label: String, type: String)]) -> Form {
    let arguments = parameters.enumerated().map { "\($1.label): _arg($0[\($0)]) as \($1.type)" }
    let initializer = "init(\(parameters.map { $0.label + ":" }.joined()))"
    return Form(
      hook: "_carobMaker \(root) \(initializer)", type: "", initializer: initializer,
      parameters: parameters.map(\.type), call: "(\(arguments.joined(separator: ", ")))", roots: [root],
      suits: { $0 == root })
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
      hook: "_carobNewAnnotationView", type: "((any MKAnnotation)?, String?) -> MKAnnotationView",
      initializer: "init(annotation:reuseIdentifier:)", call: "(annotation: $0, reuseIdentifier: $1)",
      roots: SDKKnowledge.annotationViews, suits: { SDKKnowledge.annotationViews.contains($0) }),
    Form(
      hook: "_carobNewFrame", type: "(CGRect) -> UIView", initializer: "init(frame:)", call: "(frame: $0)",
      roots: SDKKnowledge.framedViews,
      suits: {
        SDKKnowledge.isViewClass($0) && $0 != "UITableViewCell" && $0 != "UITableViewHeaderFooterView"
          && !SDKKnowledge.annotationViews.contains($0)
      }),
    Form(
      hook: "_carobNewController", type: "(String?, Bundle?) -> UIViewController",
      initializer: "init(nibName:bundle:)", call: "(nibName: $0, bundle: $1)",
      roots: SDKKnowledge.controllersFromNibs, suits: { SDKKnowledge.isViewControllerClass($0) }),
    Form(
      hook: "_carobNewRecognizer", type: "(Any?, Selector?) -> UIGestureRecognizer",
      initializer: "init(target:action:)", parameters: ["Any?", "Selector?"],
      call: "(target: $0, action: $1)", roots: SDKKnowledge.gestures,
      suits: { SDKKnowledge.gestures.contains($0) }),
    Form(
      hook: "_carobNewTable", type: "(CGRect, UITableView.Style) -> UITableView",
      initializer: "init(frame:style:)", parameters: ["CGRect", "UITableView.Style"],
      call: "(frame: $0, style: $1)", roots: ["UITableView"], suits: { $0 == "UITableView" }),
    Form(
      hook: "_carobNewLaidOut", type: "(CGRect, UICollectionViewLayout) -> UICollectionView",
      initializer: "init(frame:collectionViewLayout:)", parameters: ["CGRect", "UICollectionViewLayout"],
      call: "(frame: $0, collectionViewLayout: $1)", roots: ["UICollectionView"],
      suits: { $0 == "UICollectionView" }),
    Form(
      hook: "_carobNewStyled", type: "(UITableView.Style) -> UITableViewController",
      initializer: "init(style:)", parameters: ["UITableView.Style"], call: "(style: $0)",
      roots: ["UITableViewController"], suits: { $0 == "UITableViewController" }),
    Form(
      hook: "_carobNewWithLayout", type: "(UICollectionViewLayout) -> UICollectionViewController",
      initializer: "init(collectionViewLayout:)", parameters: ["UICollectionViewLayout"],
      call: "(collectionViewLayout: $0)", roots: ["UICollectionViewController"],
      suits: { $0 == "UICollectionViewController" }),
    Form(
      hook: "_carobNewWithRoot", type: "(UIViewController) -> UINavigationController",
      initializer: "init(rootViewController:)", parameters: ["UIViewController"],
      call: "(rootViewController: $0)", roots: ["UINavigationController"],
      suits: { $0 == "UINavigationController" }),
    Form(
      hook: "_carobNewSegue",
      type: "(String?, UIViewController, UIViewController) -> UIStoryboardSegue",
      initializer: "init(identifier:source:destination:)",
      call: "(identifier: $0, source: $1, destination: $2)",
      roots: ["UIStoryboardSegue", "UIStoryboardPopoverSegue"],
      suits: { $0 == "UIStoryboardSegue" || $0 == "UIStoryboardPopoverSegue" }),
    Form(
      hook: "_carobNewCopy", type: "(Any) -> CALayer", initializer: "init(layer:)", parameters: ["Any"],
      call: "(layer: $0)", roots: SDKKnowledge.layers, suits: { SDKKnowledge.layers.contains($0) }),
    Form(
      hook: "_carobNewManaged", type: "(NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject",
      initializer: "init(entity:insertInto:)", call: "(entity: $0, insertInto: $1)",
      roots: ["NSManagedObject"], suits: { $0 == "NSManagedObject" }),
  ]

  private static func inheritsFactory(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    guard case .module(let parent) = module.superclass(id) else {
      return module.superclass(id) != .framework("NSObject")
    }
    return module.inherited(module.factories.plainAtOrAbove, parent) { type, above in
      hasPlainInitializer(type, module) || above ?? (module.superclass(type) != .framework("NSObject"))
    }
  }

  private static func inheritsCoderFactory(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    guard case .module(let parent) = module.superclass(id) else {
      return module.superclass(id) != .framework("NSObject")
    }
    return module.inherited(module.factories.coderAtOrAbove, parent) { type, above in
      hasCoderInitializer(type, module) || above ?? (module.superclass(type) != .framework("NSObject"))
    }
  }

  /// Whether `C()` exists.
  static func hasPlainInitializer(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    module.inherited(module.factories.plain, id) { type, above in
      findPlainInitializer(type, above, module)
    }
  }

  private static func findPlainInitializer(
    _ id: ModuleIndex.TypeID, _ above: Bool?, _ module: ModuleIndex
  ) -> Bool {
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
      // A class that overrides all designated initializers inherits the convenience ones.
      return SDKKnowledge.designatedInitializers(name)?.isSubset(of: designated) ?? false
    case .module(let parent):
      guard above == true else { return false }
      if designated.isEmpty { return true }
      let above = Set(
        module.record(parent).members.filter { $0.kind == .initializer && !$0.isConvenience }.map(\.fullName))
      return !above.isEmpty && above.isSubset(of: designated)
    }
  }

  /// Whether `C(coder:)` exists.
  static func hasCoderInitializer(_ id: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    module.inherited(module.factories.coder, id) { type, above in
      findCoderInitializer(type, above, module)
    }
  }

  private static func findCoderInitializer(
    _ id: ModuleIndex.TypeID, _ above: Bool?, _ module: ModuleIndex
  ) -> Bool {
    let initializers = module.members(of: id).map(\.member).filter { $0.kind == .initializer }
    if let own = initializers.first(where: { $0.fullName == "init(coder:)" }) {
      return !own.attributes.isUnavailable && !own.isThrowing
    }
    let designated = module.record(id).members.filter { $0.kind == .initializer && !$0.isConvenience }
    if !designated.isEmpty {
      // NB: a recognizer's is a convenience initializer, inherited by a class that overrides the designated
      // one.
      guard module.frameworkRoot(id).map(SDKKnowledge.gestures.contains) == true,
        designated.contains(where: { $0.fullName == "init(target:action:)" && $0.isOverride })
      else { return false }
    }
    switch module.superclass(id) {
    case .none: return false
    case .framework(let name):
      return SDKKnowledge.hasCoderInitializer(name) || module.options.imported.coderClasses.contains(name)
    case .module: return above ?? false
    }
  }
}
