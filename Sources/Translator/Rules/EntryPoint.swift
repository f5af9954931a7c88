import SwiftSyntax

/// The app delegate's class becomes the module's entry point.
///
/// `@UIApplicationMain` (which crashes the compiler here) is replaced by `@main`, and after the class is
/// added
///
///     extension AppDelegate { static func main() { _carobRunApp { AppDelegate() } } }
///
/// `@main` on a class that adopts `UIApplicationDelegate` and has no `main()` of its own gets the same
/// extension. In a module with a `main.swift` that file is the entry point; an attribute as well is an error,
/// as on the platform.
enum EntryPoint: Rule {
  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated()
    where record.attributes.isMain || record.attributes.isApplicationMain {
      let id = translation.id(type)
      let attribute = translation.facts.typeNodes[type].asProtocol((any WithAttributesSyntax).self)?
        .attributes
        .compactMap { $0.as(AttributeSyntax.self) }
        .first { ["main", "UIApplicationMain", "NSApplicationMain"].contains($0.name) }
      guard let attribute else { continue }
      if attribute.name == "NSApplicationMain" {
        translation.report(
          .error, "'@NSApplicationMain' belongs to macOS; write @main", at: attribute.start)
        continue
      }
      if module.options.hasMainFile {
        translation.report(
          .error,
          "'\(attribute.trimmedDescription)' cannot be used in a module that has a main.swift; remove one of them",
          at: attribute.start)
        continue
      }
      if record.attributes.isApplicationMain {
        translation.edits.replacePadded(attribute.range, with: "@main", in: translation.source)
      }
      let hasMain =
        record.hasStaticMain || (module.extensionsOf[id] ?? []).contains { module.record($0).hasStaticMain }
      guard record.kind == .class, !hasMain,
        record.attributes.isApplicationMain || module.adoptsApplicationDelegate(id)
      else { continue }
      translation.add(
        follower: "extension \(record.dotted) { static func main() { _carobRunApp { \(record.dotted)() } } }",
        afterType: type)
    }
  }
}
