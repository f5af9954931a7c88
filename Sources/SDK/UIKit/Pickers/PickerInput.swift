import CarobFoundation
import DeviceProtocol

/// Turns wheels for play scripts (`pick:`).
@MainActor
enum PickerInput {
  /// Turns a wheel of the picker under a place of the screen; answers why not, or nil.
  static func pick(_ pick: PickRow) -> String? {
    let point = CGPoint(x: pick.x, y: pick.y)
    var view: UIView?
    for window in UIApplication.shared.visibleWindows.reversed() where view == nil {
      view = window.hitTest(window.convert(point, from: nil), with: nil)
    }
    while let current = view {
      if let picker = current as? UIPickerView {
        guard !picker.pick(row: Int(pick.row), component: Int(pick.component)) else { return nil }
        return "\(Journal.describe(picker)) has no row \(pick.row) in component \(pick.component)"
      }
      view = current.superview
    }
    return "there is no picker at \(pick.x), \(pick.y)"
  }
}
