import CarobRuntime
import Foundation

/// An observed progress gets the class `ObservedProgress`, as the platform changes the class of what it observes
/// (F-102); so do its children, whose changes are its own.
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

/// A progress that says when it has changed. It has no state of its own: instances of the superclass become it.
final class ObservedProgress: Foundation.Progress, @unchecked Sendable {
  // @unchecked as its superclass is.
  /// Turns a progress and its children into observed ones; false if it is of a class of the app's.
  @discardableResult
  static func adopt(_ progress: Foundation.Progress) -> Bool {
    guard ForeignClass.change(progress, from: Foundation.Progress.self, to: ObservedProgress.self) else {
      return false
    }
    // NB: children that were added before nobody tells of.
    (ForeignClass.stored("_children", of: progress) as? Set<Foundation.Progress>)?.forEach { adopt($0) }
    return true
  }

  /// Changes this progress, and thereby those above it; a child that ends leaves its parent, so they are asked before.
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

/// Changes the class of an object that exists, and looks into it.
enum ForeignClass {
  /// Makes `object`, if it is exactly a `from`, a `to`; whether it is one now.
  ///
  /// NB: the first word of an object is its class. It must be a subclass without stored properties, so that the
  /// object's storage and its end stay right.
  static func change(_ object: AnyObject, from: AnyClass, to: AnyClass) -> Bool {
    if type(of: object) == to { return true }
    guard type(of: object) == from else { return false }
    Unmanaged.passUnretained(object).toOpaque()
      .storeBytes(of: UInt(bitPattern: ObjectIdentifier(to)), as: UInt.self)
    return true
  }

  /// The value of a stored property of the toolchain's that can be had in no other way.
  static func stored(_ name: String, of object: AnyObject) -> Any? {
    sequence(first: Mirror(reflecting: object), next: \.superclassMirror).lazy
      .compactMap { $0.descendant(name) }.first
  }
}
