import CarobFoundation
import CoreGraphics

/// Lets an `NSValue` that holds a rectangle be cast to `CGRect`, as in `userInfo[…] as? CGRect`.
extension CGRect: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgRect: self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) {
    _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
  }
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CGRect?) -> Bool {
    // `NSNumber` is an `NSValue` too, and a value may hold a point or a size.
    let isRect =
      !(source is NSNumber)
      && String(cString: source.objCType) == String(cString: NSValue(cgRect: .zero).objCType)
    result = isRect ? source.cgRectValue : nil
    return isRect
  }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect {
    source?.cgRectValue ?? .zero
  }
}
