import LocationSimulation

/// The location service of one device, with what the device keeps and records about it.
struct LocationActivity {
  var service: LocationService
  /// What the container holds, and the revision of the service that it holds.
  var keptText = ""
  var keptRevision = -1
  /// The trace's event that the service's next reports answer; 0 for none.
  var cause = 0
  /// The name of the current route.
  var routeName = ""
  /// The trace's event that started the current route, or last jumped along it.
  var routeCause = 0
  /// By the name of its note, the trace's event that a region's dwell time began with.
  var dwellCauses: [String: Int] = [:]

  init(rules: RegionMonitor.Rules) { service = LocationService(rules: rules) }
}
