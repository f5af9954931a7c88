import DeviceProtocol
import LocationSimulation

/// The circles of pending location triggers, watched by the rules of region monitoring (L-50 to L-52).
struct NotificationRegions {
  private var monitor = RegionMonitor()
  /// The circles in the monitor, with their triggers.
  private var triggers: [(id: RegionMonitor.ID, trigger: RegionTrigger)] = []

  /// Sets what counts as a crossing from now on; dwell times start again.
  mutating func use(_ rules: RegionMonitor.Rules) {
    monitor = RegionMonitor(rules: rules)
    triggers = []
  }

  var nextDeadline: Double? { monitor.nextDeadline }

  /// Updates the triggers, the device's place and the time; returns the crossings in the order of the requests.
  mutating func update(
    _ wanted: [RegionTrigger], place: GeographicPoint?, at time: Double
  ) -> [(region: String, isEntry: Bool)] {
    // OPTIMIZATION: the usual case, at each fix.
    if wanted.isEmpty, triggers.isEmpty {
      if let place { monitor.settle(place) } else { monitor.forgetLocation() }
      return []
    }
    for (id, trigger) in triggers where !wanted.contains(trigger) { monitor.remove(id) }
    triggers.removeAll { !wanted.contains($0.trigger) }
    for trigger in wanted where !triggers.contains(where: { $0.trigger == trigger }) {
      let center = GeographicPoint(latitude: trigger.latitude, longitude: trigger.longitude)
      triggers.append((monitor.add(center, radius: trigger.radius), trigger))
    }
    guard let place else {
      monitor.forgetLocation()
      return []
    }
    let decisions =
      place == monitor.place ? monitor.advance(to: time) : monitor.update(place, at: time)
    return decisions.compactMap { decision in
      guard decision.kind == .entered || decision.kind == .exited,
        let entry = triggers.first(where: { $0.id == decision.id })
      else { return nil }
      return (entry.trigger.identifier, decision.kind == .entered)
    }
  }
}

extension SimulatedDevice {
  /// L-169: fires the location triggers whose boundary the device has crossed.
  func tendNotificationRegions() throws(DeviceError) {
    let crossings = notifications.regions.update(
      permissions.current(.location).allowsLocation ? notifications.daemon.regions : [],
      place: location.service.fix?.place, at: now.seconds)
    for crossing in crossings {
      try regionCrossed(crossing.region, isEntry: crossing.isEntry, cause: 0)
    }
  }
}
