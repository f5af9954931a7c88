import SwiftParser
import SwiftSyntax

/// Members looked up on `AnyObject` are looked up when the app runs; a class that declares one gives the type.
///
///     (sender as AnyObject).tag      _anyMember((sender as AnyObject), "tag", \UIView.tag)
///     sender.tag                     _anyMember(sender, "tag", \UIView.tag)   where `sender` is a parameter of type AnyObject
///     (sender as AnyObject).poke()   _anyReceiver(sender as AnyObject, "poke()", Monster.self).poke()
///     (item as AnyObject).poke?()    (item as? Monster)?.poke()
///     sender?.tag                    (sender as? UIView)?.tag
///
/// The property may be that of any class (F-156). Methods, and what follows `?`, are looked up in the class that declares
/// them. The class is the module's only one with such a member that the runtime sees, or comes from a list of the frameworks' members that
/// apps ask for in this way; a method's labels tell it from others of its name. Anything else is an error that asks for a cast.
/// Limits: only casts written in parentheses right before the member, and parameters of a type's methods that no other
/// variable of the body hides; any other variable of type `AnyObject` is left to the compiler, which rejects the member.
enum AnyObjectMembers: Rule {
  private static let owners: [String: String] = [
    "tag": "UIView", "frame": "UIView", "bounds": "UIView", "superview": "UIView", "isHidden": "UIView",
    "backgroundColor": "UIView", "isSelected": "UIControl", "isEnabled": "UIControl",
    "isHighlighted": "UIControl",
    "isOn": "UISwitch", "selectedSegmentIndex": "UISegmentedControl", "state": "UIGestureRecognizer",
    "description": "NSObject", "debugDescription": "NSObject", "hash": "NSObject", "isEqual": "NSObject",
    "isKind": "NSObject", "isMember": "NSObject", "responds": "NSObject", "perform": "NSObject",
    "value": "NSObject", "setValue": "NSObject", "awakeFromNib": "NSObject", "currentTitle": "UIButton",
    "titleLabel": "UIButton", "currentImage": "UIButton", "currentTitleColor": "UIButton",
    "currentBackgroundImage": "UIButton", "alpha": "UIView", "center": "UIView", "transform": "UIView",
    "layer": "UIView", "subviews": "UIView", "window": "UIView", "clipsToBounds": "UIView",
    "placeholder": "UITextField", "numberOfTouches": "UIGestureRecognizer", "isTracking": "UIControl",
    "numberOfSegments": "UISegmentedControl", "isAnimating": "UIActivityIndicatorView",
  ]
  /// Methods that one class of the frameworks has, by their full names (F-177).
  private static let methodOwners: [String: String] = [
    "setTitle(_:for:)": "UIButton", "setImage(_:for:)": "UIButton", "setTitleColor(_:for:)": "UIButton",
    "setBackgroundImage(_:for:)": "UIButton", "setAttributedTitle(_:for:)": "UIButton",
    "setTitleShadowColor(_:for:)": "UIButton", "title(for:)": "UIButton", "image(for:)": "UIButton",
    "titleColor(for:)": "UIButton", "backgroundImage(for:)": "UIButton",
    "setNeedsUpdateConfiguration()": "UIButton",
    "sendActions(for:)": "UIControl", "addTarget(_:action:for:)": "UIControl",
    "removeTarget(_:action:for:)": "UIControl", "setOn(_:animated:)": "UISwitch",
    "setThumbImage(_:for:)": "UISlider", "setMinimumTrackImage(_:for:)": "UISlider",
    "setMaximumTrackImage(_:for:)": "UISlider", "removeAllSegments()": "UISegmentedControl",
    "titleForSegment(at:)": "UISegmentedControl", "setTitle(_:forSegmentAt:)": "UISegmentedControl",
    "setEnabled(_:forSegmentAt:)": "UISegmentedControl", "beginRefreshing()": "UIRefreshControl",
    "endRefreshing()": "UIRefreshControl", "becomeFirstResponder()": "UIResponder",
    "resignFirstResponder()": "UIResponder", "addSubview(_:)": "UIView", "removeFromSuperview()": "UIView",
    "bringSubviewToFront(_:)": "UIView", "sendSubviewToBack(_:)": "UIView", "viewWithTag(_:)": "UIView",
    "addGestureRecognizer(_:)": "UIView", "removeGestureRecognizer(_:)": "UIView",
    "setNeedsLayout()": "UIView", "layoutIfNeeded()": "UIView", "sizeToFit()": "UIView",
    "setNeedsUpdateConstraints()": "UIView", "endEditing(_:)": "UIView",
    "velocity(in:)": "UIPanGestureRecognizer", "translation(in:)": "UIPanGestureRecognizer",
    "setTranslation(_:in:)": "UIPanGestureRecognizer", "location(in:)": "UIGestureRecognizer",
    "location(ofTouch:in:)": "UIGestureRecognizer",
  ]

