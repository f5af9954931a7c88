import CarobFoundation
import DeviceProtocol
import LocationSimulation
import TestSupport
import Testing

@testable import CoreLocation

extension CoreLocationSuite {
  /// The API without managers: streams, monitors, sessions. The time limit ends a test whose stream has no
  /// elements.
  @Suite(.timeLimit(.minutes(1))) struct StreamTests {
    // MARK: CLLocationUpdate

    private func text(_ update: CLLocationUpdate?) -> String {
      guard let update else { return "end" }
      let notes: [(String, Bool)] = [
        ("stationary", update.isStationary), ("denied", update.authorizationDenied),
        ("restricted", update.authorizationRestricted), ("asking", update.authorizationRequestInProgress),
        ("coarse", update.accuracyLimited), ("unavailable", update.locationUnavailable),
        ("off", update.authorizationDeniedGlobally), ("session", update.serviceSessionRequired),
      ]
      return ([update.location.map { "\($0.coordinate.latitude)" } ?? "nowhere"] + notes.filter(\.1).map(\.0))
        .joined(separator: " ")
    }

    @Test(.rule("L-145"))
    func
      `a stream has each fix, reports stationary and unavailable states, and ends with its iterator`()
      async throws
    {
      let device = TestDevice(.whenInUse)
      device.locate(1, 0)
      do {
        var updates = CLLocationUpdate.liveUpdates().makeAsyncIterator()
        device.run()
        device.locate(1, 0)
        device.locate(2, 0)
        device.loseLocation()
        device.locate(3, 0)
        var heard: [String] = []
        for _ in 1...5 { heard.append(text(try await updates.next())) }
        #expect(heard == ["1.0", "1.0 stationary", "2.0", "nowhere unavailable", "3.0"])
        #expect(device.demands == [.startUpdates(inBackground: false)])
      }
      #expect(device.demands == [.startUpdates(inBackground: false), .stopUpdates])
    }

    @Test(.rule("L-145"))
    func `a stream reports that the user is being asked, and the decision`() async throws {
      let device = TestDevice()
      device.locate(1, 0)
      var updates = CLLocationUpdate.liveUpdates(.fitness).makeAsyncIterator()
      device.run()
      device.permit(.whenInUse)
      device.permit(.denied)
      device.permit(.whenInUse, isPrecise: false)
      var heard: [String] = []
      for _ in 1...4 { heard.append(text(try await updates.next())) }
      #expect(heard == ["nowhere asking", "1.0", "nowhere denied", "1.0 stationary coarse"])
    }

    @Test(.rule("L-145"))
    func `a second stream begins with the last location of the first`() async throws {
      let device = TestDevice(.always)
      device.locate(1, 0)
      var first = CLLocationUpdate.liveUpdates().makeAsyncIterator()
      device.run()
      var second = CLLocationUpdate.liveUpdates().makeAsyncIterator()
      device.run()
      device.locate(2, 0)
      for index in 1...2 {
        let pair = (text(try await first.next()), text(try await second.next()))
        #expect(pair == ("\(index).0", "\(index).0"))
      }
      #expect(device.demands == [.startUpdates(inBackground: false)])
    }

    @Test(.rule("L-145", "L-9"))
    func `a stream reports that Location Services are off`() async throws {
      let device = TestDevice(.whenInUse)
      device.locate(1, 0)
      var updates = CLLocationUpdate.liveUpdates().makeAsyncIterator()
      device.run()
      device.permit(.whenInUse, isSwitchedOff: true)
      device.locate(2, 0)
      device.permit(.whenInUse)
      var heard: [String] = []
      for _ in 1...3 { heard.append(text(try await updates.next())) }
      #expect(heard == ["1.0", "nowhere denied off", "2.0"])
    }

    @Test(.rule("L-289"))
    func `an app that requires a session gets no locations without one`() async throws {
      let device = TestDevice(
        .whenInUse,
        info: [
          "NSLocationWhenInUseUsageDescription": "Use.", "NSLocationRequireExplicitServiceSession": true,
        ])
      device.locate(1, 0)
      var updates = CLLocationUpdate.liveUpdates().makeAsyncIterator()
      device.run()
      let session = CLServiceSession(authorization: .whenInUse)
      device.locate(2, 0)
      session.invalidate()
      device.locate(3, 0)
      var heard: [String] = []
      for _ in 1...3 { heard.append(text(try await updates.next())) }
      #expect(heard == ["nowhere session", "2.0", "nowhere session"])
    }

    // MARK: CLMonitor

    private func circle(_ latitude: Double = 0, radius: Double = 500)
      -> CLMonitor.CircularGeographicCondition
    {
      .init(center: CLLocationCoordinate2D(latitude: latitude, longitude: 0), radius: radius)
    }

    private func take(_ count: Int, _ events: inout CLMonitor.Events.AsyncIterator) async throws -> [String] {
      var heard: [String] = []
      for _ in 0..<count {
        guard let event = try await events.next() else { return heard + ["end"] }
        heard.append(
          "\(event.identifier) \(event.state)\(event.refinement == nil ? "" : " refined")"
            + (event.conditionLimitExceeded ? " limit" : ""))
      }
      return heard
    }

    @Test(.rule("L-148", "L-287"))
    func `a monitor reports the initial state, then each crossing, once`() async throws {
      let device = TestDevice(.always)
      device.locate(1, 0)
      let monitor = await CLMonitor("office")
      var events = monitor.events.makeAsyncIterator()
      await monitor.add(circle(), identifier: "a")
      device.run()
      device.locate(0, 0)
      device.locate(0.001, 0)
      await monitor.add(circle(1), identifier: "b", assuming: .unsatisfied)
      device.run()
      device.locate(1, 0)
      let heard = try await take(4, &events)
      #expect(heard == ["a unsatisfied", "a satisfied refined", "a unsatisfied", "b satisfied refined"])
      #expect(await monitor.identifiers == ["a", "b"])
      #expect(await monitor.record(for: "a")?.lastEvent.state == .unsatisfied)
      #expect(await monitor.record(for: "b")?.lastEvent.state == .satisfied)
      #expect(await monitor.record(for: "c") == nil)
    }

    @Test(.rule("L-148"))
    func `a removed condition has no events`() async throws {
      let device = TestDevice(.always)
      device.locate(1, 0)
      let monitor = await CLMonitor("office")
      var events = monitor.events.makeAsyncIterator()
      await monitor.add(circle(), identifier: "a", assuming: .unsatisfied)
      await monitor.add(circle(2), identifier: "b", assuming: .unsatisfied)
      device.run()
      await monitor.remove("a")
      device.run()
      device.locate(0, 0)
      device.locate(2, 0)
      #expect(try await take(1, &events) == ["b satisfied refined"])
      #expect(device.service.regions.map(\.identifier) == ["b"])
    }

    @Test(.rule("L-148", "L-46"))
    func `a monitor continues to watch the conditions that its name had in an earlier launch`() async throws {
      func kept(_ name: String) -> MonitoredRegion {
        MonitoredRegion(
          identifier: "gate of \(name)", shape: .circle(latitude: 0, longitude: 0, radius: 500), monitor: name
        )
      }
      let device = TestDevice(.always, regions: [kept("office"), kept("home")])
      device.locate(1, 0)
      let monitor = await CLMonitor("office")
      var events = monitor.events.makeAsyncIterator()
      #expect(await monitor.identifiers == ["gate of office"])
      device.locate(0, 0)
      device.locate(1, 0)
      // The location was unknown at launch.
      #expect(
        try await take(3, &events) == [
          "gate of office unsatisfied", "gate of office satisfied refined", "gate of office unsatisfied",
        ])
    }

