import CarobFoundation
import DeviceProtocol
import QuartzCore

/// An accessibility element that is not a view: a segment, a picker row, a stepper's half. Frame in screen points.
struct SyntheticElement {
  var label: String?
  var identifier: String?
  var value: String?
  var frame: CGRect
  var isEnabled = true
  var isSelected = false
  var className: String
}

/// What assistive technology sees: the elements on screen, in reading order.
@MainActor
enum ScreenDescription {
  private struct Found {
    var element: ScreenElement
    var view: UIView
  }

  /// A view that hides what lies behind it or takes its touches, and the part of the screen in which it shows.
  private struct Cover {
    var view: UIView
    var clip: CGRect
  }

  /// What one walk over the windows collects, back to front.
  private struct Walk {
    var found: [Found] = []
    var covers: [Cover] = []
  }

  static func elements() -> [ScreenElement] {
    var walk = Walk()
    for window in UIApplication.shared.visibleWindows {
      visit(window, clip: UIScreen.main.bounds, ancestors: [], .nothing, &walk)
    }
    let found = walk.found
    let order = found.indices.sorted { a, b in readsBefore(found[a].element, found[b].element, a, b) }
    var position = [Int](repeating: 0, count: found.count)
    for (new, old) in order.enumerated() { position[old] = new }
    return order.map { index in
      var element = found[index].element
      element.ancestors = element.ancestors.map { position[$0] }
      element.coveredBy = cover(of: found[index], walk.covers)
      return element
    }
  }

  /// Top to bottom, then leading to trailing; lines are told apart by their middles.
  private static func readsBefore(_ a: ScreenElement, _ b: ScreenElement, _ i: Int, _ j: Int) -> Bool {
    if abs(a.y - b.y) > 1 { return a.y < b.y }
    if a.x != b.x { return a.x < b.x }
    return i < j
  }

  /// What is looked for in a part of the tree; covers always are.
  private enum Search { case everything, controls, nothing }

  private static func visit(
    _ view: UIView, clip: CGRect, ancestors: [Int], _ search: Search, _ walk: inout Walk
  ) {
    guard !view.isHidden, view.alpha >= 0.01 else { return }
    let isWindow = view is UIWindow
    var search = isWindow ? .everything : search
    if view.accessibilityElementsHidden { search = .nothing }
    let describes = search == .everything || search == .controls && view is UIControl
    let frame = view.layer.convert(view.bounds, to: nil)
    let clip = view.clipsToBounds ? clip.intersection(frame) : clip
    if view.clipsToBounds, clip.isNull { return }
    if canCover(view) { walk.covers.append(Cover(view: view, clip: clip)) }
    var ancestors = ancestors
    if describes {
      let visible = frame.intersection(clip)
      let isElement = view.isAccessibilityElement || view.accessibilityIdentifier != nil
      if isElement, !isWindow, visible.width > 0, visible.height > 0 {
        walk.found.append(Found(element: describe(view, visible, ancestors), view: view))
        ancestors.insert(walk.found.count - 1, at: 0)
      }
      let synthetic = view.syntheticElements
      for part in synthetic where part.frame.intersects(clip) {
        walk.found.append(Found(element: describe(part, view, clip, ancestors), view: view))
      }
      // A view that names its parts itself is not searched for others; a button is one element, its label not another.
      if !synthetic.isEmpty || view.isAccessibilityElement {
        search = synthetic.isEmpty && view.isElementWithControls ? .controls : .nothing
      }
    }
    let modalIndex = view.subviews.lastIndex { $0.accessibilityViewIsModal && !$0.isHidden } ?? 0
    for (index, child) in view.subviews.enumerated() {
      visit(child, clip: clip, ancestors: ancestors, index >= modalIndex ? search : .nothing, &walk)
    }
  }

  /// Whether a person would see it or touch it instead of what is behind, or could if it were not for others.
  private static func canCover(_ view: UIView) -> Bool { view.isAccessibilityElement || hides(view) }

  /// Whether a person would see it or touch it instead of what is behind. A text without a background hides nothing and
  /// lets touches through.
  private static func hides(_ view: UIView) -> Bool {
    view.backgroundColor.map { $0.cgColor.alpha > 0.5 } ?? false
      || view.isUserInteractionEnabled
        && (view.isAccessibilityElement || view is UIControl || view.hasOwnContents)
  }

  private static func describe(_ view: UIView, _ frame: CGRect, _ ancestors: [Int]) -> ScreenElement {
    let traits = view.accessibilityTraits
    let isEnabled = (view as? UIControl)?.isEnabled ?? !traits.contains(.notEnabled)
    return ScreenElement(
      identifier: view.accessibilityIdentifier, label: view.accessibilityLabel, text: view.elementText,
      value: view.accessibilityValue, classes: classes(of: view), x: Double(frame.minX),
      y: Double(frame.minY),
      width: Double(frame.width), height: Double(frame.height), isEnabled: isEnabled,
      isSelected: traits.contains(.selected), coveredBy: nil, ancestors: ancestors)
  }

  private static func describe(
    _ element: SyntheticElement, _ view: UIView, _ clip: CGRect, _ ancestors: [Int]
  ) -> ScreenElement {
    let frame = element.frame.intersection(clip)
    return ScreenElement(
      identifier: element.identifier, label: element.label, text: element.label, value: element.value,
      classes: [element.className], x: Double(frame.minX), y: Double(frame.minY), width: Double(frame.width),
      height: Double(frame.height), isEnabled: element.isEnabled, isSelected: element.isSelected,
      coveredBy: nil,
      ancestors: ancestors)
  }

  private static func classes(of view: UIView) -> [String] {
    var names: [String] = []
    var cls: AnyClass? = type(of: view)
    while let here = cls, here != NSObject.self, here != Foundation.NSObject.self {
      names.append(Journal.className(here))
      cls = _getSuperclass(here)
    }
    return names
  }

  /// What a touch at the element's middle would meet instead.
  private static func cover(of found: Found, _ covers: [Cover]) -> String? {
    let element = found.element
    let point = CGPoint(x: element.x + element.width / 2, y: element.y + element.height / 2)
    let front = covers.last { cover in
      (cover.view === found.view || hides(cover.view)) && cover.clip.contains(point)
        && isInside(cover.view.layer.convert(point, from: nil), cover.view)
    }
    guard let view = front?.view, !view.isDescendant(of: found.view), !found.view.isDescendant(of: view)
    else { return nil }
    let label = view.accessibilityLabel.map { " \"\($0)\"" } ?? ""
    return Journal.describe(view) + label
  }
}

extension ScreenDescription {
  /// NB: nothing of the app's runs because somebody looks: where it decides itself what is inside, the bounds do here.
  private static func isInside(_ point: CGPoint, _ view: UIView) -> Bool {
    Runtime.implementation(type(of: view), "point(inside:with:)") == nil
      ? view.point(inside: point, with: nil) : view.bounds.contains(point)
  }
}

extension UIView {
  /// What the page's accessibility tree shows of the view.
  var accessibilityForPage: LayerAccessibility? {
    guard isAccessibilityElement || accessibilityIdentifier != nil else { return nil }
    let traits = accessibilityTraits
    let role =
      traits.contains(.button)
      ? "button"
      : traits.contains(.image)
        ? "img"
        : traits.contains(.adjustable)
          ? "slider"
          : traits.contains(.searchField) ? "searchbox" : nil
    return LayerAccessibility(
      identifier: accessibilityIdentifier, label: accessibilityLabel, value: accessibilityValue, role: role)
  }
}
