import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics

/// The frames that `viewDidLoad` derived from the size of the root view at that time (M-66).
@MainActor
struct EarlyGeometry {
  private let size: CGSize
  private let frames: [(view: ZeroingElement<UIView>, frame: CGRect)]

  /// Nil if explanations are off or no frame was derived from the size.
  init?(of controller: UIViewController) {
    guard Journal.explains, let root = controller.loadedView else { return nil }
    size = root.bounds.size
    var frames: [(view: ZeroingElement<UIView>, frame: CGRect)] = []
    for view in root.subviews where Self.hasManualFrame(view) && Self.isDerived(view.frame, root.bounds) {
      frames.append((ZeroingElement(view), view.frame))
    }
    if frames.isEmpty { return nil }
    self.frames = frames
  }

  private static func hasManualFrame(_ view: UIView) -> Bool {
    view.translatesAutoresizingMaskIntoConstraints && view.autoresizingMask.isEmpty
  }

  /// Whether the frame is centred in the bounds or touches their right or bottom edge.
  private static func isDerived(_ frame: CGRect, _ bounds: CGRect) -> Bool {
    guard !bounds.isEmpty else { return false }
    return (frame.midX == bounds.midX && frame.midY == bounds.midY)
      || frame.maxX == bounds.maxX || frame.maxY == bounds.maxY
  }

  /// The old and the new size if views still have the frames derived from the old one.
  func mismatch(_ root: UIView) -> (then: CGSize, now: CGSize)? {
    let now = root.bounds.size
    guard now != size,
      frames.contains(where: { $0.view.object?.superview === root && $0.view.object?.frame == $0.frame })
    else { return nil }
    return (size, now)
  }
}

extension UIViewController {
  /// M-66: reported once, when the first appearance ends.
  func explainEarlyGeometry() {
    defer { earlyGeometry = nil }
    guard let view = loadedView, let (then, now) = earlyGeometry?.mismatch(view) else { return }
    Journal.explain(
      "\(Journal.className(type(of: self))) used bounds \(Int(then.width))×\(Int(then.height)) in viewDidLoad, final "
        + "size is \(Int(now.width))×\(Int(now.height)); lay out in viewDidLayoutSubviews", rule: "M-66",
      receiver: self)
  }
}

/// Detects text that changes in a controller's first `viewDidAppear`, after the user has seen the old text
/// (M-65).
@MainActor
enum LateText {
  @Zeroing private static var controller: UIViewController?

  /// Runs a controller's `viewDidAppear`; nil if it is not the first one.
  static func watch(_ controller: UIViewController?, _ body: () -> Void) {
    let outer = self.controller
    self.controller = Journal.explains ? controller : nil
    defer { self.controller = outer }
    body()
  }

  /// Called before a label's text changes.
  @inline(__always)
  static func change(_ label: UILabel, _ old: String?, _ new: String?) {
    if controller != nil { explain(label, old, new) }
  }

  private static func explain(_ label: UILabel, _ old: String?, _ new: String?) {
    guard let controller, let root = controller.loadedView, let old, !old.isEmpty, old != new,
      label.layer.hasBackingStore, label.isDescendant(of: root)
    else { return }
    let button = label.superview as? UIButton
    let property = button == nil ? "text" : "title"
    Journal.explain(
      "\(Journal.className(type(of: controller))) changes \(Journal.describe(button ?? label)).\(property) in "
        + "viewDidAppear; the user saw the old value, use viewWillAppear or viewIsAppearing", rule: "M-65",
      receiver: button ?? label)
  }
}
