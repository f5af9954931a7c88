import CarobRuntime
import Foundation

/// A toolchain class that supports key–value coding and observing although it does not derive from the SDK's
/// `NSObject`. Documentation/Foundation.md lists which changes are reported.
public protocol _ForeignObservable: Foundation.NSObject {
  /// The value for a key; `.none` if the class does not have the key.
  func _carobValue(forKey key: String) -> Any??
  func _carobSetValue(_ value: Any?, forKey key: String) -> Bool
  /// Starts watching a key for changes. Returns false if the class cannot report its changes.
  func _carobWatch(_ key: String) -> Bool
}

extension _ForeignObservable {
  // MARK: Key–value coding

  /// The value for a key (F-110).
  public func value(forKey key: String) -> Any? {
    guard let value = _carobValue(forKey: key) else { raiseUndefinedForeignKey(self, key) }
    return boxed(value)
  }

  /// The value at the end of a path (F-115).
  public func value(forKeyPath path: String) -> Any? { kvcValue(of: self, path: path) }

  /// Sets the value for a key (F-111).
  public func setValue(_ value: Any?, forKey key: String) {
    if !_carobSetValue(value is NSNull ? nil : value, forKey: key) { raiseUndefinedForeignKey(self, key) }
  }

  /// Sets the value at the end of a path. Does nothing if a value on the way is nil (F-115).
  public func setValue(_ value: Any?, forKeyPath path: String) { kvcSet(value, of: self, path: path) }

  public func _carobSetValue(_ value: Any?, forKey key: String) -> Bool { false }

  // MARK: Key–value observing

  /// Observes a key path. Neither object is retained (F-80).
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

  /// Calls a closure for each change of a property until the returned object is invalidated or released
  /// (F-100).
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
