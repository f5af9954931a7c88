import CarobFoundation
@_spi(Hazards) import CarobRuntime
import NibFormat

/// Applies the `<variation>` elements of a nib's objects, which differ by size class, whenever the size
/// classes change (E-571).
///
/// A coder fills it while it creates the objects; afterwards the root views own it. It keeps the views that
/// are not installed in the current size classes, since no superview does.
@MainActor
final class NibVariations {
  private struct Varied<Object: AnyObject> {
    private let reference: ZeroingElement<Object>
    let element: NibElement
    var object: Object? { reference.object }
    init(object: Object, element: NibElement) {
      reference = ZeroingElement(object)
      self.element = element
    }
  }
  private struct Masked<Object> {
    let id: String
    let object: Object
    /// The element whose variations decide whether the object is installed.
    let element: NibElement
  }
  private let document: NibDocument
  private let bundle: Bundle
  private var views: [Varied<UIView>] = []
  private var constraints: [Varied<NSLayoutConstraint>] = []
  private var maskedViews: [(superview: Varied<UIView>, subviews: [Masked<UIView>])] = []
  private var maskedConstraints: [Masked<NSLayoutConstraint>] = []
  private var containers: [String: NibElement] = [:]
  private var applied: SizeClasses?

  init(_ document: NibDocument, _ bundle: Bundle) {
    self.document = document
    self.bundle = bundle
  }

  // MARK: Collecting

  func add(_ view: UIView, _ element: NibElement) {
    guard element.child(named: "variation") != nil else { return }
    views.append(Varied(object: view, element: element))
    for id in Self.references(element, "constraints") { containers[id] = element }
  }

  /// Keeps a constraint with variations. Returns true if variations decide whether the constraint is
  /// installed.
  func varies(_ constraint: NSLayoutConstraint, _ element: NibElement) -> Bool {
    if element.child(named: "variation") != nil {
      constraints.append(Varied(object: constraint, element: element))
    }
    let container = element.id.flatMap { containers[$0] }
    // A view that is not installed removes its constraints and restores them with itself.
    guard container != nil || !maskedViews.isEmpty else { return false }
    if element.bool("active") == false { return true }
    maskedConstraints.append(
      Masked(id: element.id ?? "", object: constraint, element: container ?? element))
    return true
  }

  private static func references(_ element: NibElement, _ key: String) -> Set<String> {
    var ids: Set<String> = []
    for variation in element.children(named: "variation") {
      for mask in variation.children where mask.key == key {
        for reference in mask.children { if let id = reference["reference"] { ids.insert(id) } }
      }
    }
    return ids
  }

  // MARK: Applying

  /// Called before the constraints are created. Removes the views that are not installed.
  func prepare(_ objects: [String: AnyObject]) {
    guard let root = views.first?.object.map(Self.root) else { return }
    for entry in views {
      let ids = Self.references(entry.element, "subviews")
      guard !ids.isEmpty else { continue }
      let subviews = (entry.element.child(named: "subviews")?.children ?? []).compactMap {
        child -> Masked<UIView>? in
        guard let id = child.id, let view = objects[id] as? UIView else { return nil }
        return Masked(id: id, object: view, element: entry.element)
      }
      maskedViews.append((entry, subviews))
    }
    arrange(SizeClasses(root.traitCollection))
  }

  /// Called after the constraints were created. The root views keep the variations for other size classes.
  func install(_ containers: [UIView]) {
    guard !views.isEmpty || !constraints.isEmpty else { return }
    var roots: [UIView] = []
    for view in views.compactMap(\.object) + containers {
      let root = Self.root(view)
      if !roots.contains(where: { $0 === root }) { roots.append(root) }
    }
    for root in roots { root.nibVariations = self }
    if let root = roots.first { apply(root.traitCollection) }
  }

  func apply(_ traits: UITraitCollection) {
    let classes = SizeClasses(traits)
    guard classes != applied else { return }
    applied = classes
    arrange(classes)
    let coder = NibCoder(document: document, bundle: bundle)
    for entry in views {
      guard let view = entry.object else { continue }
      for name in Self.variedNames(entry.element) {
        let source = classes.variations(entry.element).last { Self.says($0, name) } ?? entry.element
        coder.element = source
        if !coder.setVaried(name, of: view) {
          Journal.warn(
            "varying “\(name)” of a \(Journal.className(type(of: view))) by size class is not supported",
            site: coder.site(entry.element))
        }
      }
    }
    for entry in constraints {
      guard let constraint = entry.object else { continue }
      let source = classes.variations(entry.element).last { $0["constant"] != nil } ?? entry.element
      constraint.constant = NibConstraints.constant(source)
    }
    let there = maskedConstraints.filter { classes.includes($0.id, of: $0.element, "constraints") }
    NSLayoutConstraint.deactivate(
      maskedConstraints.filter { one in !there.contains { $0.object === one.object } }.map(\.object))
    NSLayoutConstraint.activate(there.map(\.object).filter(Self.canBeActivated))
  }

