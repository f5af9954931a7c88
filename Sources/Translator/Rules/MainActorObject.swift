import SwiftSyntax

/// Gives classes the root class that matches their isolation.
///
/// Main-actor classes derive from `_MainActorNSObject` instead of `NSObject`: Foundation's `init()` is
/// nonisolated, and the compiler would reject a main-actor `override init()` in a subclass. With default
/// main-actor isolation this applies to every class that derives from `NSObject` and is not `nonisolated`;
/// otherwise to classes that are marked `@MainActor` or isolated by a protocol that they adopt in their own
/// file. `is NSObject` remains true.
///
///     class Model: NSObject { override init() { … } }
///     class Model: _MainActorNSObject { override init() { … } }
///
/// `Foundation.NSObject` becomes `NSObject`, which is the SDK's. With default main-actor isolation, classes
/// that derive from a nonisolated one (`Operation`, `Formatter`, `CALayer`…) become `nonisolated`, like their
/// superclass.
enum MainActorObject: Rule {
  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      let id = translation.id(type)
      guard let node = translation.facts.typeNodes[type].as(ClassDeclSyntax.self) else { continue }
      if module.superclass(id) == .framework("NSObject") {
        guard let first = node.inheritanceClause?.inheritedTypes.first else { continue }
        if module.isolation(id) == .mainActor {
          translation.edits.replace(first.type.range, with: "_MainActorNSObject")
        } else if record.inherited.first?.contains(".") == true {
          translation.edits.replace(first.type.range, with: "NSObject")
        }
      } else if module.isFreedFromDefaultIsolation(id) {
        translation.edits.insert("nonisolated ", at: node.classKeyword.start)
      }
    }
  }
}
