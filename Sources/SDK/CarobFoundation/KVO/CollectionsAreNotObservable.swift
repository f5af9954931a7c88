import CarobRuntime
import Foundation

// F-91: arrays and sets themselves cannot be observed; these methods raise, as on the platform.

extension NSArray {
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    raiseNotObservable(self, keyPath)
  }
}

extension NSSet {
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    raiseNotObservable(self, keyPath)
  }
}

extension NSOrderedSet {
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    raiseNotObservable(self, keyPath)
  }
}

func raiseNotObservable(_ collection: AnyObject, _ keyPath: String) -> Never {
  NSException.raise(
    .invalidArgumentException,
    "[<\(Journal.className(type(of: collection))) \(addressText(of: collection))> "
      + "addObserver:forKeyPath:options:context:] is not supported. Key path: \(keyPath)")
}
