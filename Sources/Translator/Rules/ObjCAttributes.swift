import SwiftSyntax

/// Attributes of the Objective-C dialect are removed, because the compiler rejects them here (F-143); other
/// rules generate code for their meaning.
///
/// Covers `@objc`, `@objc(name)`, `@objcMembers`, `@nonobjc`, `@IBOutlet`, `@IBAction`, `@IBSegueAction`,
/// `@IBInspectable`, `@IBDesignable`, `@GKInspectable`, `@NSCopying`. Spaces replace them, which preserves
/// lines and columns:
///
///     @IBAction func tap(_ sender: Any) {
///               func tap(_ sender: Any) {
///
/// `dynamic` is removed together with `@objc`; on its own it stays, because it compiles.
enum ObjCAttributes: Rule {
  private static let dropped: Set<String> = [
    "objc", "objcMembers", "nonobjc", "IBOutlet", "IBAction", "IBSegueAction", "IBInspectable",
    "IBDesignable",
    "GKInspectable", "NSCopying",
  ]

  static func apply(to translation: FileTranslation) {
    for attribute in translation.facts.attributes where dropped.contains(attribute.name) {
      translation.edits.replacePadded(attribute.range, in: translation.source)
      if attribute.name == "objc" { dropDynamic(besides: attribute, translation) }
    }
  }

  private static func dropDynamic(besides attribute: AttributeSyntax, _ translation: FileTranslation) {
    guard let declaration = attribute.parent?.parent else { return }
    let modifiers =
      declaration.as(VariableDeclSyntax.self)?.modifiers ?? declaration.as(FunctionDeclSyntax.self)?.modifiers
    for modifier in modifiers ?? [] where modifier.name.tokenKind == .keyword(.dynamic) {
      translation.edits.replacePadded(modifier.range, in: translation.source)
    }
  }
}
