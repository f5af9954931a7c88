import CarobFoundation
import CarobRuntime

/// Reads a view's accessibility properties for assistive technology and play scripts.
///
/// E-781: an app may override the getters. They are called when a play script reads the screen, at most once
/// per reading, because the platform's UI tests see the overridden values, too, and for the page while the screen
/// reader is on. Other readers do not call them, and use the values that were set, or the defaults of the SDK's
/// class. The calls are in the trace with `--all` only. What the getters print or send
/// is recorded without a cause.
@MainActor
struct AccessibilityReading {
  /// Whether getters that the app overrides are called.
  enum Overrides { case called, ignored }

  private let view: UIView
  private let overrides: Overrides

  init(_ view: UIView, _ overrides: Overrides) {
    self.view = view
    self.overrides = overrides
  }

  var isElement: Bool {
    if isOverridden(AccessibilityOverrides.element) {
      return ask("isAccessibilityElement") { view.isAccessibilityElement }
    }
    return view.ownAccessibility.isElement ?? view.defaultIsAccessibilityElement
  }

  var identifier: String? {
    if isOverridden(AccessibilityOverrides.identifier) {
      return ask("accessibilityIdentifier") { view.accessibilityIdentifier }
    }
    return view.ownAccessibility.identifier
  }

  var label: String? {
    if isOverridden(AccessibilityOverrides.label) {
      return ask("accessibilityLabel") { view.accessibilityLabel }
    }
    if let label = view.ownAccessibility.label { return label }
    if overrides == .called, let label = view.accessibilityLabelOfDelegate { return label }
    return view.defaultAccessibilityLabel
  }

  var value: String? {
    if isOverridden(AccessibilityOverrides.value) {
      return ask("accessibilityValue") { view.accessibilityValue }
    }
    return view.ownAccessibility.value ?? view.defaultAccessibilityValue
  }

  var traits: UIAccessibilityTraits {
    if isOverridden(AccessibilityOverrides.traits) {
      return ask("accessibilityTraits") { view.accessibilityTraits }
    }
    return view.ownAccessibility.traits ?? view.defaultAccessibilityTraits
  }

  var hidesElements: Bool {
    if isOverridden(AccessibilityOverrides.hidden) {
      return ask("accessibilityElementsHidden") { view.accessibilityElementsHidden }
    }
    return view.ownAccessibility.hidesElements
  }

  var isModal: Bool {
    if isOverridden(AccessibilityOverrides.modal) {
      return ask("accessibilityViewIsModal") { view.accessibilityViewIsModal }
    }
    return view.ownAccessibility.isModal
  }

  /// In screen points; nil for where the view is (E-1091).
  var frame: CGRect? {
    if isOverridden(AccessibilityOverrides.frame) {
      return ask("accessibilityFrame") { view.accessibilityFrame }
    }
    return view.ownAccessibility.frame
  }

  var hint: String? { overrides == .called ? view.accessibilityHint : view.ownAccessibility.hint }
  /// The elements that the app gives; nil for those of the subviews.
  var elements: [Any]? {
    overrides == .called ? view.accessibilityElements : view.ownAccessibility.elements
  }
  var customActions: [UIAccessibilityCustomAction] {
    (overrides == .called ? view.accessibilityCustomActions : view.ownAccessibility.customActions) ?? []
  }

  private func isOverridden(_ getter: OverridePoint) -> Bool {
    overrides == .called && getter.isOverridden(by: type(of: view))
  }

  private func ask<Answer>(_ name: String, _ getter: () -> Answer) -> Answer {
    // NB: a script's reading is not an event of the app; it is recorded with --all only.
    Journal.recordsInternal ? Journal.query(.responder, name, to: view, getter) : getter()
  }
}

/// Whether an app's view class overrides accessibility getters.
private enum AccessibilityOverrides {
  static let element = point(ElementView.self)
  static let identifier = point(IdentifierView.self)
  static let label = point(LabelView.self)
  static let value = point(ValueView.self)
  static let traits = point(TraitsView.self)
  static let hidden = point(HiddenView.self)
  static let modal = point(ModalView.self)
  static let frame = point(FrameView.self)

  private static func point(_ overriding: UIView.Type) -> OverridePoint {
    OverridePoint(ofPropertyOf: UIView.self, overriding: overriding, plain: PlainView.self)
  }
}

private final class PlainView: UIView {}

private final class ElementView: UIView {
  override var isAccessibilityElement: Bool {
    get { false }
    set {}
  }
}

private final class IdentifierView: UIView {
  override var accessibilityIdentifier: String? {
    get { nil }
    set {}
  }
}

private final class LabelView: UIView {
  override var accessibilityLabel: String? {
    get { nil }
    set {}
  }
}

private final class ValueView: UIView {
  override var accessibilityValue: String? {
    get { nil }
    set {}
  }
}

private final class TraitsView: UIView {
  override var accessibilityTraits: UIAccessibilityTraits {
    get { [] }
    set {}
  }
}

private final class HiddenView: UIView {
  override var accessibilityElementsHidden: Bool {
    get { false }
    set {}
  }
}

private final class ModalView: UIView {
  override var accessibilityViewIsModal: Bool {
    get { false }
    set {}
  }
}

private final class FrameView: UIView {
  override var accessibilityFrame: CGRect {
    get { .zero }
    set {}
  }
}
