import CarobRuntime
import Synchronization

/// What an object carries beyond its own storage; one allocation, made when first needed.
public final class ObjectState {
  /// The number of the instance in the trace.
  var journalNumber = 0
  /// Key–value observers, if any (NSObject+KVO.swift).
  package var observation: AnyObject?
  /// Values that other parts of the SDK hang on an object, by the address of a static key.
  package var associated: [UnsafeRawPointer: Any] = [:]

  var observesNotifications = false

  package init() {}

  /// Called at the end of the object's deinitialization; only its address may be used.
  func objectDidDeallocate(_ object: NSObject) {
    if observesNotifications {
      NotificationCenter.default.observerDidDeallocate(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
    }
  }
}

/// Numbers the instances of each class in the order of their creation.
enum JournalNumbers {
  private static let counts = Mutex<[ObjectIdentifier: Int]>([:])
  static func next(_ cls: AnyClass) -> Int {
    counts.withLock { counts in
      let number = (counts[ObjectIdentifier(cls)] ?? 0) + 1
      counts[ObjectIdentifier(cls)] = number
      return number
    }
  }
}
