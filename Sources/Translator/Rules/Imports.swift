import SwiftSyntax

/// Imports of submodules become imports of the module; an import of an unavailable module is an error with
/// advice.
///
///     import UIKit.UIGestureRecognizerSubclass
///     import UIKit
///
/// `import class UIKit.UIView` stays as it is.
enum Imports: Rule {
  private static let impossible = [
    "SwiftUI":
      "Carob provides UIKit, not SwiftUI; use UIKit views here, or put the file under #if canImport(SwiftUI)",
    "WidgetKit": "Carob does not provide WidgetKit; put the file under #if canImport(WidgetKit)",
    "AppKit": "AppKit does not exist on iOS; put the import under #if canImport(AppKit)",
  ]

  static func apply(to translation: FileTranslation) {
    for node in translation.facts.imports {
      guard let module = node.path.first else { continue }
      if let advice = impossible[module.name.text],
        !translation.module.declares(topLevelType: module.name.text)
      {
        translation.report(.error, advice, at: module.start)
      }
      if node.importKindSpecifier == nil, node.path.count > 1, let last = node.path.last {
        translation.edits.replacePadded(module.name.end..<last.end, in: translation.source)
      }
    }
  }
}
