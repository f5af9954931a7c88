import CarobFoundation
import DeviceProtocol
import QuartzCore

/// An accessibility element that is not a view: a segment, a picker row, half of a stepper. The frame is in
/// screen points.
struct SyntheticElement {
  var label: String?
  var identifier: String?
  var value: String?
  var frame: CGRect
  var isEnabled = true
  var isSelected = false
  var className: String
}

/// What is on the screen: the elements that assistive technology sees, and all other visible views, in reading order.
///
/// E-780: nothing here runs app code. The views' classes, frames and states are read from stored properties;
/// overrides of `point(inside:with:)` and `hitTest(_:with:)` are ignored, and such a view counts with its
/// bounds. The exception is E-781.
@MainActor
enum ScreenDescription {
  private struct Found {
    var element: ScreenElement
    var view: UIView
  }

  /// A view that may hide views behind it or take their touches, and the part of the screen in which it is
  /// visible.
  private struct Cover {
    var view: UIView
    var visible: CGRect
    /// Whether the user would see it or touch it instead of what is behind.
    var hides: Bool
    /// The view's accessibility label, for reports.
    var label: String?
  }

  /// The result of traversing the windows, back to front.
  private struct Traversal {
    var found: [Found] = []
    var covers: [Cover] = []
  }

  /// Only the accessibility elements.
  static func elements() -> [ScreenElement] {
    let all = views()
    var position: [Int: Int] = [:]
    for (old, element) in all.enumerated() where element.isAccessibilityElement {
      position[old] = position.count
    }
    return all.filter(\.isAccessibilityElement).map { element in
      var element = element
      element.ancestors = element.ancestors.compactMap { position[$0] }
      return element
    }
  }

  /// The accessibility elements and all other visible views.
  static func views() -> [ScreenElement] {
    // Events caused by the app's getters are recorded without a cause.
    let traversal = Journal.with(cause: 0) {
      var traversal = Traversal()
      for window in UIApplication.shared.visibleWindows {
        visit(window, clip: UIScreen.main.bounds, ancestors: [], .nothing, &traversal)
      }
      return traversal
    }
    let found = traversal.found
    let order = found.indices.sorted { a, b in readsBefore(found[a].element, found[b].element, a, b) }
    var position = [Int](repeating: 0, count: found.count)
    for (new, old) in order.enumerated() { position[old] = new }
    return order.map { index in
      var element = found[index].element
      element.ancestors = element.ancestors.map { position[$0] }
      element.coveredBy = cover(of: found[index], traversal.covers)
      return element
    }
  }

  /// Reading order: top to bottom, then left to right. Elements whose y differs by at most 1 point are in one
  /// line.
  private static func readsBefore(_ a: ScreenElement, _ b: ScreenElement, _ i: Int, _ j: Int) -> Bool {
    if abs(a.y - b.y) > 1 { return a.y < b.y }
    if a.x != b.x { return a.x < b.x }
    return i < j
  }

  /// What to collect in a subtree; covers are always collected.
  private enum Search {
    /// Elements and other views.
    case everything
    /// Inside an element: controls are elements, everything else is another view.
    case controls
    /// Inside an element without nested elements.
    case otherViews
    /// Behind a modal view, or hidden from users.
    case nothing
  }

  private static func visit(
    _ view: UIView, clip: CGRect, ancestors: [Int], _ search: Search, _ traversal: inout Traversal
  ) {
    guard !view.layer.isHidden, view.layer.opacity >= 0.01 else { return }
    let reading = AccessibilityReading(view, .called)
    let isWindow = view is UIWindow
    var search = isWindow ? .everything : search
    if reading.hidesElements { search = .nothing }
    let frame = view.layer.convert(view.layer.bounds, to: nil)
    let clip = view.layer.masksToBounds ? clip.intersection(frame) : clip
    if view.layer.masksToBounds, clip.isNull { return }
    let visible = frame.intersection(clip)
    let isNamed = reading.isElement
    let identifier = reading.identifier
    // NB: also read for views outside the search, because they may cover others.
    let label = search == .nothing && !hides(view, isNamed) ? nil : reading.label
    // A view can take touches outside its frame, so a cover's visible part is the whole clip.
    traversal.covers.append(Cover(view: view, visible: clip, hides: hides(view, isNamed), label: label))
    var ancestors = ancestors
    if search != .nothing {
      let isElement =
        !isWindow && (isNamed || identifier != nil)
        && (search == .everything || search == .controls && view is UIControl)
      if visible.width > 0, visible.height > 0, !isEmptyPart(view) {
        let element = describe(view, reading, identifier, label, isElement, visible, ancestors)
        traversal.found.append(Found(element: element, view: view))
        ancestors.insert(traversal.found.count - 1, at: 0)
      }
      let synthetic =
        search == .otherViews || search == .controls && !(view is UIControl) ? [] : view.syntheticElements
      for part in synthetic where part.frame.intersects(clip) {
        traversal.found.append(Found(element: describe(part, clip, ancestors), view: view))
      }
      // A view that provides its own elements is not searched for others. A button is one element; its label
      // is not a second one.
      if !synthetic.isEmpty || isNamed {
        search = synthetic.isEmpty && view.isElementWithControls ? .controls : .otherViews
      }
    }
    let children = view.subviewList
    let modalIndex =
      children.lastIndex { !$0.layer.isHidden && AccessibilityReading($0, .called).isModal } ?? 0
    for (index, child) in children.enumerated() {
      visit(child, clip: clip, ancestors: ancestors, index >= modalIndex ? search : .nothing, &traversal)
    }
  }

