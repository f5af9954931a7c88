import CarobRuntime
import Foundation

// An array cannot be observed (F-91), but several of its elements can be observed with one call.

extension NSArray {
  /// Observes a key path of each element at these indexes.
  public func addObserver(
    _ observer: NSObject, toObjectsAt indexes: IndexSet, forKeyPath keyPath: String,
    options: NSKeyValueObservingOptions = [], context: UnsafeMutableRawPointer?,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    for element in observableElements(indexes, keyPath) {
      element.addObserver(observer, forKeyPath: keyPath, options: options, context: context, file, line)
    }
  }

  /// Removes one registration with this context from each element at these indexes (F-96).
  public func removeObserver(
    _ observer: NSObject, fromObjectsAt indexes: IndexSet, forKeyPath keyPath: String,
    context: UnsafeMutableRawPointer?
  ) {
    for element in observableElements(indexes, keyPath) {
      element.removeObserver(observer, forKeyPath: keyPath, context: context)
    }
  }

  /// Removes one registration with any context from each element at these indexes (F-96).
  public func removeObserver(
    _ observer: NSObject, fromObjectsAt indexes: IndexSet, forKeyPath keyPath: String
  ) {
    for element in observableElements(indexes, keyPath) {
      element.removeObserver(observer, forKeyPath: keyPath)
    }
  }

  private func observableElements(_ indexes: IndexSet, _ keyPath: String) -> [NSObject] {
    indexes.map { index in
      guard index < count else {
        NSException.raise(.rangeException, "index \(index) is beyond the bounds of an array of \(count)")
      }
      guard let element = observableObject(self[index], keyPath.prefix { $0 != "." }) else {
        raiseNotObservable(self[index] as AnyObject, keyPath)
      }
      return element
    }
  }
}
