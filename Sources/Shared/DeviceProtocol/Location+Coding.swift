extension LocationFix {
  func encode(to writer: inout WireWriter) {
    for number in [
      latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, speed, course, time,
    ] { writer.write(number) }
  }

  init(from reader: inout WireReader) throws(WireError) {
    self.init(
      latitude: try reader.double(), longitude: try reader.double(), altitude: try reader.double(),
      horizontalAccuracy: try reader.double(), verticalAccuracy: try reader.double(),
      speed: try reader.double(), course: try reader.double(), time: try reader.double())
  }
}

extension BeaconPattern {
  func encode(to writer: inout WireWriter) {
    writer.write(uuid)
    writer.write(major) { $0.write(UInt64($1)) }
    writer.write(minor) { $0.write(UInt64($1)) }
  }

  init(from reader: inout WireReader) throws(WireError) {
    func value(_ reader: inout WireReader) throws(WireError) -> UInt16 {
      guard let value = UInt16(exactly: try reader.unsigned()) else {
        throw .invalidValue(field: "beacon.value")
      }
      return value
    }
    self.init(
      uuid: try reader.string("beacon.uuid"), major: try reader.optional("beacon.major", value),
      minor: try reader.optional("beacon.minor", value))
  }
}

extension BeaconSighting {
  func encode(to writer: inout WireWriter) {
    beacon.encode(to: &writer)
    writer.write(proximity.rawValue)
    writer.write(accuracy)
    writer.write(signed: Int64(strength))
  }

  init(from reader: inout WireReader) throws(WireError) {
    let beacon = try BeaconPattern(from: &reader)
    guard let proximity = Proximity(rawValue: try reader.byte()) else {
      throw .invalidValue(field: "beacon.proximity")
    }
    let accuracy = try reader.double()
    guard let strength = Int32(exactly: try reader.signed()) else {
      throw .invalidValue(field: "beacon.strength")
    }
    self.init(beacon: beacon, proximity: proximity, accuracy: accuracy, strength: strength)
  }
}

