internal import DeviceProtocol
import Foundation

/// The part of the state that is kept when the app's process ends, and between runs that keep their container (L-46).
extension LocationService {
  private struct Kept: Codable {
    struct Region: Codable {
      var identifier: String
      var monitor: String?
      var notifiesOnEntry, notifiesOnExit: Bool
      var latitude, longitude, radius: Double?
      var uuid: String?
      var major, minor: UInt16?
      var isInside: Bool?
    }
    var regions: [Region]
    var significant, visits: Bool
  }

  /// The kept state as text; empty if there is nothing to keep.
  package var kept: String {
    guard hasRegions || significant || visits else { return "" }
    let regions = keptEntries.map { region, isInside in
      var kept = Kept.Region(
        identifier: region.identifier, monitor: region.monitor, notifiesOnEntry: region.notifiesOnEntry,
        notifiesOnExit: region.notifiesOnExit, isInside: isInside)
      switch region.shape {
      case .circle(let latitude, let longitude, let radius):
        (kept.latitude, kept.longitude, kept.radius) = (latitude, longitude, radius)
      case .beacon(let pattern):
        (kept.uuid, kept.major, kept.minor) = (pattern.uuid, pattern.major, pattern.minor)
      }
      return kept
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let data = try? encoder.encode(Kept(regions: regions, significant: significant, visits: visits))
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Restores the text of an earlier run; invalid lines are ignored.
  package mutating func restore(_ text: String) {
    guard let kept = try? JSONDecoder().decode(Kept.self, from: Data(text.utf8)) else { return }
    for region in kept.regions.prefix(Self.limit) {
      let shape: MonitoredRegion.Shape
      if let latitude = region.latitude, let longitude = region.longitude, let radius = region.radius,
        GeographicPoint(latitude: latitude, longitude: longitude).isValid, radius >= 0
      {
        shape = .circle(latitude: latitude, longitude: longitude, radius: radius)
      } else if let uuid = region.uuid {
        shape = .beacon(BeaconPattern(uuid: uuid, major: region.major, minor: region.minor))
      } else {
        continue
      }
      restore(
        MonitoredRegion(
          identifier: region.identifier, shape: shape, notifiesOnEntry: region.notifiesOnEntry,
          notifiesOnExit: region.notifiesOnExit, monitor: region.monitor), isInside: region.isInside)
    }
    restore(significant: kept.significant, visits: kept.visits)
  }
}
