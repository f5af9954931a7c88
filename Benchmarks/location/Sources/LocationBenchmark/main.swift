import DeviceProtocol
import Foundation
import LocationSimulation

// Measures the device's location service with a million monitored circles: the code that the device runs,
// without the limit of twenty. Prints `key value` lines, and writes the circles and points for the peers
// (compare.py).
//
// usage: LocationBenchmark COUNT FOLDER

let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[1]), count > 0 else {
  FileHandle.standardError.write(Data("usage: LocationBenchmark COUNT FOLDER\n".utf8))
  exit(2)
}
let folder = arguments[2]

struct Random: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}

struct Circle {
  var latitude, longitude, radius: Double
}

/// The process's resident memory in bytes, after freed memory was returned to the system.
func residentBytes() -> Int {
  typealias Trim = @convention(c) (Int) -> Int32
  // Swift's C library module does not contain malloc.h.
  if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let fields = text.split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
}

/// The processor time of this process, in seconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The time of one call in microseconds: the median and the 99th percentile.
func measure(_ places: [GeographicPoint], _ body: (GeographicPoint, Int) -> Void) -> (
  median: Double, late: Double
) {
  var times: [Double] = []
  times.reserveCapacity(places.count)
  for (index, place) in places.enumerated() {
    let start = processorTime()
    body(place, index)
    times.append((processorTime() - start) * 1e6)
  }
  times.sort()
  return (times[times.count / 2], times[times.count * 99 / 100])
}

func say(_ key: String, _ value: Double) { print(key, value) }

func write(_ numbers: [Double], _ name: String) {
  let data = numbers.withUnsafeBytes { Data($0) }
  FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: data)
}

/// Circles with radii of 50 to 1,000 m in an area around a centre; `height` and `width` are in degrees.
func circles(around center: GeographicPoint, height: Double, width: Double) -> [Circle] {
  var random = Random(state: 42)
  return (0..<count).map { _ in
    Circle(
      latitude: center.latitude + random.number(-height / 2...height / 2),
      longitude: center.longitude + random.number(-width / 2...width / 2), radius: random.number(50...1000))
  }
}

func service(_ circles: [Circle], name: (Int) -> String) -> (service: LocationService, bytes: Double) {
  let before = residentBytes()
  var service = LocationService()
  service.isLimited = false
  service.permission = Permission(kind: .location, status: .always)
  for (index, circle) in circles.enumerated() {
    let shape = MonitoredRegion.Shape.circle(
      latitude: circle.latitude, longitude: circle.longitude, radius: circle.radius)
    _ = service.take(.monitor(MonitoredRegion(identifier: name(index), shape: shape)), at: 0)
  }
  // The first fix initializes the states of the circles.
  _ = service.locate(LocationFix(latitude: circles[0].latitude, longitude: circles[0].longitude), at: 0)
  return (service, Double(residentBytes() - before) / Double(circles.count))
}

/// Measures one area; the name is the prefix of the keys.
func run(_ name: String, around center: GeographicPoint, height: Double, width: Double) {
  let all = circles(around: center, height: height, width: width)
  var (service, bytes) = service(all) { "region \($0)" }
  say("\(name).bytes", bytes)
  var random = Random(state: 7)
  // A drive at 30 m/s, and random points.
  var drive: [GeographicPoint] = []
  var place = center
  var course = 45.0
  for _ in 0..<5000 {
    course += random.number(-5...5)
    place = place.moved(by: 30, towards: course)
    drive.append(place)
  }
  let jumps = (0..<5000).map { _ in
    GeographicPoint(
      latitude: center.latitude + random.number(-height / 2...height / 2),
      longitude: center.longitude + random.number(-width / 2...width / 2))
  }
  var actions = 0
  var time = 0.0
  for (key, places) in [("drive", drive), ("jump", jumps)] {
    let (median, late) = measure(places) { place, _ in
      time += 1
      actions +=
        service.locate(LocationFix(latitude: place.latitude, longitude: place.longitude), at: time).count
    }
    say("\(name).\(key)", median)
    say("\(name).\(key).late", late)
  }
  say("\(name).actions", Double(actions))
  // The loop over all circles, with the exact distance only for circles that may be near.
  var inside = 0
  let few = Array(jumps.prefix(20))
  let brute = measure(few) { place, _ in
    let width = cos(place.latitude * .pi / 180)
    for circle in all {
      let north = (circle.latitude - place.latitude) * 110_500
      let east = (circle.longitude - place.longitude) * 110_500 * width
      guard north * north + east * east < 2_000 * 2_000 else { continue }
      let center = GeographicPoint(latitude: circle.latitude, longitude: circle.longitude)
      if place.distance(to: center) <= circle.radius { inside += 1 }
    }
  }
  say("\(name).brute", brute.median)
  say("\(name).inside", Double(inside) / Double(few.count))
  write(all.flatMap { [$0.latitude, $0.longitude, $0.radius] }, "\(name).circles")
  write(jumps.flatMap { [$0.latitude, $0.longitude] }, "\(name).places")
}

// A country of 800 by 600 km, and a city of 60 by 50 km.
run("country", around: GeographicPoint(latitude: 51, longitude: 10), height: 7.2, width: 8.6)
run("city", around: GeographicPoint(latitude: 52.5, longitude: 13.4), height: 0.54, width: 0.74)
// Apps name regions by UUIDs, which Swift keeps outside the structure.
let named = service(circles(around: GeographicPoint(latitude: 51, longitude: 10), height: 7.2, width: 8.6)) {
  _ in
  UUID().uuidString
}
say("uuid.bytes", named.bytes)
