import SelectorNames
import SwiftSyntax

/// `@NSManaged` members get the accessors that the framework creates at run time (F-158, C-105).
///
/// A layer stores the properties of its class under their names; a managed object's are stored by its
/// context:
///
///     @NSManaged var title: String?
///                var title: String? { get { _managedValue("title") } set { _setManagedValue(newValue, "title") } }
///
/// `primitiveTitle` accesses the value without notifying anyone. The methods for to-many relationships are
/// recognized by their Objective-C names:
///
///     @objc(addNotesObject:)
///     @NSManaged func addToNotes(_ value: Note)
///                func addToNotes(_ value: Note) { _addToMany(value, "notes") }
///
/// Members of extensions count too. In other classes the attribute is an error.
enum ManagedProperties: Rule {
  /// Which object stores the values of a class's managed members.
  enum Keeper { case layer, context }

  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated() {
      for member in record.members where member.attributes.isManaged {
        let keeper = record.kind == .class ? keeper(of: translation.id(type), module) : nil
        translate(member, of: record.name, keeper, translation)
      }
    }
    for (number, record) in translation.facts.index.extensions.enumerated() {
      free(number, record, translation)
      for member in record.members where member.attributes.isManaged {
        let keeper = keeper(ofExtension: translation.extensionID(number), record, module)
        translate(member, of: record.extended, keeper, translation)
      }
    }
  }

  /// With default main-actor isolation, an extension of a managed object class is nonisolated like the class.
  private static func free(_ number: Int, _ record: ExtensionRecord, _ translation: FileTranslation) {
    let module = translation.module
    guard module.options.defaultIsolationMainActor, record.attributes.isolation == .unspecified,
      !record.hasMethodTable
    else { return }
    let id = translation.extensionID(number)
    guard keeper(ofExtension: id, record, module) == .context,
      module.target(id).map({ module.isolation($0) != .mainActor }) ?? true
    else { return }
    translation.edits.insert(
      "nonisolated ", at: translation.facts.extensionNodes[number].extensionKeyword.start)
  }

  static func keeper(of type: ModuleIndex.TypeID, _ module: ModuleIndex) -> Keeper? {
    guard let root = module.frameworkRoot(type) else { return nil }
    if root.hasPrefix("CA") && root.hasSuffix("Layer") { return .layer }
    return isManagedObject(named: root, module) ? .context : nil
  }

  private static func keeper(
    ofExtension id: ModuleIndex.ExtensionID, _ record: ExtensionRecord, _ module: ModuleIndex
  ) -> Keeper? {
    guard let target = module.target(id) else {
      return isManagedObject(named: module.unqualified(record.extended), module) ? .context : nil
    }
    return module.record(target).kind == .class ? keeper(of: target, module) : nil
  }

  /// Whether the class is a layer, which stores its own managed properties.
  static func isKeptByLayer(_ type: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    keeper(of: type, module) == .layer
  }

  static func isManagedObject(_ type: ModuleIndex.TypeID, _ module: ModuleIndex) -> Bool {
    keeper(of: type, module) == .context
  }

  private static func isManagedObject(named name: String, _ module: ModuleIndex) -> Bool {
    name == "NSManagedObject" || module.options.imported.managedClasses.contains(name)
  }

  private static func translate(
    _ member: MemberRecord, of type: String, _ keeper: Keeper?, _ translation: FileTranslation
  ) {
    let node = translation.facts.memberNodes[member.node]
    let binding = node.as(PatternBindingSyntax.self)
    guard let keeper else {
      translation.report(
        .error,
        "'@NSManaged' needs a subclass of NSManagedObject or of CALayer, which '\(type)' is not",
        at: attributeStart(node) ?? node.start)
      return
    }
    switch (binding, node.as(FunctionDeclSyntax.self)) {
    case (let binding?, _): translate(binding, member, keeper, translation)
    case (_, let function?) where keeper == .context: translate(function, member, translation)
    default:
      translation.report(
        .error,
        "'@NSManaged' is allowed on properties, and on methods of managed objects; '\(member.fullName)' of '\(type)' is "
          + "neither", at: attributeStart(node) ?? node.start)
    }
  }

  private static func attributeStart(_ node: Syntax) -> Int? {
    let attributes =
      node.as(FunctionDeclSyntax.self)?.attributes
      ?? node.parent?.parent?.as(VariableDeclSyntax.self)?.attributes
    for case .attribute(let attribute)? in attributes?.map({ Optional($0) }) ?? []
    where attribute.name == "NSManaged" {
      return attribute.start
    }
    return nil
  }

  /// Removes the attribute, and `dynamic`.
  private static func removeWords(
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, _ translation: FileTranslation
  ) {
    for case .attribute(let attribute) in attributes where attribute.name == "NSManaged" {
      translation.edits.replacePadded(attribute.range, in: translation.source)
    }
    // NB: `dynamic` after `@objc` is removed by another rule.
    let isObjC = attributes.contains { $0.as(AttributeSyntax.self)?.name == "objc" }
    for modifier in modifiers where modifier.name.tokenKind == .keyword(.dynamic) && !isObjC {
      translation.edits.replacePadded(modifier.range, in: translation.source)
    }
  }

  // MARK: Properties

  private static func translate(
    _ binding: PatternBindingSyntax, _ member: MemberRecord, _ keeper: Keeper,
    _ translation: FileTranslation
  ) {
    guard let variable = binding.parent?.parent?.as(VariableDeclSyntax.self), binding.accessorBlock == nil
    else { return }
    if binding.id == variable.bindings.first?.id {
      removeWords(variable.attributes, variable.modifiers, translation)
    }
    DynamicProperties.separate(binding, translation)
    let name = member.attributes.objcName ?? member.name
    let (get, set, key) =
      keeper == .context && primitiveKey(name) != nil
      ? ("_primitiveManagedValue", "_setPrimitiveManagedValue", literal(primitiveKey(name) ?? name))
      : ("_managedValue", "_setManagedValue", literal(name))
    translation.edits.insert(
      " { get { \(get)(\(key)) } set { \(set)(newValue, \(key)) } }", at: binding.contentEnd)
  }

  /// The key of a primitive accessor: `title` for `primitiveTitle`.
  private static func primitiveKey(_ name: String) -> String? {
    guard name.hasPrefix("primitive"), let first = name.dropFirst("primitive".count).first, first.isUppercase
    else { return nil }
    return key(String(name.dropFirst("primitive".count)))
  }

  // MARK: Methods

  private static func translate(
    _ function: FunctionDeclSyntax, _ member: MemberRecord, _ translation: FileTranslation
  ) {
    if function.body != nil { return }
    let selector =
      member.attributes.objcName ?? ObjCNaming.selector(baseName: member.name, labels: member.labels)
    guard let body = body(selector, member.parameters.map(\.name)) else {
      translation.report(
        .error,
        "'\(member.fullName)' (\(selector)) is not one of the methods that Core Data generates for a relationship",
        at: attributeStart(Syntax(function)) ?? function.start)
      return
    }
    removeWords(function.attributes, function.modifiers, translation)
    translation.edits.insert(" { \(body) }", at: function.signature.end)
  }

  /// The body for a method with this selector and these parameter names.
  private static func body(_ selector: String, _ names: [String]) -> String? {
    if names.count == 1 {
      if let key = middle(selector, "removeObjectFrom", "AtIndex:") {
        return "_removeFromMany(at: \(names[0]), \(key))"
      }
      if let key = middle(selector, "remove", "AtIndexes:") {
        return "_removeFromMany(atAll: \(names[0]), \(key))"
      }
      if let key = middle(selector, "add", "Object:") { return "_addToMany(\(names[0]), \(key))" }
      if let key = middle(selector, "remove", "Object:") { return "_removeFromMany(\(names[0]), \(key))" }
      if let key = middle(selector, "add", ":") { return "_addToMany(all: \(names[0]), \(key))" }
      if let key = middle(selector, "remove", ":") { return "_removeFromMany(all: \(names[0]), \(key))" }
      return nil
    }
    guard names.count == 2 else { return nil }
    let parts = selector.split(separator: ":").map { String($0) + ":" }
    guard parts.count == 2 else { return nil }
    if parts[0] == "insertObject:", let key = middle(parts[1], "in", "AtIndex:") {
      return "_insertIntoMany(\(names[0]), at: \(names[1]), \(key))"
    }
    if parts[1] == "atIndexes:", let key = middle(parts[0], "insert", ":") {
      return "_insertIntoMany(all: \(names[0]), at: \(names[1]), \(key))"
    }
    if parts[1] == "withObject:", let key = middle(parts[0], "replaceObjectIn", "AtIndex:") {
      return "_replaceInMany(at: \(names[0]), with: \(names[1]), \(key))"
    }
    if parts[1].hasPrefix("with"), let key = middle(parts[0], "replace", "AtIndexes:") {
      return "_replaceInMany(atAll: \(names[0]), with: \(names[1]), \(key))"
    }
    return nil
  }

  /// The key between the prefix and the suffix of a selector part, as a literal.
  private static func middle(_ text: String, _ head: String, _ tail: String) -> String? {
    guard text.hasPrefix(head), text.hasSuffix(tail), text.count > head.count + tail.count else { return nil }
    let name = text.dropFirst(head.count).dropLast(tail.count)
    guard name.first?.isUppercase == true, !name.contains(":") else { return nil }
    return literal(key(String(name)))
  }

  private static func key(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }
}
