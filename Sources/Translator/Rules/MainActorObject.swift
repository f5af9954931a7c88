import SwiftSyntax

/// Main-actor classes derive from `_MainActorNSObject` instead of `NSObject`.
///
/// Foundation's `init()` is nonisolated, and a main-actor `override init()` below it would be refused. With default
/// isolation to the main actor that is every class that derives from `NSObject` and is not `nonisolated`; otherwise
/// those marked `@MainActor` or isolated by a protocol that they adopt in their own file. `is NSObject` stays true.
enum MainActorObject: Rule {
  static func apply(to translation: FileTranslation) {
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      guard translation.module.superclass(id) == .framework("NSObject"),
        translation.module.isolation(id) == .mainActor,
        let first = translation.facts.typeNodes[type].as(ClassDeclSyntax.self)?.inheritanceClause?
          .inheritedTypes.first
      else { continue }
      translation.edits.replace(first.type.range, with: "_MainActorNSObject")
    }
  }
}
