import MapKit

/// A note for a location: an annotation of the map, and a region that the system monitors.
final class Reminder: NSObject, MKAnnotation {
  enum Moment: Int {
    case arrival, departure
  }

  let identifier: String
  let note: String
  let moment: Moment
  let coordinate: CLLocationCoordinate2D
  /// In meters.
  let radius: CLLocationDistance

  init(
    identifier: String, note: String, moment: Moment, coordinate: CLLocationCoordinate2D, radius: CLLocationDistance
  ) {
    self.identifier = identifier
    self.note = note
    self.moment = moment
    self.coordinate = coordinate
    self.radius = radius
  }

  var title: String? { note }
  var subtitle: String? { "On \(moment == .arrival ? "arrival" : "departure"), \(Int(radius)) m" }

  var region: CLCircularRegion {
    let region = CLCircularRegion(center: coordinate, radius: radius, identifier: identifier)
    region.notifyOnEntry = moment == .arrival
    region.notifyOnExit = moment == .departure
    return region
  }
}
