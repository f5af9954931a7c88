import Device
import DeviceProtocol
import Foundation
import LocationSimulation

/// The steps that change the device's location.
extension StepReader {
  /// nil for another step.
  func locationAction(_ value: ScriptNode) throws(ScriptError) -> Step.Action? {
    switch name {
    case "location":
      guard value.isMapping else {
        _ = try ownWord(value)
        return .locate(nil)
      }
      let options = try options(value)
      var fix = LocationFix(
        latitude: try options.number("latitude"), longitude: try options.number("longitude"),
        horizontalAccuracy: try options.number("accuracy"))
      if options["speed"] != nil { fix.speed = try options.number("speed") }
      if options["course"] != nil { fix.course = try options.number("course") }
      if options["altitude"] != nil {
        fix.altitude = try options.number("altitude")
        fix.verticalAccuracy = 5
      }
      return .locate(fix)
    case "gpx":
      if !value.isMapping { return try gpx(value, speed: nil, ending: .stays) }
      let options = try options(value)
      guard let file = options["file"] else { throw options.missing("file") }
      return try gpx(
        file, speed: options["speed"] == nil ? nil : try options.number("speed"),
        ending: try ending(options))
    case "way":
      guard value.isMapping else {
        return .changeRoute([try ownWord(value) == "pause" ? .pause : .resume])
      }
      let options = try options(value)
      var changes: [SimulatedDevice.RouteChange] = []
      if options["rate"] != nil { changes.append(.rate(try options.number("rate"))) }
      if options["at"] != nil { changes.append(.seek(try options.number("at"))) }
      guard !changes.isEmpty else { throw value.error("way needs `at:` or `rate:`") }
      return .changeRoute(changes)
    case "route":
      let word = try ownWord(value)
      guard let way = SimulatedPlaces.NamedRoute(rawValue: word) else {
        throw value.error("there is no route '\(word)'")
      }
      return .follow(way)
    case "regions":
      let options = try options(value)
      return .regionRules(cushion: try options.number("cushion"), dwell: try options.number("dwell"))
    case "heading": return .turn(try own(value))
    case "beacon":
      let options = try options(value)
      let text = try options.text("uuid")
      guard let uuid = UUID(uuidString: text) else {
        throw (options["uuid"] ?? value).error(
          "uuid must be a UUID like 7C0B1E2A-3D4F-4A5B-8C6D-9E0F1A2B3C4D")
      }
      let beacon = BeaconPattern(
        uuid: uuid.uuidString, major: UInt16(try options.count("major")),
        minor: UInt16(try options.count("minor")))
      let places: [String: (BeaconSighting.Proximity, Double, Int32)] = [
        "immediate": (.immediate, 0.2, -40), "near": (.near, 2, -60), "far": (.far, 15, -80),
        "unknown": (.unknown, -1, 0),
      ]
      let sighting = places[try options.word("proximity")].map {
        BeaconSighting(beacon: beacon, proximity: $0.0, accuracy: $0.1, strength: $0.2)
      }
      return .beacon(beacon, sighting)
    case "visit":
      let options = try options(value)
      return .visit(
        latitude: try options.number("latitude"), longitude: try options.number("longitude"),
        seconds: try options.number("for"))
    default: return nil
    }
  }

  private func gpx(
    _ node: ScriptNode, speed: Double?, ending: LocationRoute.Ending
  ) throws(ScriptError) -> Step.Action {
    .gpx(file: try node.nonEmptyString("gpx"), speed: speed, ending: ending)
  }

  /// L-73.
  private func ending(_ options: StepOptions) throws(ScriptError) -> LocationRoute.Ending {
    let (loops, returns) = (try options.flag("loop"), try options.flag("back"))
    if loops, returns, let back = options["back"] {
      throw back.error("a route repeats (loop) or returns (back), not both")
    }
    return returns ? .returns : loops ? .repeats : .stays
  }
}
