import CarobRuntime
import Synchronization

/// What an object carries beyond its own storage; one allocation, made when first needed.
public final class ObjectState {
  /// The number of the instance in the trace.
  var journalNumber = 0
  /// What the trace calls it, a retained `Journal.Name`; 0 until it is first mentioned.
  private let journalNameBits = Atomic<UInt>(0)
  /// A retained `ObservationInfo`; 0 if nobody observes the object.
  private let observationBits = Atomic<UInt>(0)
  /// The observations that the object made of others, so that those left over can be reported.
  private let made = Guarded<[Unmanaged<Observation>]>([])
  /// Values that other parts of the SDK hang on an object, by the address of a static key.
  package var associated: [UnsafeRawPointer: Any] = [:]
  /// Values that the app hangs on the object (F-176).
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

  /// Uses an object's state without a reference; nil if it has none.
  @inline(__always)
  static func withState<R>(_ object: NSObject, _ body: (ObjectState) -> R) -> R? {
    guard let pointer = UnsafeRawPointer(bitPattern: object._carobStateBits.load(ordering: .acquiring)) else {
      return nil
    }
    return Unmanaged<ObjectState>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0) }
  }

  /// What the trace calls the object whose state this is, a `Journal.Name` that lives as long as the state.
  // OPTIMIZATION: an object that is in one event is in many.
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

  /// Who observes the object.
  @inline(__always)
  var observation: ObservationInfo? {
    guard let pointer = UnsafeRawPointer(bitPattern: observationBits.load(ordering: .acquiring)) else {
      return nil
    }
    return Unmanaged<ObservationInfo>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The same, made if nobody did yet.
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

  /// The observations that the object made of others, for diagnostics.
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

  /// Called at the end of the object's deinitialization; only its address may be used.
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
    // F-98, M-54: nothing happens, but what was observed of other objects ends.
    observation?.observations.forEach { $0.end() }
  }
}

/// Numbers the instances of each class in the order of their creation.
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
