import Foundation
import TestSupport
import LocationSimulation
import Testing

@testable import GPXFormat

@Suite struct GPXTests {
  private func file(_ body: String) throws -> GPXFile {
    try GPXFile(
      Data("<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" xmlns:gpxtpx=\"x\">\n\(body)\n</gpx>".utf8),
      path: "Route.gpx")
  }

  private func problem(_ text: String) -> String {
    do {
      _ = try GPXFile(Data(text.utf8), path: "Route.gpx").route(speed: nil, ending: .stays)
      return "none"
    } catch {
      return error.description
    }
  }

  @Test(.rule("L-70"))
  func `one waypoint is a place`() throws {
    let route = try file("<wpt lat=\"52.5\" lon=\"13.4\"><ele>34.5</ele><name>Gate</name></wpt>").route(
      speed: nil, ending: .repeats)
    #expect(route.duration == 0 && route.nextFix(after: 0) == nil)
    let place = route.place(at: 100)
    #expect(place.point == GeographicPoint(latitude: 52.5, longitude: 13.4))
    #expect((place.altitude, place.speed, place.course) == (34.5, -1, -1))
  }

  @Test(.rule("L-70"))
  func `a processing instruction without text is ignored`() throws {
    let route = try GPXFile(
      Data("<?x?><gpx><?y?><wpt lat=\"1\" lon=\"2\"/></gpx>".utf8), path: "Route.gpx"
    ).route(speed: nil, ending: .stays)
    #expect(route.place(at: 0).point == GeographicPoint(latitude: 1, longitude: 2))
  }

  @Test(.rule("L-71", "L-74"))
  func `times determine the speed, constant between points`() throws {
    let route = try file(
      """
      <wpt lat="0" lon="0"><time>2014-09-24T14:55:37Z</time></wpt>
      <wpt lat="0" lon="0.001"><time>2014-09-24T14:55:47Z</time></wpt>
      <wpt lat="0.001" lon="0.001"><time>2014-09-24T14:56:07.5+00:00</time></wpt>
      """
    ).route(speed: nil, ending: .stays)
    #expect(route.duration == 30.5)
    #expect(route.stops.map(\.time) == [0, 10, 30.5])
    let half = route.place(at: 5)
    #expect(abs(half.point.longitude - 0.0005) < 1e-9)
    #expect(abs(half.speed - 11.132) < 0.001 && abs(half.course - 90) < 1e-6)
    let later = route.place(at: 20.25)
    #expect(abs(later.point.latitude - 0.0005) < 1e-9 && abs(later.speed - 5.394) < 0.001)
    #expect(route.place(at: 40).speed == 0)
    // One fix per second, and one at the end.
    #expect(route.nextFix(after: 0) == 1 && route.nextFix(after: 29.5) == 30)
    #expect(route.nextFix(after: 30) == 30.5 && route.nextFix(after: 30.5) == nil)
  }

  @Test(.rule("L-72"))
  func `without times the speed is fifteen metres per second, or the given one`() throws {
    let file = try file("<wpt lat=\"0\" lon=\"0\"/><wpt lat=\"0\" lon=\"0.01\"/>")
    #expect(abs(try file.route(speed: nil, ending: .stays).duration - 1113.195 / 15) < 0.01)
    #expect(abs(try file.route(speed: 100, ending: .stays).duration - 11.13195) < 0.001)
  }

  @Test(.rule("L-73"))
  func `a repeating route jumps to its start, a returning one travels back`() throws {
    let file = try file("<wpt lat=\"0\" lon=\"0\"/><wpt lat=\"0\" lon=\"0.001\"/>")
    let length = 111.3195
    let repeated = try file.route(speed: length / 10, ending: .repeats)
    #expect(abs(repeated.place(at: 12).point.longitude - 0.0002) < 1e-8)
    #expect(repeated.nextFix(after: 100) == 101)
    let returned = try file.route(speed: length / 10, ending: .returns)
    #expect(abs(returned.place(at: 12).point.longitude - 0.0008) < 1e-8)
    #expect(abs(returned.place(at: 12).course - 270) < 1e-6)
  }