extension MonitoredRegion {
  func encode(to writer: inout WireWriter) {
    writer.write(identifier)
    writer.write(monitor)
    writer.write(notifiesOnEntry)
    writer.write(notifiesOnExit)
    writer.write(state)
    switch shape {
    case .circle(let latitude, let longitude, let radius):
      writer.write(1 as UInt8)
      writer.write(latitude)
      writer.write(longitude)
      writer.write(radius)
    case .beacon(let pattern):
      writer.write(2 as UInt8)
      pattern.encode(to: &writer)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    let identifier = try reader.string("region.identifier")
    let monitor = try reader.optionalString("region.monitor")
    let notifiesOnEntry = try reader.bool("region.notifiesOnEntry")
    let notifiesOnExit = try reader.bool("region.notifiesOnExit")
    let state = try reader.byte()
    let shape: Shape
    switch try reader.byte() {
    case 1:
      shape = .circle(
        latitude: try reader.double(), longitude: try reader.double(), radius: try reader.double())
    case 2: shape = .beacon(try BeaconPattern(from: &reader))
    default: throw .invalidValue(field: "region.shape")
    }
    self.init(
      identifier: identifier, shape: shape, notifiesOnEntry: notifiesOnEntry, notifiesOnExit: notifiesOnExit,
      monitor: monitor, state: state)
  }
}

extension LocationDemand {
  func encode(to writer: inout WireWriter) {
    func tag(_ number: UInt8) { writer.write(number) }
    switch self {
    case .startUpdates(let inBackground, let pausesAfter):
      tag(1)
      writer.write(inBackground)
      writer.write(pausesAfter) { $0.write($1) }
    case .stopUpdates: tag(2)
    case .requestFix: tag(3)
    case .significantChanges(let isOn):
      tag(4)
      writer.write(isOn)
    case .visits(let isOn):
      tag(5)
      writer.write(isOn)
    case .headings(let isOn):
      tag(6)
      writer.write(isOn)
    case .ranging(let pattern, let isOn):
      tag(7)
      pattern.encode(to: &writer)
      writer.write(isOn)
    case .monitor(let region):
      tag(8)
      region.encode(to: &writer)
    case .stopMonitoring(let identifier, let monitor):
      tag(9)
      writer.write(identifier)
      writer.write(monitor)
    case .requestState(let identifier, let monitor):
      tag(10)
      writer.write(identifier)
      writer.write(monitor)
    case .backgroundSession(let isOn):
      tag(11)
      writer.write(isOn)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try reader.byte() {
    case 1:
      self = .startUpdates(
        inBackground: try reader.bool("location.inBackground"),
        pausesAfter: try reader.optional("location.pausesAfter") { reader throws(WireError) in
          try reader.double()
        })
    case 2: self = .stopUpdates
    case 3: self = .requestFix
    case 4: self = .significantChanges(try reader.bool("location.significantChanges"))
    case 5: self = .visits(try reader.bool("location.visits"))
    case 6: self = .headings(try reader.bool("location.headings"))
    case 7: self = .ranging(try BeaconPattern(from: &reader), try reader.bool("location.ranging"))
    case 8: self = .monitor(try MonitoredRegion(from: &reader))
    case 9:
      self = .stopMonitoring(
        identifier: try reader.string("location.identifier"),
        monitor: try reader.optionalString("location.monitor"))
    case 10:
      self = .requestState(
        identifier: try reader.string("location.identifier"),
        monitor: try reader.optionalString("location.monitor"))
    case 11: self = .backgroundSession(try reader.bool("location.backgroundSession"))
    default: throw .invalidValue(field: "location")
    }
  }
}

extension LocationReport {
  func encode(to writer: inout WireWriter) {
    func tag(_ number: UInt8) { writer.write(number) }
    switch self {
    case .fix(let fix):
      tag(1)
      fix.encode(to: &writer)
    case .requested(let fix):
      tag(2)
      fix.encode(to: &writer)
    case .unavailable(let isAnswer):
      tag(3)
      writer.write(isAnswer)
    case .significantChange(let fix):
      tag(4)
      fix.encode(to: &writer)
    case .monitoring(let identifier, let monitor):
      tag(5)
      writer.write(identifier)
      writer.write(monitor)
    case .monitoringFailed(let region, let code, let why):
      tag(6)
      region.encode(to: &writer)
      writer.write(signed: Int64(code))
      writer.write(why)
    case .entered(let region, let fix):
      tag(7)
      region.encode(to: &writer)
      writer.write(fix) { $1.encode(to: &$0) }
    case .exited(let region, let fix):
      tag(8)
      region.encode(to: &writer)
      writer.write(fix) { $1.encode(to: &$0) }
    case .regionState(let identifier, let monitor, let state):
      tag(9)
      writer.write(identifier)
      writer.write(monitor)
      writer.write(state)
    case .heading(let degrees):
      tag(10)
      writer.write(degrees)
    case .visit(let latitude, let longitude, let accuracy, let arrival, let departure):
      tag(11)
      for number in [latitude, longitude, accuracy, arrival, departure] { writer.write(number) }
    case .beacons(let pattern, let sightings):
      tag(12)
      pattern.encode(to: &writer)
      writer.write(sightings) { $1.encode(to: &$0) }
    case .updatesPaused(let isPaused):
      tag(13)
      writer.write(isPaused)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    func fix(_ reader: inout WireReader) throws(WireError) -> LocationFix { try LocationFix(from: &reader) }
    switch try reader.byte() {
    case 1: self = .fix(try LocationFix(from: &reader))
    case 2: self = .requested(try LocationFix(from: &reader))
    case 3: self = .unavailable(isAnswer: try reader.bool("location.isAnswer"))
    case 4: self = .significantChange(try LocationFix(from: &reader))
    case 5:
      self = .monitoring(
        identifier: try reader.string("location.identifier"),
        monitor: try reader.optionalString("location.monitor"))
    case 6:
      let region = try MonitoredRegion(from: &reader)
      guard let code = Int32(exactly: try reader.signed()) else {
        throw .invalidValue(field: "location.code")
      }
      self = .monitoringFailed(region, code: code, why: try reader.string("location.why"))
    case 7: self = .entered(try MonitoredRegion(from: &reader), try reader.optional("location.fix", fix))
    case 8: self = .exited(try MonitoredRegion(from: &reader), try reader.optional("location.fix", fix))
    case 9:
      self = .regionState(
        identifier: try reader.string("location.identifier"),
        monitor: try reader.optionalString("location.monitor"), state: try reader.byte())
    case 10: self = .heading(try reader.double())
    case 11:
      self = .visit(
        latitude: try reader.double(), longitude: try reader.double(), accuracy: try reader.double(),
        arrival: try reader.double(), departure: try reader.double())
    case 12:
      self = .beacons(
        try BeaconPattern(from: &reader),
        try reader.array(minimum: 12) { reader throws(WireError) in try BeaconSighting(from: &reader) })
    case 13: self = .updatesPaused(try reader.bool("location.updatesPaused"))
    default: throw .invalidValue(field: "location")
    }
  }
}
