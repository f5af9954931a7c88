import CarobFoundation
import DeviceProtocol

/// Turns picker wheels for play scripts (`pick:`).
@MainActor
enum PickerInput {
  /// Turns a wheel of the picker at a point of the screen. Returns the reason if that is impossible, else
  /// nil.
  static func pick(_ pick: PickRow) -> String? {
    let point = CGPoint(x: pick.x, y: pick.y)
    guard
      let picker = UIApplication.shared.visibleWindows.reversed().lazy.compactMap({ find($0, point) }).first
    else { return "no picker at (\(pick.x), \(pick.y))" }
    guard !picker.pick(row: Int(pick.row), component: Int(pick.component)) else { return nil }
    return "\(Journal.describe(picker)) has no row \(pick.row) in component \(pick.component)"
  }

  /// The frontmost picker at a point of the screen. NB: without a hit test, because that would run the app's
  /// overrides.
  private static func find(_ view: UIView, _ point: CGPoint) -> UIPickerView? {
    guard !view.layer.isHidden, view.layer.opacity >= 0.01, view.reaches(view.layer.convert(point, from: nil))
    else { return nil }
    for child in view.subviewList.reversed() {
      if let found = find(child, point) { return found }
    }
    return view as? UIPickerView
  }
}
