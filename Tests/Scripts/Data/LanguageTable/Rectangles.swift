import UIKit

/// A slider that overrides a method with which UIKit asks for the rectangle of a part.
class WideSlider: UISlider {
  override func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
    super.thumbRect(forBounds: bounds, trackRect: rect, value: value).insetBy(dx: -4, dy: 0)
  }
}

func rectangles(in view: UIView) {
  view.addSubview(WideSlider(frame: CGRect(x: 20, y: 200, width: 200, height: 40)))
}