  static func apply(to translation: FileTranslation) {
    for site in translation.facts.anyObjectMembers { translate(site.node, translation) }
    for members in translation.facts.index.types.map(\.members)
      + translation.facts.index.extensions.map(\.members)
    {
      for member in members where member.kind == .method {
        for parameter in member.parameters where anyObjectTypes.contains(parameter.type) {
          translate(parameter, of: member, translation)
        }
      }
    }
  }

  private static let anyObjectTypes: Set<String> = ["AnyObject", "AnyObject?", "AnyObject!"]

  /// Members of `AnyObject` itself.
  private static let plainMembers: Set<String> = ["self", "map", "flatMap", "unsafelyUnwrapped"]

  private static func translate(
    _ parameter: ParameterRecord, of method: MemberRecord, _ translation: FileTranslation
  ) {
    guard let body = translation.facts.memberNodes[method.node].as(FunctionDeclSyntax.self)?.body else {
      return
    }
    let start = body.leftBrace.end
    let text = translation.source.text(start..<max(start, body.rightBrace.start))
    guard
      text.contains(parameter.name + ".") || text.contains(parameter.name + "?.")
        || text.contains(parameter.name + "!.")
    else { return }
    // NB: the body may have been blanked before the file was parsed.
    let finder = ParameterUses(of: parameter.name)
    finder.walk(Parser.parse(source: text))
    if finder.isHidden { return }
    for (base, period, name, isProperty, labels) in finder.uses where !plainMembers.contains(name.text) {
      guard let owner = owner(name.text.withoutBackticks, labels, translation.module) else {
        translation.report(
          .error,
          "'\(name.text)' cannot be looked up on AnyObject here; cast to the class that declares it, "
            + "as in (\(parameter.name) as! SomeClass).\(name.text)", at: start + name.start)
        continue
      }
      if isProperty, !base.is(OptionalChainingExprSyntax.self) {
        lookUp(
          name, owner, from: start + base.start, period: start + period.start..<start + period.end,
          end: start + name.end, translation)
        continue
      }
      let isCast = base.is(OptionalChainingExprSyntax.self)
      translation.edits.insert(isCast ? "(" : "_anyReceiver(", at: start + base.start)
      let close = ", \(literal(name.text.withoutBackticks + (labels ?? ""))), \(owner).self)"
      if let chain = base.as(OptionalChainingExprSyntax.self) {
        let mark = start + chain.questionMark.start
        translation.edits.replace(mark..<mark + 1, with: " as? \(owner))?")
      } else {
        translation.edits.insert(close, at: start + base.end)
      }
    }
  }

