import CoreLocation

extension Reminder: NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) {
    coder.encode(identifier, forKey: "identifier")
    coder.encode(note, forKey: "note")
    coder.encode(moment.rawValue, forKey: "moment")
    coder.encode(coordinate.latitude, forKey: "latitude")
    coder.encode(coordinate.longitude, forKey: "longitude")
    coder.encode(radius, forKey: "radius")
  }

  convenience init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") as String?,
      let note = coder.decodeObject(of: NSString.self, forKey: "note") as String?,
      let moment = Moment(rawValue: coder.decodeInteger(forKey: "moment"))
    else { return nil }
    let coordinate = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"), longitude: coder.decodeDouble(forKey: "longitude"))
    self.init(
      identifier: identifier, note: note, moment: moment, coordinate: coordinate,
      radius: coder.decodeDouble(forKey: "radius"))
  }
}
