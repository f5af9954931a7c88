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
    var isSynthetic: Bool
  }

  static func elements() -> [ScreenElement] {
    var found: [Found] = []
    for window in UIApplication.shared.visibleWindows {
      let screen = UIScreen.main.bounds
      collect(window, clip: screen, ancestors: [], into: &found, isRoot: true)
    }
    // Only what lies in front of the topmost modal view.
    let order = found.indices.sorted { a, b in readsBefore(found[a].element, found[b].element, a, b) }
    var position = [Int](repeating: 0, count: found.count)
    for (new, old) in order.enumerated() { position[old] = new }
    return order.map { index in
      var element = found[index].element
      element.ancestors = element.ancestors.map { position[$0] }
      element.coveredBy = cover(of: found[index])
      return element
    }
  }

  /// Top to bottom, then leading to trailing; lines are told apart by their middles.
  private static func readsBefore(_ a: ScreenElement, _ b: ScreenElement, _ i: Int, _ j: Int) -> Bool {
    if abs(a.y - b.y) > 1 { return a.y < b.y }
    if a.x != b.x { return a.x < b.x }
    return i < j
  }

  private static func collect(
    _ view: UIView, clip: CGRect, ancestors: [Int], into found: inout [Found], isRoot: Bool = false
  ) {
    guard !view.isHidden, view.alpha >= 0.01, !view.accessibilityElementsHidden else { return }
    let frame = view.layer.convert(view.bounds, to: nil)
    var clip = clip
    if view.clipsToBounds { clip = clip.intersection(frame) }
    let visible = frame.intersection(clip)
    var ancestors = ancestors
    let isElement = view.isAccessibilityElement || view.accessibilityIdentifier != nil
    if isElement, !isRoot, !visible.isNull, visible.width > 0, visible.height > 0 {
      found.append(Found(element: describe(view, visible, ancestors), view: view, isSynthetic: false))
      ancestors.insert(found.count - 1, at: 0)
      for synthetic in view.syntheticElements where synthetic.frame.intersects(clip) {
        found.append(
          Found(element: describe(synthetic, view, clip, ancestors), view: view, isSynthetic: true))
      }
    } else {
      for synthetic in view.syntheticElements where synthetic.frame.intersects(clip) {
        found.append(
          Found(element: describe(synthetic, view, clip, ancestors), view: view, isSynthetic: true))
      }
    }
    // A view that names its parts itself is not searched for others.
    if !view.syntheticElements.isEmpty { return }
    // A button is one element; its inner label is not another.
    if view.isAccessibilityElement { return }
    if view.clipsToBounds, visible.isNull { return }
    let modalIndex = view.subviews.lastIndex { $0.accessibilityViewIsModal && !$0.isHidden }
    for (index, child) in view.subviews.enumerated() {
      if let modalIndex, index < modalIndex { continue }
      collect(child, clip: clip, ancestors: ancestors, into: &found)
    }
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
  private static func cover(of found: Found) -> String? {
    let element = found.element
    let point = CGPoint(x: element.x + element.width / 2, y: element.y + element.height / 2)
    guard let hit = frontView(at: point) else { return nil }
    if hit.isDescendant(of: found.view) || found.view.isDescendant(of: hit) { return nil }
    let label = hit.accessibilityLabel.map { " \"\($0)\"" } ?? ""
    return Journal.describe(hit) + label
  }

  /// The view in front at a point that takes touches or is drawn, as a person would see it.
  private static func frontView(at point: CGPoint) -> UIView? {
    for window in UIApplication.shared.visibleWindows.reversed() {
      if let view = frontmost(window, window.layer.fromSuperlayer(point)) { return view }
    }
    return nil
  }

  private static func frontmost(_ view: UIView, _ point: CGPoint) -> UIView? {
    guard !view.isHidden, view.alpha >= 0.01 else { return nil }
    let inside = view.point(inside: point, with: nil)
    if view.clipsToBounds, !inside { return nil }
    for child in view.subviews.reversed() {
      if let found = frontmost(child, child.layer.fromSuperlayer(point)) { return found }
    }
    guard inside else { return nil }
    let isSolid = view.backgroundColor.map { $0.cgColor.alpha > 0.5 } ?? false
    return isSolid || view.isUserInteractionEnabled && (view is UIControl || view.hasOwnContents)
      || view.isAccessibilityElement
      ? view : nil
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