  @Test(.rule("L-70"))
  func `waypoints are preferred to tracks, tracks to routes, and extensions are ignored`() throws {
    let track = """
      <trk><name>T</name><trkseg><trkpt lat="1" lon="1"><extensions><gpxtpx:hr>120</gpxtpx:hr><time>x</time></extensions></trkpt></trkseg>
      <trkseg><trkpt lat="2" lon="2"/></trkseg></trk>
      """
    let route = "<rte><rtept lat=\"3\" lon=\"3\"/></rte>"
    #expect(try file(track + route + "<wpt lat=\"4\" lon=\"4\"/>").played.map(\.point.latitude) == [4])
    #expect(try file(route + track).played.map(\.point.latitude) == [1, 2])
    #expect(try file(route).played.map(\.point.latitude) == [3])
  }

  @Test func `errors are reported with their place`() {
    let head = "<?xml version=\"1.0\"?>\n<gpx>\n"
    #expect(problem("") == "Route.gpx:1:1: error: the file is empty")
    #expect(
      problem("<kml></kml>").hasSuffix("error: this is not a GPX file: its root element is <kml>, not <gpx>"))
    #expect(problem(head + "</gpx>").contains("error: the file has no points"))
    #expect(
      problem(head + "<wpt lat=\"5\"/></gpx>").contains(":3:")
        && problem(head + "<wpt lat=\"5\"/></gpx>").hasSuffix("<wpt> has no lon=\"…\""))
    #expect(
      problem(head + "<wpt lat=\"91\" lon=\"0\"/></gpx>").hasSuffix(
        "lat=\"91\" is not a number of degrees from -90 to 90"))
    #expect(
      problem(head + "<wpt lat=\"nan\" lon=\"0\"/></gpx>").hasSuffix(
        "lat=\"nan\" is not a number of degrees from -90 to 90"))
    #expect(
      problem(head + "<wpt lat=\"1\" lon=\"0\"><ele>high</ele></wpt></gpx>").hasSuffix(
        "<ele>high</ele> is not a number of metres"))
    #expect(
      problem(head + "<wpt lat=\"1\" lon=\"0\"><time>noon</time></wpt></gpx>")
        .hasSuffix("<time>noon</time> is not a time like 2026-01-01T09:41:00Z"))
    #expect(
      problem(
        head
          + "<wpt lat=\"1\" lon=\"0\"><time>2026-01-01T00:00:10Z</time></wpt>\n<wpt lat=\"1\" lon=\"1\"><time>2026-01-01T00:00:10Z</time></wpt></gpx>"
      )
        == "Route.gpx:4:1: error: the time of this point is not later than that of the point before it (line 3)"
    )
    #expect(problem(head + "<wpt lat=\"1\" lon=\"0\">").contains("error: the file is not"))
    #expect(
      problem(head + "<wpt lat=\"1\" lon=\"0\">\n<ele>1</wpt></gpx>")
        == "Route.gpx:4:13: error: the file is not XML: Opening and ending tag mismatch: ele line 4 and wpt")
    let late =
      "<?xml version=\"1.0\"?><!--" + String(repeating: "-x", count: 5000)
      + "--><!DOCTYPE gpx [<!ENTITY a \"1\">]><gpx/>"
    #expect(problem(late).hasSuffix("error: GPX files have no document type declaration"))
    #expect(problem("<!DOCTYPE x><gpx/>").hasSuffix("GPX files have no document type declaration"))
    #expect(problem("<?xml version=\"1.0\"?>\n\n<!DOCTYPE x>\n<gpx/>").hasPrefix("Route.gpx:3:"))
    #expect(
      problem("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><gpx/>").hasSuffix(
        "this one is in ISO-8859-1; save it as UTF-8"))
  }

  private func seconds(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { GPXText.seconds($0[...]) }
  }

  @Test func `times are read in every form of the format`() {
    #expect(seconds("1970-01-01T00:00:00Z") == 0)
    #expect(seconds("2026-01-01T09:41:00Z") == 1_767_260_460)
    #expect(seconds("2000-02-29T12:00:00.25+01:30") == 951_820_200.25)
    #expect(seconds("2026-01-01T09:41:00") == 1_767_260_460)
    for wrong in ["", "2026-13-01T00:00:00Z", "2026-01-01", "26-01-01T00:00:00Z", "2026-01-01T00:61:00Z"] {
      #expect(seconds(wrong) == nil, "\(wrong)")
    }
  }

  @Test(arguments: [
    "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-01T24:00:01Z", "2026-01-01T00:00:00+15:00",
    "2026-01-01T00:00:00+01:60", "2026-01-01T00:60:00Z",
  ])
  func `an impossible time is refused`(text: String) {
    #expect(seconds(text) == nil)
  }

  @Test func `the last moments of days and many digits of a second are times`() {
    #expect(seconds("2024-02-29T24:00:00Z") == seconds("2024-03-01T00:00:00Z"))
    #expect(seconds("2026-01-01T00:00:00.123456789012Z").map { $0 - 1_767_225_600 } == 0.12345671653747559)
  }

  @Test func `text in nested elements is not part of a value`() throws {
    let place = try file("<wpt lat=\"1\" lon=\"2\"><ele>12<x>3</x></ele><name>A <b>B</b>C</name></wpt>")
      .waypoints[0]
    #expect(place.elevation == 12 && place.name == "A C")
  }

  /// An error of the parser while its functions still read the text.
  @Test func `a stray end of a CDATA section is an error at its place`() {
    let many = String(repeating: "<wpt lat=\"1\" lon=\"1\"><desc>x</desc></wpt>\n", count: 30_000)
    let found = problem(
      "<gpx>\n" + many + "<wpt lat=\"1\" lon=\"1\"><desc>a ]]> b</desc></wpt>\n" + many + "</gpx>")
    #expect(found.hasPrefix("Route.gpx:30002:") && found.contains("the file is not XML"))
  }

  @Test func `numbers are the nearest to their text`() {
    func number(_ text: String) -> Double? {
      Array(text.utf8).withUnsafeBufferPointer { GPXText.number($0[...]) }
    }
    for text in [
      "0", "-0", "52.5163", "-122.4194155", "13.40000000000000", "007.50", "0.1", "1e-7", "+3", ".5", "-.25",
      "179.99999999999997",
      "-1.12345678901234567890", "9007199254740993", "123456789012345678901234567890", "0.30000000000000004",
      "6440186562.48137284", "905097784227635.032",
    ] {
      #expect(number(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
    for wrong in ["", "-", ".", "1.2.3", "north", "1 2", "--1", "1,5"] {
      #expect(number(wrong) == nil, "\(wrong)")
    }
    #expect(number("5.") == Double("5."))
  }

  @Test(.rule("L-70"))
  func `elements of other vocabularies are ignored, and segments outside a track are not played`() throws {
    let file = try file(
      """
      <x:wpt lat="9" lon="9"/><wpt lat="1" lon="2" x:lat="8"><y:ele>7</y:ele><extensions xmlns="relative"><ele>no</ele></extensions></wpt>
      <other><rte><rtept lat="3" lon="3"/></rte></other><trkseg><trkpt lat="4" lon="4"><ele>5</ele></trkpt></trkseg>
      """)
    #expect(file.waypoints.map(\.point.latitude) == [9, 1] && file.waypoints[1].elevation == 7)
    #expect(file.tracks.isEmpty && file.routes.isEmpty)
  }

  @Test func `damaged files give a route or an error`() {
    let samples = [
      FuzzInput(
        "way",
        "<?xml version=\"1.0\"?><gpx><wpt lat=\"1.5\" lon=\"2\"><time>2026-01-01T00:00:00Z</time><ele>3</ele></wpt><wpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:10Z</time></wpt></gpx>"
      ),
      FuzzInput(
        "track",
        "<gpx xmlns=\"u\"><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/><trkpt lat=\"-1\" lon=\"-2\"/></trkseg></trk></gpx>"
      ),
    ]
    let pieces = [
      "<wpt lat=\"1\" lon=\"1\">", "</wpt>", "<trk>", "<trkseg>", "lat=\"", "lon=\"", "<time>", "</time>",
      "9999999999",
      "<![CDATA[", "]]>", "&amp;", "&#0;", "-", "1e308", "<gpx>", "<a:b>",
    ]
    Fuzzing.run("gpx", samples, pieces: pieces, rounds: 2000) { input, _ in
      do {
        let route = try GPXFile(Data(input.bytes), path: input.name).route(speed: nil, ending: .repeats)
        for time in [0, 0.5, 3, 1e6] {
          let place = route.place(at: time)
          #expect(place.point.isValid)
        }
      } catch let error as GPXError {
        #expect(!error.message.isEmpty && error.line > 0)
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test func `simulated routes start and continue at their speed`() {
    for way in SimulatedPlaces.NamedRoute.allCases {
      let route = way.route
      #expect(route.duration > 600)
      #expect(abs(route.place(at: 60).speed - way.speed) < 0.01)
      #expect(route.nextFix(after: 1e6) == 1e6 + 1)
    }
    #expect(SimulatedPlaces.cities.allSatisfy { $0.point.isValid })
  }
}
