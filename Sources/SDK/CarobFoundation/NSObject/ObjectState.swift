import CarobRuntime
import Synchronization

/// Additional state of an object, allocated when first needed.
package final class ObjectState {
  /// The number of the instance in the trace.
  var journalNumber = 0
  /// The object's name in the trace, a retained `Journal.Name`; 0 until it is first mentioned.
  private let journalNameBits = Atomic<UInt>(0)
  /// A retained `ObservationInfo`; 0 if the object has no observers.
  private let observationBits = Atomic<UInt>(0)
  /// The observations that the object has made of others, so that leftover ones can be reported.
  private let made = Guarded<[Unmanaged<Observation>]>([])
  /// Values that other parts of the SDK attach to an object, by the address of a static key.
  package var associated: [UnsafeRawPointer: Any] = [:]
  /// Values that the app associates with the object (F-176).
  let associations = Guarded<[UnsafeRawPointer: Association]>([:])

  var observesNotifications = false

  package init() {}

  deinit {
    if let name = UnsafeRawPointer(bitPattern: journalNameBits.load(ordering: .relaxed)) {
      Unmanaged<Journal.Name>.fromOpaque(name).release()
    }
    guard let pointer = UnsafeRawPointer(bitPattern: observationBits.load(ordering: .relaxed)) else { return }
    Unmanaged<ObservationInfo>.fromOpaque(pointer).release()
  }

  /// Accesses an object's state without retaining it. Returns nil if it has none.
  @inline(__always)
  static func withState<R>(_ object: NSObject, _ body: (ObjectState) -> R) -> R? {
    guard let pointer = UnsafeRawPointer(bitPattern: object._carobStateBits.load(ordering: .acquiring)) else {
      return nil
    }
    return Unmanaged<ObjectState>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0) }
  }

  /// The object's name in the trace, a `Journal.Name` that lives as long as the state.
  // OPTIMIZATION: cached, because an object in one event is usually in many.
  func journalName(of object: NSObject) -> UnsafeRawPointer? {
    if let name = UnsafeRawPointer(bitPattern: journalNameBits.load(ordering: .acquiring)) { return name }
    if journalNumber == 0, type(of: object)._carobIsNumberedWhenMentioned {
      journalNumber = JournalNumbers.next(type(of: object))
    }
    let new = Unmanaged.passRetained(Journal.Name(Journal.describe(object, journalNumber)))
    let (isFirst, other) = journalNameBits.compareExchange(
      expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
    if isFirst { return UnsafeRawPointer(new.toOpaque()) }
    new.release()
    return UnsafeRawPointer(bitPattern: other)
  }

  /// The observations of the object; nil if there are none.
  @inline(__always)
  var observation: ObservationInfo? {
    guard let pointer = UnsafeRawPointer(bitPattern: observationBits.load(ordering: .acquiring)) else {
      return nil
    }
    return Unmanaged<ObservationInfo>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The observations of the object, created if necessary.
  var madeObservation: ObservationInfo {
    if let observation { return observation }
    let new = Unmanaged.passRetained(ObservationInfo())
    let (exchanged, other) = observationBits.compareExchange(
      expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
    guard !exchanged, let pointer = UnsafeRawPointer(bitPattern: other) else {
      return new.takeUnretainedValue()
    }
    new.release()
    return Unmanaged<ObservationInfo>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The observations that the object has made of others, for diagnostics.
  var observationsMade: [Observation] { made.withLock { $0.map { $0.takeUnretainedValue() } } }

  func remember(_ observation: Observation) { made.withLock { $0.append(.passRetained(observation)) } }

  func forget(_ observation: Observation) {
    let found = made.withLock { made -> Unmanaged<Observation>? in
      guard
        let index = made.lastIndex(where: {
          $0.toOpaque() == Unmanaged.passUnretained(observation).toOpaque()
        })
      else { return nil }
      return made.remove(at: index)
    }
    found?.release()
  }

  /// Called at the end of the object's deinitialization. Only its address may be used.
  func objectDidDeallocate(_ object: NSObject) {
    if observesNotifications {
      NotificationCenter.default.observerDidDeallocate(
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
    }
    // M-53
    for reference in made.withLock({ $0 }) {
      let observation = reference.takeRetainedValue()
      guard observation.isValid.load(ordering: .relaxed), let observed = observation.object else { continue }
      Journal.warn(
        "\(observation.observerName) was deallocated while observing \(observation.keyPath) of "
          + "\(Journal.className(type(of: observed)))", rule: "M-53", site: observation.site.text)
      observation.hasLostObserver.store(true, ordering: .relaxed)
    }
    // F-98, M-54: the object's observations end silently, including their nodes on other objects.
    observation?.observations.forEach { $0.end() }
  }
}

/// Numbers the instances of each class in order of creation.
enum JournalNumbers {
  private static let counts = Guarded<[ObjectIdentifier: Int]>([:])
  static func next(_ cls: AnyClass) -> Int {
    counts.withLock { counts in
      let number = (counts[ObjectIdentifier(cls)] ?? 0) + 1
      counts[ObjectIdentifier(cls)] = number
      return number
    }
  }
}
