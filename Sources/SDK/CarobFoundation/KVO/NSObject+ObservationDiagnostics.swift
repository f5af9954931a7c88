import CarobRuntime

/// A snapshot of an observation of a key path, for diagnostics.
package struct KeyValueObservationInfo {
  package let object: NSObject?
  package let keyPath: String
  package let options: NSKeyValueObservingOptions
  package let observer: NSObject?
  package let isClosure: Bool
  package let context: UnsafeMutableRawPointer?
  package let site: String?
  package let time: Double

  init(_ observation: Observation) {
    object = observation.object
    keyPath = observation.keyPath
    options = observation.options
    observer = observation.observer
    isClosure = observation.observerAddress == 0
    context = observation.context
    site = observation.site.text
    time = observation.time
  }
}

extension NSObject {
  /// The observations of this object in the order of registration.
  package final var observationsOfIt: [KeyValueObservationInfo] {
    _carobState?.observation?.observations.map(KeyValueObservationInfo.init) ?? []
  }

  /// The valid observations that this object has made of others, in the order of registration.
  package final var observationsByIt: [KeyValueObservationInfo] {
    _carobState?.observationsMade.filter { $0.isValid.load(ordering: .relaxed) }
      .map(KeyValueObservationInfo.init) ?? []
  }
}