    @Test(.rule("L-287"))
    func `a condition added before the user was asked gets its first state with the authorization`()
      async throws
    {
      let device = TestDevice()
      device.locate(0, 0)
      let monitor = await CLMonitor("office")
      var events = monitor.events.makeAsyncIterator()
      await monitor.add(circle(), identifier: "a")
      await monitor.add(circle(2), identifier: "b", assuming: .unsatisfied)
      device.run()
      #expect(await monitor.record(for: "a")?.lastEvent.state == .unknown)
      device.permit(.whenInUse)
      device.permit(.always)
      device.locate(2, 0)
      #expect(
        try await take(3, &events) == ["a satisfied refined", "a unsatisfied", "b satisfied refined"])
    }

    @Test(.rule("L-287"))
    func `a condition added while the location was unknown gets its first state with the first location`()
      async throws
    {
      let device = TestDevice(.always)
      let monitor = await CLMonitor("office")
      var events = monitor.events.makeAsyncIterator()
      await monitor.add(circle(), identifier: "a")
      await monitor.add(circle(2), identifier: "b")
      device.run()
      device.locate(2, 0)
      // No state is reported twice.
      device.loseLocation()
      device.locate(2, 0)
      device.locate(0, 0)
      #expect(
        try await take(4, &events)
          == ["a unsatisfied", "b satisfied refined", "a satisfied refined", "b unsatisfied"])
    }

    @Test(.rule("L-287"))
    func `a condition of an earlier launch starts with the device's state`() async throws {
      func kept(_ name: String, _ state: UInt8) -> MonitoredRegion {
        MonitoredRegion(
          identifier: name, shape: .circle(latitude: 0, longitude: 0, radius: 500), monitor: "office",
          state: state)
      }
      let device = TestDevice(.always, regions: [kept("a", 1), kept("b", 2)])
      device.locate(0.001, 0)
      let monitor = await CLMonitor("office")
      var events = monitor.events.makeAsyncIterator()
      #expect(await monitor.record(for: "a")?.lastEvent.state == .satisfied)
      #expect(await monitor.record(for: "b")?.lastEvent.state == .unsatisfied)
      // The crossing that launched the app: the restored state of the condition already includes it.
      DeviceServices.locationReported(.entered(kept("a", 0), nil))
      device.locate(1, 0)
      #expect(try await take(2, &events) == ["a satisfied refined", "a unsatisfied"])
    }

    @Test(.rule("L-148", "L-41"))
    func `the twenty-first condition is not monitored, and reports that`() async throws {
      let device = TestDevice(.always)
      let monitor = await CLMonitor("office")
      var events = monitor.events.makeAsyncIterator()
      for number in 1...21 {
        await monitor.add(circle(Double(number)), identifier: "\(number)", assuming: .unsatisfied)
      }
      device.run()
      #expect(try await take(1, &events) == ["21 unmonitored limit"])
    }

    @Test(.rule("L-148", "L-131"))
    func `a beacon satisfies its condition while it is in range`() async throws {
      let device = TestDevice(.always)
      let monitor = await CLMonitor("shop")
      var events = monitor.events.makeAsyncIterator()
      let uuid = UUID()
      await monitor.add(CLMonitor.BeaconIdentityCondition(uuid: uuid, major: 1), identifier: "door")
      device.run()
      device.receiveBeacon(BeaconPattern(uuid: uuid.uuidString, major: 2, minor: 1), .near)
      let beacon = BeaconPattern(uuid: uuid.uuidString, major: 1, minor: 1)
      device.receiveBeacon(beacon, .near)
      device.receiveBeacon(beacon, nil)
      device.wait(31)
      // L-287: the first state is known at once.
      #expect(
        try await take(3, &events) == ["door unsatisfied", "door satisfied refined", "door unsatisfied"])
    }

    // MARK: Sessions

    @Test(.rule("L-146"))
    func `a session requests only what it requires`() {
      let device = TestDevice()
      let none = CLServiceSession(authorization: .none)
      #expect(device.requests.isEmpty)
      let first = CLServiceSession(authorization: .whenInUse)
      #expect(device.requests.map(\.scope) == [.ordinary] && device.requests.map(\.text) == ["Use."])
      device.permit(.whenInUse, answers: device.requests.first)
      let second = CLServiceSession(authorization: .whenInUse)
      #expect(device.requests.count == 1)
      let third = CLServiceSession(authorization: .always)
      #expect(device.requests.map(\.scope) == [.ordinary, .always])
      device.permit(.always, answers: device.requests.last)
      let fourth = CLServiceSession(authorization: .always)
      #expect(device.requests.count == 2)
      for session in [none, first, second, third, fourth] { session.invalidate() }
    }

    @Test(.rule("L-146", "L-125"))
    func `a session requests full accuracy with its purpose`() {
      let device = TestDevice(
        .whenInUse, isPrecise: false,
        info: [
          "NSLocationWhenInUseUsageDescription": "Use.",
          "NSLocationTemporaryUsageDescriptionDictionary": ["Trace": "To draw the way."],
        ])
      let other = CLServiceSession(authorization: .whenInUse, fullAccuracyPurposeKey: "Other")
      #expect(device.requests.isEmpty)
      let session = CLServiceSession(authorization: .whenInUse, fullAccuracyPurposeKey: "Trace")
      #expect(
        device.requests.map(\.scope) == [.fullAccuracy] && device.requests.map(\.text) == ["To draw the way."]
      )
      for session in [other, session] { session.invalidate() }
    }

    @Test(.rule("L-147"))
    func `a background session keeps an app that uses location running until it ends`() {
      let device = TestDevice(.whenInUse)
      device.locate(1, 0)
      let manager = CLLocationManager()
      manager.startUpdatingLocation()
      device.run()
      #expect(!device.service.keepsAppRunning)
      let session = CLBackgroundActivitySession()
      #expect(device.service.keepsAppRunning)
      session.invalidate()
      session.invalidate()
      #expect(!device.service.keepsAppRunning)
      do {
        let dropped = CLBackgroundActivitySession()
        withExtendedLifetime(dropped) {}
      }
      #expect(
        device.demands == [
          .startUpdates(inBackground: false, pausesAfter: 900), .backgroundSession(true),
          .backgroundSession(false),
          .backgroundSession(true), .backgroundSession(false),
        ])
      manager.stopUpdatingLocation()
    }
  }
}
