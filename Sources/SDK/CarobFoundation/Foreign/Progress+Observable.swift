import CarobRuntime
import Foundation

/// An observed progress is given the class `ObservedProgress`, as the platform changes the class of observed
/// objects (F-102). So are its children, whose changes affect it.
extension Progress: _ForeignObservable {
  public func _carobValue(forKey key: String) -> Any?? {
    switch key {
    case "fractionCompleted": .some(fractionCompleted)
    case "completedUnitCount": .some(completedUnitCount)
    case "totalUnitCount": .some(totalUnitCount)
    case "isCancelled", "cancelled": .some(isCancelled)
    case "isPaused", "paused": .some(isPaused)
    case "isFinished", "finished": .some(isFinished)
    case "isIndeterminate", "indeterminate": .some(isIndeterminate)
    case "isCancellable", "cancellable": .some(isCancellable)
    case "isPausable", "pausable": .some(isPausable)
    case "localizedDescription": .some(localizedDescription)
    case "localizedAdditionalDescription": .some(localizedAdditionalDescription)
    default: nil
    }
  }

  public func _carobSetValue(_ value: Any?, forKey key: String) -> Bool {
    guard let count = (boxed(value) as? NSNumber)?.int64Value else { return false }
    switch key {
    case "completedUnitCount": completedUnitCount = count
    case "totalUnitCount": totalUnitCount = count
    default: return false
    }
    return true
  }

  public func _carobWatch(_ key: String) -> Bool { ObservedProgress.adopt(self) }
}

/// A progress that reports its changes. It has no stored properties, because instances of the superclass are
/// converted to it.
final class ObservedProgress: Foundation.Progress, @unchecked Sendable {
  // @unchecked as its superclass is.
  /// Converts a progress and its children to observed ones. Returns false for subclasses of the app.
  @discardableResult
  static func adopt(_ progress: Foundation.Progress) -> Bool {
    guard ForeignClass.change(progress, from: Foundation.Progress.self, to: ObservedProgress.self) else {
      return false
    }
    // NB: children that were added earlier were not reported.
    (ForeignClass.stored("_children", of: progress) as? Set<Foundation.Progress>)?.forEach { adopt($0) }
    return true
  }

  /// Changes this progress and thereby its ancestors. A finished child is removed from its parent, so the
  /// ancestors are determined first.
  private func changing<R>(_ body: () -> R) -> R {
    let family = Set(
      sequence(first: self as Foundation.Progress, next: Self.parent).map(ObjectIdentifier.init))
    defer { ForeignStandIn.checkAll { family.contains(ObjectIdentifier($0)) } }
    return body()
  }

  private static func parent(of progress: Foundation.Progress) -> Foundation.Progress? {
    ForeignClass.stored("_parent", of: progress) as? Foundation.Progress
  }

  override var completedUnitCount: Int64 {
    get { super.completedUnitCount }
    set { changing { super.completedUnitCount = newValue } }
  }
  override var totalUnitCount: Int64 {
    get { super.totalUnitCount }
    set { changing { super.totalUnitCount = newValue } }
  }
  override func cancel() { changing { super.cancel() } }
  override func pause() { changing { super.pause() } }
  override func resume() { changing { super.resume() } }
  override func addChild(_ child: Foundation.Progress, withPendingUnitCount inUnitCount: Int64) {
    Self.adopt(child)
    changing { super.addChild(child, withPendingUnitCount: inUnitCount) }
  }
}

/// Changes the class of existing objects, and reads their private stored properties.
enum ForeignClass {
  /// Changes the class of `object` to `to` if its class is exactly `from`. Returns whether its class is `to`
  /// now.
  ///
  /// NB: the first word of an object is its class. `to` must be a subclass without stored properties, so that
  /// the object's layout and deallocation remain valid.
  static func change(_ object: AnyObject, from: AnyClass, to: AnyClass) -> Bool {
    if type(of: object) == to { return true }
    guard type(of: object) == from else { return false }
    Unmanaged.passUnretained(object).toOpaque()
      .storeBytes(of: UInt(bitPattern: ObjectIdentifier(to)), as: UInt.self)
    return true
  }

  /// The value of a private stored property of a toolchain object.
  static func stored(_ name: String, of object: AnyObject) -> Any? {
    sequence(first: Mirror(reflecting: object), next: \.superclassMirror).lazy
      .compactMap { $0.descendant(name) }.first
  }
}
