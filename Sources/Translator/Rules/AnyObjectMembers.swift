import SwiftSyntax

/// Members looked up on `AnyObject` are looked up in the class that declares them.
///
///     (sender as AnyObject).tag      (sender as! UIView).tag
///     (item as AnyObject).poke?()    (item as? Monster)?.poke()
///
/// The class is the module's only one with such a member that the runtime sees, or comes from a short list of the
/// frameworks' members that apps ask for in this way. Anything else is an error that asks for a cast.
/// Limits: only casts written in parentheses right before the member; a variable of type `AnyObject` is left to the
/// compiler, which rejects the member.
enum AnyObjectMembers: Rule {
  private static let owners: [String: String] = [
    "tag": "UIView", "frame": "UIView", "bounds": "UIView", "superview": "UIView", "isHidden": "UIView",
    "backgroundColor": "UIView", "isSelected": "UIControl", "isEnabled": "UIControl",
    "isHighlighted": "UIControl",
    "isOn": "UISwitch", "selectedSegmentIndex": "UISegmentedControl", "state": "UIGestureRecognizer",
    "description": "NSObject", "debugDescription": "NSObject", "hash": "NSObject", "isEqual": "NSObject",
    "isKind": "NSObject", "isMember": "NSObject", "responds": "NSObject", "perform": "NSObject",
    "value": "NSObject", "setValue": "NSObject", "awakeFromNib": "NSObject", "currentTitle": "UIButton",
    "titleLabel": "UIButton",
  ]

  static func apply(to translation: FileTranslation) {
    for site in translation.facts.anyObjectMembers { translate(site.node, translation) }
  }

  private static func translate(_ node: MemberAccessExprSyntax, _ translation: FileTranslation) {
    guard let tuple = node.base?.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let sequence = tuple.elements.first?.expression.as(SequenceExprSyntax.self),
      let type = sequence.elements.last?.as(TypeExprSyntax.self), type.trimmedDescription == "AnyObject",
      let cast = Array(sequence.elements).dropLast().last?.as(UnresolvedAsExprSyntax.self)
    else { return }
    let name = node.declName.baseName.text.withoutBackticks
    guard let owner = owner(name, translation.module) else {
      translation.report(
        .error,
        "'\(name)' cannot be looked up on AnyObject here; cast to the class that declares it, "
          + "as in (x as! SomeClass).\(name)", at: node.declName.start)
      return
    }
    let mark = node.parent?.as(OptionalChainingExprSyntax.self)?.questionMark
    if let mark, node.parent?.parent?.is(FunctionCallExprSyntax.self) == true {
      translation.edits.replace(cast.range, with: "as?")
      translation.edits.insert("?", at: tuple.end)
      translation.edits.replace(mark.range, with: "")
    } else {
      translation.edits.replace(cast.range, with: "as!")
    }
    translation.edits.replace(type.range, with: owner)
  }

  private static func owner(_ name: String, _ module: ModuleIndex) -> String? {
    var found: [ModuleIndex.TypeID] = []
    for (owner, member) in module.membersByName[name] ?? [] where !member.isStatic && !member.isOverride {
      if module.record(owner).kind == .class, !found.contains(owner),
        module.isExposed(member, in: .type(owner), of: owner) || member.attributes.isOutlet
      {
        found.append(owner)
      }
    }
    if found.count == 1, owners[name] == nil { return module.record(found[0]).dotted }
    return found.isEmpty ? owners[name] : nil
  }
}
