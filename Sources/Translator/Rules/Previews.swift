import SwiftSyntax

/// Xcode's previews are not part of the app.
///
///     #Preview("Dark", traits: .portrait) { ViewController() }
///
/// becomes spaces; lines stay. Limits: what stands in a preview is not type-checked.
enum Previews: Rule {
  static func apply(to translation: FileTranslation) {
    for preview in translation.facts.previews {
      translation.edits.replacePadded(preview.range, in: translation.source)
    }
  }
}
