import CoreGraphics
import QuartzCore

/// Draws and copies what a view shows.
///
/// DEVIATION: changes of this turn are visible in snapshots before screen updates, too; after screen updates
/// only means that layout runs first.
extension UIView {
  /// E-537: draws a part of the view and its subviews, as currently shown on the screen.
  func draw(_ part: CGRect, into rect: CGRect, _ afterUpdates: Bool, _ context: CGContext) -> Bool {
    guard part.width > 0, part.height > 0 else { return false }
    if afterUpdates { layoutIfNeeded() }
    context.saveGState()
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / part.width, y: rect.height / part.height)
    context.translateBy(x: -part.minX, y: -part.minY)
    context.clip(to: bounds)
    layer.renderPresented(in: context)
    context.restoreGState()
    return true
  }

  /// E-538.
  func snapshot(of part: CGRect, _ afterUpdates: Bool, _ caps: UIEdgeInsets) -> UIView? {
    let box = CGRect(origin: .zero, size: part.size)
    guard let context = CGContext(size: part.size, scale: UIScreen.main.scale),
      draw(part, into: box, afterUpdates, context)
    else { return nil }
    let view = UIView(frame: box)
    view.layer.contents = context.takeImage()
    let middle = box.inset(by: caps)
    view.layer.contentsCenter = CGRect(
      x: middle.minX / box.width, y: middle.minY / box.height, width: middle.width / box.width,
      height: middle.height / box.height)
    return view
  }
}
