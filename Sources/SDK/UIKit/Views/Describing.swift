@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// The text of `print(view)` (F-181): class and address, then properties that differ from a plain view's, in
/// the platform's order.
extension UIView {
  var descriptionText: String {
    var parts = ["frame = \(Describing.text(frame))"]
    if let text = describedText { parts.append("text = '\(text)'") }
    if alpha != 1 { parts.append("alpha = \(Describing.number(alpha))") }
    if isHidden { parts.append("hidden = YES") }
    if clipsToBounds { parts.append("clipsToBounds = YES") }
    if !isOpaque { parts.append("opaque = NO") }
    if let mask = Describing.text(autoresizingMask) { parts.append("autoresize = \(mask)") }
    if !isUserInteractionEnabled { parts.append("userInteractionEnabled = NO") }
    if tag != 0 { parts.append("tag = \(tag)") }
    parts.append("layer = \(Describing.short(layer))")
    return "<\(Describing.head(self)); \(parts.joined(separator: "; "))\(describedEnd)>"
  }
}

enum Describing {
  /// Calls a main-actor object's description from whichever context prints it (F-181).
  static func onMainActor<Object: AnyObject>(_ object: Object, _ text: @MainActor (Object) -> String)
    -> String
  {
    // nonisolated(unsafe) because it is used only during the call, which does not check the executor
    // (`_onMainActor`).
    nonisolated(unsafe) let object = object
    return _onMainActor { text(object) }
  }

  /// `App.VC: 0x5555…`
  static func head(_ object: AnyObject) -> String {
    "\(ClassNames.name(of: type(of: object))): \(addressText(of: object))"
  }
  static func short(_ object: AnyObject?) -> String { object.map { "<\(head($0))>" } ?? "(null)" }
  static func number(_ number: CGFloat) -> String { String(format: "%g", Double(number)) }
  static func text(_ point: CGPoint) -> String { "{\(number(point.x)), \(number(point.y))}" }
  static func text(_ size: CGSize) -> String { "{\(number(size.width)), \(number(size.height))}" }
  static func text(_ rect: CGRect) -> String {
    "(\(number(rect.minX)) \(number(rect.minY)); \(number(rect.width)) \(number(rect.height)))"
  }

  /// `RM+BM`, `W+H`; nil for none.
  static func text(_ mask: UIView.AutoresizingMask) -> String? {
    let names: [(UIView.AutoresizingMask, String)] = [
      (.flexibleLeftMargin, "LM"), (.flexibleWidth, "W"), (.flexibleRightMargin, "RM"),
      (.flexibleTopMargin, "TM"), (.flexibleHeight, "H"), (.flexibleBottomMargin, "BM"),
    ]
    let parts = names.filter { mask.contains($0.0) }.map(\.1)
    return parts.isEmpty ? nil : parts.joined(separator: "+")
  }
}

extension UIGestureRecognizer {
  var descriptionText: String {
    let stateText =
      switch state {
      case .possible: "Possible"
      case .began: "Began"
      case .changed: "Changed"
      case .ended: "Ended"
      case .cancelled: "Cancelled"
      case .failed: "Failed"
      }
    let view = self.view.map { "; view = \(Describing.short($0).replacing(": ", with: " "))" } ?? ""
    let targets = actions.map { entry in
      "(action=\(entry.action.name), target=\(Describing.short(entry.target.object).replacing(": ", with: " ")))"
    }
    let list =
      targets.isEmpty
      ? ""
      : targets.count == 1
        ? "; target= <\(targets[0])>" : "; targets= <(\n    \(targets.joined(separator: ",\n    "))\n)>"
    return "<\(Describing.head(self)); state = \(stateText)\(view)\(list)>"
  }
}

extension UITouch {
  var descriptionText: String {
    let phase =
      switch phase {
      case .began: "Began"
      case .moved: "Moved"
      case .stationary: "Stationary"
      case .ended: "Ended"
      case .cancelled: "Cancelled"
      case .regionEntered: "Region Entered"
      case .regionMoved: "Region Moved"
      case .regionExited: "Region Exited"
      }
    return
      "<\(Describing.head(self))> phase: \(phase) tap count: \(tapCount) force: \(String(format: "%.3f", Double(force))) "
      + "window: \(windowStorage?.descriptionText ?? "(null)") view: \(view?.descriptionText ?? "(null)") "
      + "location in window: \(Describing.text(location(in: nil))) "
      + "previous location in window: \(Describing.text(previousLocation(in: nil))) "
      + "location in view: \(Describing.text(location(in: view))) "
      + "previous location in view: \(Describing.text(previousLocation(in: view)))"
  }
}
