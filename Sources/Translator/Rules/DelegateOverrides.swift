import SwiftSyntax

/// Overrides of `delegate` in subclasses of table, collection and text views.
///
/// On the platform these views declare `delegate` again with their own protocol. Swift has no such covariant
/// property, so here it keeps the type that `UIScrollView` gives it. The override gets that type, and its
/// accessors and observers use the value in the type that the app wrote:
///
///     override var delegate: UITextViewDelegate? { didSet { former = oldValue } }
///     override var delegate: (any UIScrollViewDelegate)? { didSet { let oldValue = oldValue as? any UITextViewDelegate; former = oldValue } }
enum DelegateOverrides: Rule {
  private static let views: Set<String> = ["UITableView", "UICollectionView", "UITextView"]

  static func apply(to translation: FileTranslation) {
    let module = translation.module
    for (type, record) in translation.facts.index.types.enumerated() where record.kind == .class {
      guard let root = module.frameworkRoot(translation.id(type)), views.contains(root) else { continue }
      for member in record.members
      where member.isOverride && !member.isStatic && member.fullName == "delegate" {
        guard let binding = translation.facts.memberNodes[member.node].as(PatternBindingSyntax.self),
          let written = binding.typeAnnotation?.type
        else { continue }
        rewrite(binding, written, translation)
      }
    }
  }

  private static func rewrite(
    _ binding: PatternBindingSyntax, _ written: TypeSyntax, _ translation: FileTranslation
  ) {
    let words = written.trimmedDescription.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }
    guard let name = words.last(where: { $0 != "any" }).map(String.init),
      name.split(separator: ".").last != "UIScrollViewDelegate"
    else { return }
    translation.edits.replace(written.range, with: "(any UIScrollViewDelegate)?")
    guard case .accessors(let accessors)? = binding.accessorBlock?.accessors else { return }
    for accessor in accessors {
      let standard: String? =
        switch accessor.accessorSpecifier.tokenKind {
        case .keyword(.set), .keyword(.willSet): "newValue"
        case .keyword(.didSet): "oldValue"
        default: nil
        }
      guard let standard, let body = accessor.body else { continue }
      let value = accessor.parameters?.name.text ?? standard
      guard translation.tokens.mentions(value, in: body.leftBrace.end..<body.rightBrace.start) else {
        continue
      }
      translation.edits.insert(" let \(value) = \(value) as? any \(name);", at: body.leftBrace.end)
    }
  }
}
