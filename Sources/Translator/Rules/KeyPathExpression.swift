import SwiftSyntax

/// `#keyPath` becomes the string and a closure that type-checks the path.
///
///     #keyPath(Person.address.street)    _keyPath("address.street", Person.self, { $0.address.street })
///     #keyPath(name)                     _keyPath("name", Person.self, { $0.name })
///
/// A capitalized first component is a type; otherwise the path starts at the enclosing class. The names are
/// the Objective-C ones.
enum KeyPathExpression: Rule {
  static func apply(to translation: FileTranslation) {
    for site in translation.facts.macros where site.node.macroName.text == "keyPath" {
      translate(site, translation)
    }
  }

  private static func translate(
    _ site: FileFacts.Site<MacroExpansionExprSyntax>, _ translation: FileTranslation
  ) {
    guard let expression = site.node.arguments.first?.expression, var names = components(expression) else {
      translation.report(
        .error, "this #keyPath cannot be translated; write #keyPath(Type.property)", at: site.node.start)
      return
    }
    let module = translation.module
    var root: [String] = []
    var start: ModuleIndex.TypeID?
    while let first = names.first {
      let path = (root + [first]).joined(separator: ".")
      let found = module.resolve(path, scope: translation.scopePath(site.scopes), file: translation.file)
      if found == nil, first.first?.isUppercase != true { break }
      start = found
      root.append(names.removeFirst())
    }
    var type = root.joined(separator: ".")
    if type.isEmpty || type == "Self" {
      let enclosing = translation.enclosing(site.scopes).first { entry in
        entry.type.map { module.record($0).kind == .class } ?? true
      }
      guard let enclosing else {
        translation.report(
          .error, "#keyPath needs a type here; write #keyPath(Type.property)", at: site.node.start)
        return
      }
      type = enclosing.name
      start = enclosing.type
    }
    guard !names.isEmpty else {
      translation.report(
        .error, "#keyPath names no property; write #keyPath(Type.property)", at: site.node.start)
      return
    }
    let keys = KeyPathNames.keys(names, from: start, module).joined(separator: ".")
    let path = names.map { "." + escaped($0) }.joined()
    translation.edits.replace(
      site.node.range, with: "_keyPath(\(literal(keys)), \(type).self, { $0\(path) })")
  }

  private static func components(_ expression: ExprSyntax) -> [String]? {
    if let name = expression.as(DeclReferenceExprSyntax.self) { return [name.baseName.text.withoutBackticks] }
    if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
      let before = components(base)
    {
      return before + [member.declName.baseName.text.withoutBackticks]
    }
    if let chained = expression.as(OptionalChainingExprSyntax.self) { return components(chained.expression) }
    return nil
  }
}