  private static func translate(_ node: MemberAccessExprSyntax, _ translation: FileTranslation) {
    guard let tuple = node.base?.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let sequence = tuple.elements.first?.expression.as(SequenceExprSyntax.self),
      let type = sequence.elements.last?.as(TypeExprSyntax.self), type.trimmedDescription == "AnyObject",
      let cast = Array(sequence.elements).dropLast().last?.as(UnresolvedAsExprSyntax.self)
    else { return }
    let name = node.declName.baseName.text.withoutBackticks
    guard let owner = owner(name, ParameterUses.labels(node), translation.module) else {
      translation.report(
        .error,
        "'\(name)' cannot be looked up on AnyObject here; cast to the class that declares it, "
          + "as in (x as! SomeClass).\(name)", at: node.declName.start)
      return
    }
    if ParameterUses.isProperty(node), node.declName.argumentNames == nil {
      lookUp(
        node.declName.baseName, owner, from: tuple.start, period: node.period.range, end: node.declName.end,
        translation)
      return
    }
    let mark = node.parent?.as(OptionalChainingExprSyntax.self)?.questionMark
    if let mark, node.parent?.parent?.is(FunctionCallExprSyntax.self) == true {
      translation.edits.replace(cast.range, with: "as?")
      translation.edits.insert("?", at: tuple.end)
      translation.edits.replace(mark.range, with: "")
    } else {
      translation.edits.insert("_anyReceiver", at: tuple.start)
      let full = name + (ParameterUses.labels(node) ?? "")
      translation.edits.insert(", \(literal(full)), \(owner).self", at: type.range.upperBound)
      return
    }
    translation.edits.replace(type.range, with: owner)
  }

  /// The edits around a property's name.
  private static func lookUp(
    _ name: TokenSyntax, _ owner: String, from start: Int, period: Range<Int>, end: Int,
    _ translation: FileTranslation
  ) {
    let key = KeyPathNames.key(name.text.withoutBackticks, translation.module)
    translation.edits.insert("_anyMember(", at: start)
    translation.edits.replace(period, with: ", \(literal(key)), \\\(owner).")
    translation.edits.insert(")", at: end)
  }

  /// - Parameter labels: those of the call that follows, as in `(_:for:)`; nil for a property.
  private static func owner(_ name: String, _ labels: String?, _ module: ModuleIndex) -> String? {
    var found: [ModuleIndex.TypeID] = []
    for (owner, member) in module.membersByName[name] ?? [] where !member.isStatic && !member.isOverride {
      if module.record(owner).kind == .class, !found.contains(owner),
        module.isExposed(member, in: .type(owner), of: owner) || member.attributes.isOutlet
      {
        found.append(owner)
      }
    }
    let known = labels.flatMap { methodOwners[name + $0] } ?? owners[name]
    if found.count == 1, known == nil { return module.record(found[0]).dotted }
    return found.isEmpty ? known : nil
  }
}

/// Where a body asks a parameter for a member, and whether something else in it has the parameter's name.
private final class ParameterUses: SyntaxVisitor {
  private(set) var uses:
    [(base: ExprSyntax, period: TokenSyntax, name: TokenSyntax, isProperty: Bool, labels: String?)] = []
  private(set) var isHidden = false
  private let name: String

  init(of name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base {
      let inner =
        base.as(OptionalChainingExprSyntax.self)?.expression ?? base.as(ForceUnwrapExprSyntax.self)?
        .expression
        ?? base
      if inner.as(DeclReferenceExprSyntax.self)?.baseName.text == name {
        uses.append((base, node.period, node.declName.baseName, Self.isProperty(node), Self.labels(node)))
      }
    }
    return .visitChildren
  }
  /// Whether a member that is looked up is not called.
  static func isProperty(_ node: MemberAccessExprSyntax) -> Bool { call(node) == nil }

  /// The labels of the call of a member, as in `(_:for:)`.
  static func labels(_ node: MemberAccessExprSyntax) -> String? {
    guard let call = call(node) else { return nil }
    let trailing = call.trailingClosure == nil ? [] : ["_"]
    let labels = call.arguments.map { $0.label?.text ?? "_" } + trailing
    return "(" + labels.map { $0 + ":" }.joined() + ")"
  }

  private static func call(_ node: MemberAccessExprSyntax) -> FunctionCallExprSyntax? {
    var node = Syntax(node)
    if let parent = node.parent,
      parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
    {
      node = parent
    }
    guard let call = node.parent?.as(FunctionCallExprSyntax.self), Syntax(call.calledExpression) == node
    else { return nil }
    return call
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    if node.identifier.text == name { isHidden = true }
    return .skipChildren
  }
  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == name { isHidden = true }
    return .skipChildren
  }
  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    if (node.secondName ?? node.firstName).text == name { isHidden = true }
    return .visitChildren
  }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    if (node.secondName ?? node.firstName).text == name { isHidden = true }
    return .visitChildren
  }
}
