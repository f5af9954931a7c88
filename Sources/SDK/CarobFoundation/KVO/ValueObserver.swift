import CarobRuntime
import Foundation
import Synchronization

// OPTIMIZATION: the usual case of observing is one closure that waits for one property of one object. It is told without
// putting the values into `Any`: the emitted hooks, compiled in the app where the type is known, keep the old value in
// a frame of the thread between will and did. Everything else (`.prior`, paths, dependent keys, several observers,
// observers that are objects) takes the general way in `ObservationInfo`; both ways see each other's changes.

/// The closure observer of a single property, as the emitted hooks see it.
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

  /// Whether the observation has not ended yet.
  public final var isTold: Bool { observation.isValid.load(ordering: .relaxed) }

  /// Tells the observer with an entry in the journal.
  public final func tellRecorded(_ object: NSObject, _ body: () -> Void) {
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

/// A change that has begun on this thread and whose one observer knows the type.
struct ValueFrame {
  static let capacity = 16
  /// The longest value that a frame can keep: a word more than the longest of the usual structs, a rectangle.
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

/// What a hook has to do.
public enum _ValueChange {
  /// The general way.
  case general
  /// Nothing more.
  case done
  /// Keep the old value there.
  case keepOld(UnsafeMutableRawPointer)
  /// Tell the observer; an old value is there.
  case tell(_ValueObserver, UnsafeMutableRawPointer)
}

extension NSObject {
  /// The will of an observed property.
  @inlinable @inline(never)
  public final func _kvoWillValue<Value>(_ key: StaticString, _ value: () -> Value) {
    let type = unsafeBitCast(Value.self as Any.Type, to: UInt.self)
    switch _kvoBegin(key, type, MemoryLayout<Value>.size, MemoryLayout<Value>.alignment) {
    case .general: _kvoWillObserved(key) { value() }
    case .keepOld(let place): place.initializeMemory(as: Value.self, to: value())
    case .done, .tell: break
    }
  }

  /// The did of an observed property.
  @inlinable @inline(never)
  public final func _kvoDidValue<Value>(_ key: StaticString, _ value: () -> Value) {
    switch _kvoEnd(key) {
    case .general: _kvoDidObserved(key) { value() }
    case .tell(let anyObserver, let place):
      let observer = unsafeDowncast(anyObserver, to: _TypedValueObserver<Value>.self)
      // NB: moved out before anybody is told, because an observer may change the value again.
      let old = observer.wantsOld ? place.assumingMemoryBound(to: Value.self).move() : nil
      guard observer.isTold else { return }
      let change = NSKeyValueObservedChange(
        kind: .setting, newValue: observer.wantsNew ? value() : nil, oldValue: old, indexes: nil,
        isPrior: false)
      if Journal.isRecording {
        observer.tellRecorded(self) { observer.handler(self, change) }
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
    // A report inside a report of the same change: base class and override.
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

  /// Counts a report inside the report of the same change, if there is one; false if not.
  @inline(__always)
  func nest(_ object: UInt, _ key: StaticString) -> Bool {
    guard frameCount > 0, let index = frameIndex({ $0.isOf(object, key) }) else { return false }
    frames[index].depth += 1
    return true
  }

  /// The same for the general way; `by` is 1 for will and -1 for did.
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

  /// Takes a frame off; its value has to be moved out before the next one begins.
  func pop(_ index: Int) -> (_ValueObserver, UnsafeMutableRawPointer) {
    let observer = frames[index].observer.takeRetainedValue()
    frames[index].object = 0
    while frameCount > 0, frames[frameCount - 1].object == 0 { frameCount -= 1 }
    return (observer, values + index * ValueFrame.room)
  }
}
