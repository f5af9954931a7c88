import CarobRuntime
import Foundation
import Synchronization

// OPTIMIZATION: the common case is one closure that observes one property of one object. This path avoids
// boxing the values in `Any`: the emitted calls, compiled in the app where the type is known, keep the old
// value in a thread-local frame between will and did. Everything else (`.prior`, paths, dependent keys,
// several observers, object observers) uses the general path in `ObservationInfo`. Each path detects changes
// in progress on the other.

/// The closure observer of a single property, as used by the emitted calls.
public class _ValueObserver: @unchecked Sendable {
  // @unchecked because it is immutable.
  public final let wantsOld: Bool
  public final let wantsNew: Bool
  /// The address of the metadata of the property's type.
  final let valueType: UInt
  private let observation: Observation

  fileprivate init(_ observation: Observation, _ valueType: UInt) {
    self.observation = observation
    wantsOld = observation.options.contains(.old)
    wantsNew = observation.options.contains(.new)
    self.valueType = valueType
  }

  /// Whether the observation is still valid.
  public final var isNotified: Bool { observation.isValid.load(ordering: .relaxed) }

  /// Calls the observer and records the call in the journal.
  public final func notifyRecorded(_ object: NSObject, _ body: () -> Void) {
    Journal.deliverRegistered(
      .kvo, observation.keyPath, from: object, site: observation.site.text, body)
  }
}

public final class _TypedValueObserver<Value>: _ValueObserver, @unchecked Sendable {
  // @unchecked as its superclass.
  public let handler: (NSObject, NSKeyValueObservedChange<Value>) -> Void

  init(_ observation: Observation, _ handler: @escaping (NSObject, NSKeyValueObservedChange<Value>) -> Void) {
    self.handler = handler
    super.init(observation, unsafeBitCast(Value.self as Any.Type, to: UInt.self))
  }
}

/// A change in progress on this thread with one typed observer.
struct ValueFrame {
  static let capacity = 16
  /// The maximum size of a value in a frame, in bytes: one word more than the largest common struct, a
  /// rectangle.
  static let room = 48

  var object: UInt = 0
  var key: StaticString = ""
  var observer: Unmanaged<_ValueObserver>
  var depth = 0

  func isOf(_ object: UInt, _ key: StaticString) -> Bool {
    guard self.object == object else { return false }
    if self.key.utf8Start == key.utf8Start { return true }
    return self.key.utf8CodeUnitCount == key.utf8CodeUnitCount
      && memcmp(self.key.utf8Start, key.utf8Start, key.utf8CodeUnitCount) == 0
  }
}

/// The work left for an emitted call.
public enum _ValueChange {
  /// Use the general path.
  case general
  /// Nothing is left to do.
  case done
  /// Store the old value at this address.
  case keepOld(UnsafeMutableRawPointer)
  /// Call the observer; the old value is at this address.
  case tell(_ValueObserver, UnsafeMutableRawPointer)
}

extension NSObject {
  /// Reports that an observed property will change.
  @inlinable @inline(never)
  public final func _kvoWillValue<Value>(_ key: StaticString, _ value: () -> Value) {
    let type = unsafeBitCast(Value.self as Any.Type, to: UInt.self)
    switch _kvoBegin(key, type, MemoryLayout<Value>.size, MemoryLayout<Value>.alignment) {
    case .general: _kvoWillObserved(key) { value() }
    case .keepOld(let place): place.initializeMemory(as: Value.self, to: value())
    case .done, .tell: break
    }
  }

  /// Reports that an observed property has changed.
  @inlinable @inline(never)
  public final func _kvoDidValue<Value>(_ key: StaticString, _ value: () -> Value) {
    switch _kvoEnd(key) {
    case .general: _kvoDidObserved(key) { value() }
    case .tell(let anyObserver, let place):
      let observer = unsafeDowncast(anyObserver, to: _TypedValueObserver<Value>.self)
      // NB: moved out before the observer is called, because it may change the value again.
      let old = observer.wantsOld ? place.assumingMemoryBound(to: Value.self).move() : nil
      guard observer.isNotified else { return }
      let change = NSKeyValueObservedChange(
        kind: .setting, newValue: observer.wantsNew ? value() : nil, oldValue: old, indexes: nil,
        isPrior: false)
      if _CarobJournal.isRecording {
        observer.notifyRecorded(self) { observer.handler(self, change) }
      } else {
        observer.handler(self, change)
      }
    case .done, .keepOld: break
    }
  }

  public final func _kvoBegin(_ key: StaticString, _ type: UInt, _ size: Int, _ alignment: Int)
    -> _ValueChange
  {
    let stack = PendingChanges.current
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    // A nested report of the same change, by base class and override.
    if stack.nest(address, key) { return .done }
    guard stack.changes.isEmpty, stack.frameCount < ValueFrame.capacity, size <= ValueFrame.room,
      alignment <= 16, let observer = _carobState?.observation?.valueObserver(key), observer.valueType == type
    else { return .general }
    let wantsOld = observer.wantsOld
    let place = stack.push(ValueFrame(object: address, key: key, observer: .passRetained(observer)))
    return wantsOld ? .keepOld(place) : .done
  }

  public final func _kvoEnd(_ key: StaticString) -> _ValueChange {
    let stack = PendingChanges.current
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    guard let index = stack.frameIndex({ $0.isOf(address, key) }) else { return .general }
    if stack.frames[index].depth > 0 {
      stack.frames[index].depth -= 1
      return .done
    }
    let (observer, place) = stack.pop(index)
    return .tell(observer, place)
  }
}

extension PendingChanges {
  @inline(__always)
  func frameIndex(_ matches: (ValueFrame) -> Bool) -> Int? {
    var index = frameCount - 1
    while index >= 0 {
      if matches(frames[index]) { return index }
      index -= 1
    }
    return nil
  }

  /// Counts a nested report of the same change. Returns false if there is no such change in progress.
  @inline(__always)
  func nest(_ object: UInt, _ key: StaticString) -> Bool {
    guard frameCount > 0, let index = frameIndex({ $0.isOf(object, key) }) else { return false }
    frames[index].depth += 1
    return true
  }

  /// The same for the general path; `by` is 1 for will and -1 for did.
  func nest(_ object: NSObject, _ key: String, by step: Int) -> Bool {
    guard frameCount > 0 else { return false }
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    guard let index = frameIndex({ $0.object == address && $0.key.description == key }) else { return false }
    frames[index].depth += step
    return true
  }

  func push(_ frame: ValueFrame) -> UnsafeMutableRawPointer {
    frames.advanced(by: frameCount).initialize(to: frame)
    frameCount += 1
    return values + (frameCount - 1) * ValueFrame.room
  }

  /// Removes a frame. Its value must be moved out before the next frame begins.
  func pop(_ index: Int) -> (_ValueObserver, UnsafeMutableRawPointer) {
    let observer = frames[index].observer.takeRetainedValue()
    frames[index].object = 0
    while frameCount > 0, frames[frameCount - 1].object == 0 { frameCount -= 1 }
    return (observer, values + index * ValueFrame.room)
  }
}
