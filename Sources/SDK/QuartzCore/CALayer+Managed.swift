import CarobFoundation
import CoreGraphics

extension CALayer {
  /// The value of a property that a subclass declares `@NSManaged`, which the layer stores (F-158). A number
  /// that was never set is 0, a structure is all zeros.
  public func _managedValue<Value>(_ key: String) -> Value {
    if let value = value(forUndefinedKey: key) {
      if let same = value as? Value { return same }
      if let number = Self._number(value), let same = _managedNumber(number, Value.self) { return same }
    }
    if let optional = Value.self as? any ExpressibleByNilLiteral.Type {
      return optional.init(nilLiteral: ()) as! Value
    }
    guard _isPOD(Value.self) else {
      fatalError("F-158: the layer has no value for '\(key)', which is not optional")
    }
    return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      UnsafeMutableRawBufferPointer(buffer).initializeMemory(as: UInt8.self, repeating: 0)
      return buffer[0]
    }
  }

  public func _setManagedValue<Value>(_ value: Value, _ key: String) {
    setValue(value, forUndefinedKey: key)
  }

  private static func _number(_ value: Any) -> NSNumber? {
    switch value {
    case let number as NSNumber: number
    case let number as CGFloat: NSNumber(value: Double(number))
    case let number as Double: NSNumber(value: number)
    case let number as Float: NSNumber(value: number)
    case let number as Int: NSNumber(value: number)
    default: nil
    }
  }

  private func _managedNumber<Value>(_ number: NSNumber, _ type: Value.Type) -> Value? {
    switch type {
    case is CGFloat.Type: CGFloat(number.doubleValue) as? Value
    case is Double.Type: number.doubleValue as? Value
    case is Float.Type: number.floatValue as? Value
    case is Int.Type: number.intValue as? Value
    case is Bool.Type: number.boolValue as? Value
    default: nil
    }
  }
}
