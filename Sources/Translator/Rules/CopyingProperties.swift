import SwiftSyntax

/// `@NSCopying` properties store a copy of what they are given.
///
///     @NSCopying var date: NSDate?
///                var date: NSDate? { didSet { date = date?.copy() as! NSDate? } }
///
/// Limits: a property without a written type, or with observers of its own, is an error.
enum CopyingProperties: Rule {
  static func apply(to translation: FileTranslation) {
    for attribute in translation.facts.attributes where attribute.name == "NSCopying" {
      guard let variable = attribute.parent?.parent?.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
          var type = binding.typeAnnotation?.type.trimmedDescription, binding.accessorBlock == nil
        else {
          translation.report(
            .error,
            "this @NSCopying property cannot be translated; write its type, and copy in the setter yourself",
            at: attribute.start)
          continue
        }
        let isOptional = type.hasSuffix("?") || type.hasSuffix("!")
        if type.hasSuffix("!") { type = String(type.dropLast()) + "?" }
        translation.edits.insert(
          " { didSet { self.\(name) = self.\(name)\(isOptional ? "?" : "").copy() as! \(type) } }",
          at: binding.contentEnd)
      }
    }
  }
}