  private func arrange(_ classes: SizeClasses) {
    for (entry, subviews) in maskedViews {
      guard let superview = entry.object else { continue }
      var index = 0
      for child in subviews {
        let isThere = classes.includes(child.id, of: child.element, "subviews")
        if !isThere {
          if child.object.superview === superview { child.object.removeFromSuperview() }
        } else {
          if child.object.superview !== superview {
            (superview as? UIStackView)?.insertArrangedSubview(child.object, at: index)
              ?? superview.insertSubview(child.object, at: index)
          }
          index += 1
        }
      }
    }
  }

  private static func root(_ view: UIView) -> UIView {
    var root = view
    while let superview = root.superview, !(root.superview is UIWindow) { root = superview }
    return root
  }

  /// Whether both views are in one hierarchy. Otherwise the constraint waits until they are.
  private static func canBeActivated(_ constraint: NSLayoutConstraint) -> Bool {
    func view(_ item: AnyObject?) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }
    guard let first = view(constraint.firstItem) else { return false }
    guard constraint.secondItem != nil else { return true }
    guard let second = view(constraint.secondItem) else { return false }
    return root(first) === root(second)
  }

  private static let design: Set<String> = ["key", "misplaced", "ambiguous", "fixedFrame", "mask"]

  private static func variedNames(_ element: NibElement) -> [String] {
    var names: [String] = []
    for variation in element.children(named: "variation") {
      let found = variation.attributes.map(\.name) + variation.children.map { $0.key ?? $0.name }
      for name in found where !design.contains(name) && name != "subviews" && name != "constraints" {
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  private static func says(_ variation: NibElement, _ name: String) -> Bool {
    variation[name] != nil || variation.child(key: name) != nil
  }
}

/// The two size classes that variations are chosen by.
private struct SizeClasses: Equatable {
  let width: String
  let height: String

  init(_ traits: UITraitCollection) {
    width = traits.horizontalSizeClass == .regular ? "regular" : "compact"
    height = traits.verticalSizeClass == .compact ? "compact" : "regular"
  }

  /// The variations that apply, from the most general to the most specific.
  func variations(_ element: NibElement) -> [NibElement] {
    let matching = element.children(named: "variation").compactMap { variation in
      specificity(variation.key ?? "").map { ($0, variation) }
    }
    return (0...2).flatMap { level in matching.filter { $0.0 == level }.map(\.1) }
  }

  /// The number of size classes in a key such as `heightClass=regular-widthClass=compact`; nil if it does
  /// not apply.
  private func specificity(_ key: String) -> Int? {
    if key == "default" { return 0 }
    var count = 0
    for part in key.split(separator: "-") {
      switch part {
      case "widthClass=\(width)", "heightClass=\(height)": count += 1
      default: return nil
      }
    }
    return count
  }

  func includes(_ id: String, of element: NibElement, _ key: String) -> Bool {
    var result = true
    for variation in variations(element) {
      for mask in variation.children where mask.key == key {
        for reference in mask.children where reference["reference"] == id {
          result = reference.name == "include"
        }
      }
    }
    return result
  }
}

extension NibCoder {
  /// Sets a varying property of a view to the current element's value. Returns false for an unsupported
  /// property.
  fileprivate func setVaried(_ name: String, of view: UIView) -> Bool {
    guard let e = element else { return false }
    switch (name, view) {
    case ("hidden", _): view.isHidden = e.bool(name) ?? false
    case ("alpha", _): view.alpha = e.double(name).map { CGFloat($0) } ?? 1
    case ("backgroundColor", _): view.backgroundColor = color(key: name)
    case ("tintColor", _): view.tintColor = color(key: name)
    case ("layoutMargins", _):
      if let margins = e.child(key: name) { view.layoutMargins = self.margins(margins) }
    case ("directionalLayoutMargins", _):
      if let margins = e.child(key: name) { view.directionalLayoutMargins = directionalInsets(margins) }
    case ("preservesSuperviewLayoutMargins", _): view.preservesSuperviewLayoutMargins = e.bool(name) ?? false
    case ("axis", let stack as UIStackView): stack.axis = e[name] == "vertical" ? .vertical : .horizontal
    case ("spacing", let stack as UIStackView): stack.spacing = e.double(name).map { CGFloat($0) } ?? 0
    case ("alignment", let stack as UIStackView): stack.alignment = UIStackView.Alignment.named(e[name])
    case ("distribution", let stack as UIStackView):
      stack.distribution = UIStackView.Distribution.named(e[name])
    case ("fontDescription", let label as UILabel): if let font = font(key: name) { label.font = font }
    case ("fontDescription", let button as UIButton):
      if let font = font(key: name) { button.titleLabel?.font = font }
    case ("fontDescription", let field as UITextField): if let font = font(key: name) { field.font = font }
    case ("fontDescription", let text as UITextView): if let font = font(key: name) { text.font = font }
    case ("textColor", let label as UILabel): label.textColor = color(key: name)
    case ("textColor", let field as UITextField): field.textColor = color(key: name)
    case ("textColor", let text as UITextView): text.textColor = color(key: name)
    case ("image", let picture as UIImageView): picture.image = image(attribute: name)
    default: return false
    }
    return true
  }
}
