import CoreLocation

extension Reminder: Codable {
  private enum CodingKeys: String, CodingKey {
    case identifier, note, moment, latitude, longitude, radius
  }

  func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(identifier, forKey: .identifier)
    try container.encode(note, forKey: .note)
    try container.encode(moment, forKey: .moment)
    try container.encode(coordinate.latitude, forKey: .latitude)
    try container.encode(coordinate.longitude, forKey: .longitude)
    try container.encode(radius, forKey: .radius)
  }

  convenience init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      identifier: try container.decode(String.self, forKey: .identifier),
      note: try container.decode(String.self, forKey: .note),
      moment: try container.decode(Moment.self, forKey: .moment),
      coordinate: CLLocationCoordinate2D(
        latitude: try container.decode(Double.self, forKey: .latitude),
        longitude: try container.decode(Double.self, forKey: .longitude)),
      radius: try container.decode(Double.self, forKey: .radius))
  }
}

extension Reminder.Moment: Codable {}
