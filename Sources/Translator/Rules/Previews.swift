import SwiftSyntax

/// Removes Xcode previews, which are not part of the app.
///
///     #Preview("Dark", traits: .portrait) { ViewController() }
///
/// becomes spaces; lines are preserved. Limits: the content of a preview is not type-checked.
enum Previews: Rule {
  static func apply(to translation: FileTranslation) {
    for preview in translation.facts.previews {
      translation.edits.replacePadded(preview.range, in: translation.source)
    }
  }
}
