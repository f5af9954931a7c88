import CarobRuntime
import Foundation

/// The toolchain's classes that key–value coding and observing work on, although they do not derive from the SDK's
/// `NSObject`. What is reported and what is not: Documentation/Foundation.md.
public protocol _ForeignObservable: Foundation.NSObject {
  /// The value of a key that the class has; `.none` for a key that it does not have.
  func _carobValue(forKey key: String) -> Any??
  func _carobSetValue(_ value: Any?, forKey key: String) -> Bool
  /// Begins to look out for changes of a key; false if the class cannot tell.
  func _carobWatch(_ key: String) -> Bool
}

extension _ForeignObservable {
  // MARK: Key–value coding

  /// The value of a key (F-110).
  public func value(forKey key: String) -> Any? {
    guard let value = _carobValue(forKey: key) else { raiseUndefinedForeignKey(self, key) }
    return boxed(value)
  }

  /// The value at the end of a path (F-115).
  public func value(forKeyPath path: String) -> Any? { kvcValue(of: self, path: path) }

  /// Sets the value of a key (F-111).
  public func setValue(_ value: Any?, forKey key: String) {
    if !_carobSetValue(value is NSNull ? nil : value, forKey: key) { raiseUndefinedForeignKey(self, key) }
  }

  /// Sets at the end of a path; nothing happens if something on the way is nil (F-115).
  public func setValue(_ value: Any?, forKeyPath path: String) { kvcSet(value, of: self, path: path) }

  public func _carobSetValue(_ value: Any?, forKey key: String) -> Bool { false }

  // MARK: Key–value observing

  /// Observes a key path; neither object is retained (F-80).
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?, _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    ForeignStandIn.of(self).addObserver(
      observer, forKeyPath: keyPath, options: options, context: context, file, line)
  }

  public func removeObserver(
    _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    ForeignStandIn.of(self).removeObserver(observer, forKeyPath: keyPath, context: context)
  }

  public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
    ForeignStandIn.of(self).removeObserver(observer, forKeyPath: keyPath)
  }

  /// Calls a closure for each change of a property, until the returned object is invalidated or released (F-100).
  @preconcurrency
  public func observe<Value>(
    _ keyPath: _NamedKeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) -> NSKeyValueObservation {
    let name = keyPath.name.description
    let standIn = ForeignStandIn.of(self)
    return standIn.observeForeign(name, options, SourceSite(file, line)) { original, change in
      guard let object = original as? Self else { return }
      changeHandler(
        object,
        NSKeyValueObservedChange(
          kind: change.kind, newValue: typed(change.new, name), oldValue: typed(change.old, name),
          indexes: change.indexes, isPrior: change.isPrior))
    }
  }
}

private func raiseUndefinedForeignKey(_ object: AnyObject, _ key: String) -> Never {
  NSException.raise(
    .undefinedKeyException,
    "[<\(Journal.className(type(of: object))) \(addressText(of: object))> valueForUndefinedKey:]: this class is not key "
      + "value coding-compliant for the key \(key).")
}