  /// Whether the user would see it or touch it instead of what is behind. Text without a background hides
  /// nothing and lets touches through.
  private static func hides(_ view: UIView, _ isElement: Bool) -> Bool {
    view.layer.backgroundColor.map { $0.alpha > 0.5 } ?? false
      || view.acceptsTouches && (isElement || view is UIControl || view.hasOwnContents)
  }

  /// An empty image view that a control or bar holds in reserve; on the platform there is no such view.
  private static func isEmptyPart(_ view: UIView) -> Bool {
    guard type(of: view) == UIImageView.self, (view as? UIImageView)?.image == nil else { return false }
    return view.parentView is UIControl || view.parentView is BarBackdrop
      || view.parentView is UINavigationBar || view.parentView is UISearchBar
  }

  private static func describe(
    _ view: UIView, _ reading: AccessibilityReading, _ identifier: String?, _ label: String?,
    _ isElement: Bool,
    _ frame: CGRect, _ ancestors: [Int]
  ) -> ScreenElement {
    let traits = reading.traits
    let isEnabled = (view as? UIControl)?.hasEnabledState ?? !traits.contains(.notEnabled)
    return ScreenElement(
      identifier: identifier, label: label, text: view.elementText, value: reading.value,
      classes: classes(of: view), x: Double(frame.minX), y: Double(frame.minY), width: Double(frame.width),
      height: Double(frame.height), isEnabled: isEnabled, isSelected: traits.contains(.selected),
      coveredBy: nil, ancestors: ancestors, isAccessibilityElement: isElement)
  }

  private static func describe(
    _ element: SyntheticElement, _ clip: CGRect, _ ancestors: [Int]
  ) -> ScreenElement {
    let frame = element.frame.intersection(clip)
    return ScreenElement(
      identifier: element.identifier, label: element.label, text: element.label, value: element.value,
      classes: [element.className], x: Double(frame.minX), y: Double(frame.minY), width: Double(frame.width),
      height: Double(frame.height), isEnabled: element.isEnabled, isSelected: element.isSelected,
      coveredBy: nil, ancestors: ancestors)
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

  /// The view that would take a touch at the element's centre instead of the element; nil if none.
  private static func cover(of found: Found, _ covers: [Cover]) -> String? {
    let element = found.element
    let point = CGPoint(x: element.x + element.width / 2, y: element.y + element.height / 2)
    let front = covers.last { cover in
      (cover.view === found.view || cover.hides) && cover.visible.contains(point)
        && cover.view.reaches(cover.view.layer.convert(point, from: nil))
    }
    guard let front, !isWithin(front.view, found.view), !isWithin(found.view, front.view) else { return nil }
    return Journal.describe(front.view) + (front.label.map { " \"\($0)\"" } ?? "")
  }

  private static func isWithin(_ view: UIView, _ other: UIView) -> Bool {
    var view: UIView? = view
    while let here = view {
      if here === other { return true }
      view = here.parentView
    }
    return false
  }
}

extension UIView {
  /// The view's names for the page's element inspector (E-781: without calling the app's getters).
  var accessibilityForPage: LayerAccessibility? {
    let reading = AccessibilityReading(self, .ignored)
    let identifier = reading.identifier
    guard reading.isElement || identifier != nil else { return nil }
    return LayerAccessibility(identifier: identifier, label: reading.label)
  }
}
