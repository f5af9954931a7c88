import CarobFoundation

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
}
public struct NSKeyValueObservedChange<Value> { public let newValue: Value? }
public final class NSKeyValueObservation {}
public protocol _KeyValueObserved: AnyObject {}
extension CarobFoundation.NSObject: _KeyValueObserved {
  public final func _kvoWill<Value>(_ key: StaticString, _ value: @autoclosure () -> Value) {}
  public final func _kvoDid<Value>(_ key: StaticString, _ value: @autoclosure () -> Value) {}
}
extension _KeyValueObserved where Self: CarobFoundation.NSObject {
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation { NSKeyValueObservation() }
}
@_disfavoredOverload public func _kp<Root, Value>(_ path: KeyPath<Root, Value>, _ name: StaticString)
  -> KeyPath<Root, Value>
{
  path
}
