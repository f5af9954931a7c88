import SwiftSyntax

/// `@NSCopying` properties store a copy of the assigned value.
///
///     @NSCopying var date: NSDate?
///                var date: NSDate? { didSet { date = date?.copy() as! NSDate? } }
///     @NSCopying var start = NSDate() { didSet { … } }
///                var start = NSDate() { didSet { self.start = _copied(self.start); … } }
///
/// The property's own `willSet` sees the assigned value, not the copy. A computed property is an error.
enum CopyingProperties: Rule {
  static func apply(to translation: FileTranslation) {
    for attribute in translation.facts.attributes where attribute.name == "NSCopying" {
      guard let variable = attribute.parent?.parent?.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
        let copy = "self.\(name) = _copied(self.\(name))"
        if let block = binding.accessorBlock {
          guard case .accessors(let accessors) = block.accessors,
            accessors.allSatisfy({
              [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
            })
          else {
            translation.report(
              .error, "a computed property cannot be marked @NSCopying; copy in the setter yourself",
              at: attribute.start)
            continue
          }
          let didSet = accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.didSet) }
          if let body = didSet?.body {
            translation.edits.insert(" \(copy);", at: body.leftBrace.end)
          } else {
            translation.edits.insert(" didSet { \(copy) }", at: block.leftBrace.end)
          }
          continue
        }
        guard let type = (binding.typeAnnotation?.type.trimmedDescription).map(WrittenType.init) else {
          translation.edits.insert(" { didSet { \(copy) } }", at: binding.contentEnd)
          continue
        }
        translation.edits.insert(
          " { didSet { self.\(name) = self.\(name)\(type.isOptional ? "?" : "").copy() as! \(NullCasts.plainTarget(type.explicit)) } }",
          at: binding.contentEnd)
      }
    }
  }
}
