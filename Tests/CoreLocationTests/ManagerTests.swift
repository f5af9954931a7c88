import DeviceProtocol
import LocationSimulation
import TestSupport
import Testing

@testable import CoreLocation

/// Serialized, because the whole process shares one hub and so one device.
@Suite(.serialized) struct CoreLocationSuite {}

extension CoreLocationSuite {
  @Suite struct AuthorizationTests {
    @Test(.rule("L-1"))
    func `the statuses have the platform's numbers`() {
      let statuses: [CLAuthorizationStatus] = [
        .notDetermined, .restricted, .denied, .authorizedAlways, .authorizedWhenInUse,
      ]
      #expect(statuses.map(\.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test(.rule("L-4"))
    func `a delegate gets the status once in the next turn, then after each change`() {
      let device = TestDevice()
      let log = Log()
      let manager = CLLocationManager()
      manager.delegate = log
      #expect(log.take() == [])
      device.run()
      #expect(log.take() == ["authorization notDetermined"])
      manager.requestWhenInUseAuthorization()
      device.run()
      #expect(log.take() == [])
      device.permit(.whenInUse, answers: device.requests.first)
      #expect(log.take() == ["authorization authorizedWhenInUse"])
      device.permit(.whenInUse)
      #expect(log.take() == [])
      device.permit(.denied)
      #expect(log.take() == ["authorization denied"])
    }

    @Test(.rule("L-4"))
    func `every existing manager with a delegate is notified of a change`() {
      let device = TestDevice(.whenInUse)
      let (first, second) = (Log(), Log())
      let managers = [CLLocationManager(), CLLocationManager(), CLLocationManager()]
      managers[0].delegate = first
      managers[2].delegate = second
      device.run()
      device.permit(.always)
      let expected = ["authorization authorizedWhenInUse", "authorization authorizedAlways"]
      #expect(first.take() == expected && second.take() == expected)
    }

    @Test(.rule("L-5", "L-26"))
    func `the older methods are called where the newer ones are not implemented`() {
      let device = TestDevice(.whenInUse)
      let log = OldLog()
      let manager = CLLocationManager()
      manager.delegate = log
      device.run()
      manager.startUpdatingLocation()
      device.locate(1, 0)
      device.locate(2, 0)
      #expect(log.lines == ["status 4", "from 1.0 to 1.0", "from 1.0 to 2.0"])
    }

    @Test(.rule("L-2"))
    func `a request is sent while the status is undetermined, and once more to upgrade to always`() {
      let device = TestDevice()
      let manager = CLLocationManager()
      manager.requestWhenInUseAuthorization()
      device.permit(.whenInUse, answers: device.requests.first)
      manager.requestWhenInUseAuthorization()
      #expect(device.requests.map(\.scope) == [.ordinary])
      manager.requestAlwaysAuthorization()
      #expect(device.requests.map(\.scope) == [.ordinary, .always])
      device.permit(.denied, answers: device.requests.last)
      manager.requestAlwaysAuthorization()
      #expect(device.requests.count == 2)
    }

    @Test(.rule("L-3", "L-127", "M-105"))
    func `a request without its text in Info.plist has no effect`() {
      let manager = CLLocationManager()
      func asked(_ info: [String: Any], _ body: () -> Void) -> [String] {
        let device = TestDevice(info: info)
        body()
        return device.requests.map(\.text)
      }
      #expect(asked([:], manager.requestWhenInUseAuthorization) == [])
      #expect(
        asked(["NSLocationWhenInUseUsageDescription": "Use."], manager.requestWhenInUseAuthorization) == [
          "Use."
        ])
      #expect(
        asked(["NSLocationWhenInUseUsageDescription": "Use."], manager.requestAlwaysAuthorization) == [])
      #expect(
        asked(["NSLocationAlwaysAndWhenInUseUsageDescription": "All."], manager.requestAlwaysAuthorization)
          == [])
      // An app for iOS 8.
      #expect(
        asked(["NSLocationAlwaysUsageDescription": "Old."], manager.requestAlwaysAuthorization) == ["Old."])
    }

    @Test(.rule("L-125"))
    func `full accuracy is requested with a purpose that Info.plist explains`() {
      var info: [String: Any] = ["NSLocationWhenInUseUsageDescription": "Use."]
      info["NSLocationTemporaryUsageDescriptionDictionary"] = ["Trace": "To draw the way."]
      let device = TestDevice(.whenInUse, isPrecise: false, info: info)
      let manager = CLLocationManager()
      #expect(manager.accuracyAuthorization == .reducedAccuracy)
      var answers: [Int?] = []
      func note(_ error: (any Error)?) { answers.append((error as? CLError)?.code.rawValue) }
      manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Other", completion: note)
      manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Trace", completion: note)
      device.run()
      #expect(device.requests.map(\.text) == ["To draw the way."])
      device.permit(.whenInUse, isPrecise: true, answers: device.requests.first)
      #expect(manager.accuracyAuthorization == .fullAccuracy)
      #expect(answers == [18, nil])
    }
  }

  @Suite struct UpdateTests {
    private func start(_ device: TestDevice, _ configure: (CLLocationManager) -> Void = { _ in }) -> (
      CLLocationManager, Log
    ) {
      let log = Log()
      let manager = CLLocationManager()
      manager.delegate = log
      configure(manager)
      device.run()
      _ = log.take()
      return (manager, log)
    }

    @Test(.rule("L-20", "L-25", "L-76"))
    func `updates begin with the known location, and report each change at once`() {
      let device = TestDevice(.whenInUse)
      device.locate(1, 10)
      let (manager, log) = start(device)
      #expect(manager.location == nil)
      manager.startUpdatingLocation()
      device.run()
      device.locate(2, 10)
      #expect(log.take() == ["locations 1.0 ±5", "locations 2.0 ±5"])
      #expect(manager.location?.coordinate.latitude == 2)
      manager.stopUpdatingLocation()
      device.locate(3, 10)
      #expect(log.take() == [])
      #expect(device.demands == [.startUpdates(inBackground: false, pausesAfter: 900), .stopUpdates])
    }

    @Test(.rule("L-28"))
    func `updates pause when the device does not move, and resume when it does`() {
      let device = TestDevice(.whenInUse)
      device.locate(1, 10)
      let (manager, log) = start(device)
      manager.startUpdatingLocation()
      device.run()
      device.wait(899)
      device.locate(1, 10)
      #expect(log.take() == ["locations 1.0 ±5", "locations 1.0 ±5"])
      device.wait(1)
      #expect(log.take() == ["paused"])
      device.locate(1, 10)
      #expect(log.take() == [])
      device.locate(2, 10)
      #expect(log.take() == ["resumed", "locations 2.0 ±5"])
      // An app may also restart them.
      device.wait(900)
      manager.startUpdatingLocation()
      device.run()
      #expect(log.take() == ["paused", "resumed", "locations 2.0 ±5"])
      manager.stopUpdatingLocation()
      device.wait(2000)
      #expect(log.take() == [])
    }

    @Test(.rule("L-28"))
    func `fitness pauses sooner, and nothing pauses while a manager or stream needs every location`() {
      let device = TestDevice(.whenInUse)
      device.locate(1, 10)
      let (first, log) = start(device) { $0.activityType = .fitness }
      let (second, other) = start(device) { $0.pausesLocationUpdatesAutomatically = false }
      second.startUpdatingLocation()
      first.startUpdatingLocation()
      device.run()
      device.wait(2000)
      #expect(log.take() == ["locations 1.0 ±5"] && other.take() == ["locations 1.0 ±5"])
      second.stopUpdatingLocation()
      device.run()
      device.wait(1)
      #expect(log.take() == ["paused"])
      device.locate(2, 10)
      let stream = CLLocationUpdate.liveUpdates().makeAsyncIterator()
      device.run()
      device.wait(2000)
      #expect(log.take() == ["resumed", "locations 2.0 ±5"])
      withExtendedLifetime(stream) {}
      first.activityType = .airborne
      #expect(first.pausesAfter == 900)
      first.stopUpdatingLocation()
    }

    @Test(.rule("L-9", "L-1", "L-288"))
    func `with Location Services off nothing is reported, and the user is offered Settings once`() {
      let device = TestDevice(.always)
      device.locate(1, 10)
      let (manager, log) = start(device)
      manager.startUpdatingLocation()
      manager.startMonitoring(
        for: CLCircularRegion(
          center: CLLocationCoordinate2D(latitude: 2, longitude: 10), radius: 500, identifier: "a"))
      device.run()
      #expect(CLLocationManager.locationServicesEnabled())
      #expect(log.take() == ["locations 1.0 ±5", "monitoring a"])
      device.permit(.always, isSwitchedOff: true)
      #expect(log.take() == ["authorization denied", "error 1"])
      #expect(!CLLocationManager.locationServicesEnabled())
      device.locate(2, 10)
      #expect(log.take() == [])
      #expect(
        device.notes.last
          == "region a entered: the app is denied, because Location Services are off, and regions need always"
      )
      #expect(device.requests.isEmpty)
      let (other, said) = start(device)
      other.startUpdatingLocation()
      other.requestLocation()
      other.requestAlwaysAuthorization()
      device.run()
      #expect(said.take() == ["error 1", "error 1"])
      #expect(device.requests.map(\.scope) == [.services])
      // The user's decision for the app is kept.
      device.permit(.always)
      #expect(log.take() == ["authorization authorizedAlways", "locations 2.0 ±5"])
      #expect(CLLocationManager.locationServicesEnabled())
      manager.stopUpdatingLocation()
    }

    @Test(.rule("L-20", "L-24"))
    func `an unknown location is an error, and updates continue`() {
      let device = TestDevice(.whenInUse)
      let (manager, log) = start(device)
      manager.startUpdatingLocation()
      device.run()
      device.locate(1, 1)
      device.loseLocation()
      device.locate(2, 1)
      #expect(log.take() == ["error 0", "locations 1.0 ±5", "error 0", "locations 2.0 ±5"])
    }

    @Test(.rule("L-21"))
    func `the distance filter is relative to the last reported location, and better accuracy passes it`() {
      let device = TestDevice(.whenInUse)
      let (manager, log) = start(device) { $0.distanceFilter = 1000 }
      manager.startUpdatingLocation()
      device.run()
      _ = log.take()
      // A thousandth of a degree is 111 m.
      device.locate(10, 0, accuracy: 50)
      for step in 1...10 { device.locate(10 + Double(step) * 0.002, 0, accuracy: 50) }
      device.locate(10.021, 0, accuracy: 5)
      #expect(
        log.take() == [
          "locations 10.0 ±50", "locations 10.01 ±50", "locations 10.02 ±50", "locations 10.021 ±5",
        ])
    }

    @Test(.rule("L-22"))
    func `the accuracy is no better than the desired accuracy`() {
      let device = TestDevice(.whenInUse)
      let wishes = [
        kCLLocationAccuracyBestForNavigation, kCLLocationAccuracyBest, kCLLocationAccuracyNearestTenMeters,
        kCLLocationAccuracyHundredMeters, kCLLocationAccuracyKilometer, kCLLocationAccuracyThreeKilometers,
      ]
      #expect(wishes == [-2, -1, 10, 100, 1000, 3000])
      let managers = wishes.map { wish in start(device) { $0.desiredAccuracy = wish } }
      for (manager, _) in managers { manager.startUpdatingLocation() }
      device.locate(1, 1)
      #expect(
        managers.map { $0.1.take().last } == [5, 5, 10, 100, 1000, 3000].map { "locations 1.0 ±\($0)" })
    }

    @Test(.rule("L-23"))
    func `requestLocation delivers exactly one location or one error`() {
      let device = TestDevice(.whenInUse)
      let (manager, log) = start(device)
      manager.requestLocation()
      device.run()
      #expect(log.take() == ["error 0"])
      device.locate(4, 4)
      #expect(log.take() == [])
      manager.requestLocation()
      manager.requestLocation()
      device.run()
      device.locate(5, 5)
      #expect(log.take() == ["locations 4.0 ±5"])
      manager.requestLocation()
      manager.stopUpdatingLocation()
      device.run()
      #expect(log.take() == [])
    }

    @Test(.rule("L-24"))
    func `a denied manager fails, also when it is denied later`() {
      let device = TestDevice(.denied)
      let (manager, log) = start(device)
      manager.startUpdatingLocation()
      manager.requestLocation()
      device.run()
      #expect(log.take() == ["error 1", "error 1"])
      device.permit(.whenInUse)
      manager.startUpdatingLocation()
      device.locate(1, 1)
      device.permit(.denied)
      device.locate(2, 2)
      #expect(
        log.take() == [
          "authorization authorizedWhenInUse", "error 0", "locations 1.0 ±5", "authorization denied",
          "error 1",
        ])
    }

    @Test(.rule("L-24"))
    func `errors have the platform's codes and domain`() {
      #expect(CLError(.regionMonitoringFailure).errorCode == 5)
      let error: any Error = CLError(.geocodeFoundNoResult)
      #expect(((error as NSError).domain, (error as NSError).code) == ("kCLErrorDomain", 8))
      do { throw error } catch CLError.geocodeFoundNoResult {} catch { Issue.record("\(error)") }
    }

    @Test(.rule("L-124"))
    func `without full accuracy a coarse location is reported`() {
      let device = TestDevice(.whenInUse, isPrecise: false)
      let (manager, log) = start(device)
      manager.startUpdatingLocation()
      device.locate(52.5163, 13.3777)
      #expect(log.take().last == "locations 52.5 ±5000")
    }

    @Test(.rule("L-6"))
    func `a manager calls back on the thread that created it`() {
      let device = TestDevice(.whenInUse)
      final class ThreadLog: Log, @unchecked Sendable {
        let made = Thread.current
        override func locationManager(
          _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
        ) {
          say("\(Thread.current === made)")
        }
      }
      let log = ThreadLog()
      let manager = CLLocationManager()
      manager.delegate = log
      manager.startUpdatingLocation()
      device.locate(1, 1)
      #expect(log.take().last == "true")
    }

    @Test(.rule("L-130"))
    func `significant changes are half a kilometre and five minutes apart`() {
      let device = TestDevice(.always)
      device.locate(10, 0)
      let (manager, log) = start(device)
      manager.startMonitoringSignificantLocationChanges()
      device.run()
      device.locate(10.01, 0)
      device.wait(300)
      device.locate(10.002, 0)
      device.locate(10.005, 0)
      #expect(log.take() == ["locations 10.0 ±5", "locations 10.005 ±5"])
    }

    @Test func `headings are filtered and rotated by the heading orientation`() {
      let device = TestDevice(.whenInUse)
      device.turn(to: 10)
      let (manager, log) = start(device) { $0.headingFilter = 5 }
      manager.startUpdatingHeading()
      device.run()
      for degrees in [12.0, 16, 359, 2] { device.turn(to: degrees) }
      manager.headingOrientation = .landscapeRight
      device.turn(to: 20)
      manager.stopUpdatingHeading()
      device.turn(to: 200)
      #expect(log.take() == ["heading 10", "heading 16", "heading 359", "heading 110"])
    }

    @Test func `a visit is reported when it begins and when it ends`() {
      let device = TestDevice(.always)
      let (manager, log) = start(device)
      device.visit(1, 1, for: 60)
      device.wait(60)
      #expect(log.take() == [])
      manager.startMonitoringVisits()
      device.visit(2, 2, for: 60)
      device.wait(100)
      #expect(log.take() == ["visit began", "visit ended"])
    }

    @Test func `beacons are ranged once a second`() {
      let device = TestDevice(.whenInUse)
      let (manager, log) = start(device)
      let uuid = UUID()
      device.receiveBeacon(BeaconPattern(uuid: uuid.uuidString, major: 1, minor: 2), .near)
      manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid, major: 1))
      device.wait(1.5)
      device.receiveBeacon(BeaconPattern(uuid: uuid.uuidString, major: 1, minor: 2), nil)
      device.wait(1)
      #expect(log.take() == ["beacons 1.2 near", "beacons 1.2 near", "beacons "])
    }
  }

  @Suite struct RegionTests {
    private func circle(_ identifier: String, _ latitude: Double = 0, radius: Double = 500)
      -> CLCircularRegion
    {
      CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: latitude, longitude: 0), radius: radius,
        identifier: identifier)
    }

    private func start(_ device: TestDevice) -> (CLLocationManager, Log) {
      let log = Log()
      let manager = CLLocationManager()
      manager.delegate = log
      device.run()
      _ = log.take()
      return (manager, log)
    }

    @Test(.rule("L-43", "L-47", "L-49"))
    func `monitoring begins later, and every manager is notified of it and of crossings`() {
      let device = TestDevice(.always)
      device.locate(1, 0)
      let (manager, log) = start(device)
      let (other, otherLog) = start(device)
      manager.startMonitoring(for: circle("a"))
      #expect(manager.monitoredRegions.isEmpty)
      device.run()
      #expect(other.monitoredRegions == [circle("a")])
      device.locate(0, 0)
      device.locate(1, 0)
      let expected = ["monitoring a", "entered a", "state of a inside", "exited a", "state of a outside"]
      #expect(log.take() == expected)
      #expect(otherLog.take() == expected)
      other.stopMonitoring(for: circle("a"))
      #expect(manager.monitoredRegions.isEmpty)
      device.locate(0, 0)
      #expect(log.take() == [])
    }

    @Test(.rule("L-40"))
    func `the two flags select which crossings are reported`() {
      let device = TestDevice(.always)
      device.locate(1, 0)
      let (manager, log) = start(device)
      let region = circle("a")
      #expect(region.notifyOnEntry && region.notifyOnExit)
      region.notifyOnEntry = false
      manager.startMonitoring(for: region)
      device.run()
      device.locate(0, 0)
      device.locate(1, 0)
      #expect(log.take() == ["monitoring a", "state of a inside", "exited a", "state of a outside"])
    }

    @Test(.rule("L-41", "M-107"))
    func `the twenty-first region fails`() {
      let device = TestDevice(.always)
      let (manager, log) = start(device)
      for number in 1...21 { manager.startMonitoring(for: circle("\(number)", Double(number))) }
      device.run()
      #expect(log.take() == (1...20).map { "monitoring \($0)" } + ["monitoring 21 failed kCLErrorDomain 5"])
      #expect(manager.monitoredRegions.count == 20)
      // L-44: a region that replaces another does not count as an additional one.
      manager.startMonitoring(for: circle("3", 40))
      device.run()
      #expect(log.take() == ["monitoring 3"])
    }

    @Test(.rule("L-42", "M-106"))
    func `a radius above the maximum fails`() {
      let device = TestDevice(.always)
      let (manager, log) = start(device)
      manager.startMonitoring(for: circle("a", radius: manager.maximumRegionMonitoringDistance + 1))
      manager.startMonitoring(for: circle("b", radius: manager.maximumRegionMonitoringDistance))
      device.run()
      #expect(log.take() == ["monitoring a failed kCLErrorDomain 5", "monitoring b"])
    }

    @Test(.rule("L-44"))
    func `a region replaces the one with the same identifier`() {
      let device = TestDevice(.always)
      device.locate(5, 0)
      let (manager, log) = start(device)
      manager.startMonitoring(for: circle("a", 0))
      manager.startMonitoring(for: circle("a", 1))
      device.run()
      device.locate(0, 0)
      device.locate(1, 0)
      #expect(log.take().suffix(2) == ["entered a", "state of a inside"])
      #expect(manager.monitoredRegions.count == 1)
    }

    @Test(.rule("L-45", "L-46"))
    func `regions of earlier launches are available at once`() {
      let kept = MonitoredRegion(identifier: "kept", shape: .circle(latitude: 0, longitude: 0, radius: 500))
      let device = TestDevice(.always, regions: [kept])
      device.locate(1, 0)
      let manager = CLLocationManager()
      #expect(manager.monitoredRegions.map(\.identifier) == ["kept"])
      manager.stopMonitoring(for: circle("kept"))
      #expect(device.service.regions.isEmpty)
    }

    @Test(.rule("L-48"))
    func `being inside is no event, and the state is reported to the manager that requested it`() {
      let device = TestDevice(.always)
      let (manager, log) = start(device)
      let (second, other) = start(device)
      manager.startMonitoring(for: circle("a"))
      device.run()
      manager.requestState(for: circle("a"))
      device.run()
      device.locate(0, 0)
      manager.requestState(for: circle("a"))
      device.run()
      #expect(log.take() == ["monitoring a", "state of a unknown", "state of a inside"])
      #expect(other.take() == ["monitoring a"])
      withExtendedLifetime(second) {}
    }

    @Test(.rule("L-7", "L-8", "M-109"))
    func `regions registered before always is granted become active when it is granted`() {
      let device = TestDevice(.whenInUse)
      device.locate(1, 0)
      let (manager, log) = start(device)
      manager.startMonitoring(for: circle("a"))
      device.run()
      device.locate(0, 0)
      device.locate(1, 0)
      #expect(log.take() == ["monitoring a"])
      #expect(
        device.notes.last == "region a exited: the app is authorized while in use, and regions need always")
      device.permit(.always)
      device.locate(0, 0)
      #expect(log.take() == ["authorization authorizedAlways", "entered a", "state of a inside"])
    }

    @Test(.rule("L-122"))
    func `an event with provisional authorization is reported, and the user is asked`() {
      let device = TestDevice(.provisionalAlways)
      device.locate(1, 0)
      let (manager, log) = start(device)
      #expect(manager.authorizationStatus == .authorizedAlways)
      manager.startMonitoring(for: circle("a"))
      device.run()
      device.locate(0, 0)
      #expect(log.take() == ["monitoring a", "entered a", "state of a inside"])
      #expect(device.notes.contains("confirm always"))
    }

    @Test(.rule("L-54", "L-55", "M-110"))
    func `a crossing that launched the app waits for a delegate`() {
      let kept = MonitoredRegion(identifier: "gate", shape: .circle(latitude: 0, longitude: 0, radius: 500))
      let device = TestDevice(.always, regions: [kept])
      device.locate(1, 0)
      device.locate(0, 0)
      let log = Log()
      let manager = CLLocationManager()
      manager.delegate = log
      #expect(log.take() == [])
      device.run()
      #expect(log.take() == ["authorization authorizedAlways", "entered gate", "state of gate inside"])
    }

    @Test(.rule("L-57"))
    func `circles and beacons can be monitored, other classes cannot`() {
      #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
      #expect(CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
      #expect(!CLLocationManager.isMonitoringAvailable(for: NSString.self))
    }

    @Test(.rule("L-131"))
    func `a beacon's region is exited half a minute after the beacon was last detected`() {
      let device = TestDevice(.always)
      let (manager, log) = start(device)
      let uuid = UUID()
      manager.startMonitoring(for: CLBeaconRegion(uuid: uuid, identifier: "b"))
      device.run()
      let beacon = BeaconPattern(uuid: uuid.uuidString, major: 1, minor: 1)
      device.receiveBeacon(beacon, .far)
      device.receiveBeacon(beacon, nil)
      device.wait(29)
      device.receiveBeacon(beacon, .near)
      device.receiveBeacon(beacon, nil)
      device.wait(29)
      #expect(log.take() == ["monitoring b", "entered b", "state of b inside"])
      device.wait(1)
      #expect(log.take() == ["exited b", "state of b outside"])
    }
  }
}
