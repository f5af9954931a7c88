import CoreLocation
import TestSupport
import Testing

@testable import MapKit

/// The projected world and its rectangles.
@Suite struct GeometryTests {
  private func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool { abs(a - b) < tolerance }
  private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  @Test(.rule("MK-1")) func `a coordinate and its map point convert both ways`() {
    let middle = MKMapPoint(place(0, 0))
    #expect(near(middle.x, 134_217_728) && near(middle.y, 134_217_728, 1e-3))
    for (latitude, longitude) in [(51.5, -0.12), (-33.8688, 151.2093), (85, 179.9), (-85, -179.9), (0, 90)] {
      let back = MKMapPoint(place(latitude, longitude)).coordinate
      #expect(near(back.latitude, latitude) && near(back.longitude, longitude))
    }
    // Greenwich: 51.4778° north is 0.33259… of the way from the upper edge.
    #expect(near(MKMapPoint(place(51.4778, 0)).y / MKMapSize.world.height, 0.332_56, 5e-4))
  }

  @Test(.rule("MK-1")) func `a point outside the world has no valid coordinate`() {
    let invalid = MKMapPoint(place(91, 0))
    #expect(invalid.x == -1 && invalid.y == -1)
    #expect(!CLLocationCoordinate2DIsValid(MKMapPoint(x: -5, y: 0).coordinate))
    #expect(
      near(MKMapPoint(place(90, 0)).y, 0, 1e-3)
        && near(MKMapPoint(place(-90, 0)).y, MKMapSize.world.height, 1e-3))
  }

  @Test(.rule("MK-2"))
  func `a map point is about fifteen centimetres at the equator and half of that at 60 degrees`() {
    #expect(near(MKMetersPerMapPointAtLatitude(0), 0.149_29, 1e-4))
    #expect(near(MKMetersPerMapPointAtLatitude(60) * 2, MKMetersPerMapPointAtLatitude(0), 1e-9))
    #expect(near(MKMapPointsPerMeterAtLatitude(45) * MKMetersPerMapPointAtLatitude(45), 1))
    let region = MKCoordinateRegion(
      center: place(60, 10), latitudinalMeters: 111_319.49, longitudinalMeters: 111_319.49)
    #expect(near(region.span.latitudeDelta, 1, 1e-6) && near(region.span.longitudeDelta, 2, 1e-5))
  }

  @Test(.rule("MK-3"))
  func `rectangles have unions, intersections and a remainder beyond the 180th meridian`() {
    let a = MKMapRect(x: 0, y: 0, width: 10, height: 10)
    let b = MKMapRect(x: 5, y: 5, width: 10, height: 10)
    #expect(MKStringFromMapRect(a.union(b)) == "{{0.0, 0.0}, {15.0, 15.0}}")
    #expect(MKStringFromMapRect(a.intersection(b)) == "{{5.0, 5.0}, {5.0, 5.0}}")
    #expect(
      a.intersection(MKMapRect(x: 20, y: 0, width: 1, height: 1)).isNull
        && MKMapRect.null.union(a).width == 10)
    #expect(a.contains(MKMapPoint(x: 10, y: 10)) && !a.contains(b) && a.insetBy(dx: 6, dy: 0).isNull)
    let (slice, rest) = a.divided(atDistance: 3, from: .maxYEdge)
    #expect(
      MKStringFromMapRect(slice) == "{{0.0, 7.0}, {10.0, 3.0}}"
        && MKStringFromMapRect(rest) == "{{0.0, 0.0}, {10.0, 7.0}}")
    let width = MKMapSize.world.width
    let over = MKMapRect(x: width - 4, y: 0, width: 10, height: 1)
    #expect(over.spans180thMeridian && MKStringFromMapRect(over.remainder()) == "{{0.0, 0.0}, {6.0, 1.0}}")
    let before = MKMapRect(x: -6, y: 0, width: 10, height: 1)
    #expect(before.remainder().minX == width - 6 && before.remainder().width == 6 && a.remainder().isNull)
  }

  @Test(.rule("MK-3")) func `a region and its rectangle convert both ways`() {
    for (latitude, span) in [(0.0, 1.0), (51.5, 0.05), (-45, 60), (70, 10)] {
      let region = MKCoordinateRegion(
        center: place(latitude, 20), span: MKCoordinateSpan(latitudeDelta: span, longitudeDelta: span))
      let back = MKCoordinateRegion(region.mapRect)
      #expect(near(back.center.latitude, latitude, 1e-7) && near(back.center.longitude, 20, 1e-7))
      #expect(near(back.span.latitudeDelta, span, 1e-6) && near(back.span.longitudeDelta, span, 1e-6))
    }
  }

  @Test(.rule("MK-23"))
  func `a geodesic runs north of the straight line and continues across the 180th meridian`() {
    let line = [place(40, -74), place(51.5, 0)].withUnsafeBufferPointer {
      MKGeodesicPolyline(coordinates: $0.baseAddress!, count: 2)
    }
    let north = line.mapPoints.map { $0.coordinate.latitude }.max() ?? 0
    #expect(line.pointCount > 40 && north > 52.2 && north < 55)
    let pacific = [place(35, 140), place(37, -122)].withUnsafeBufferPointer {
      MKGeodesicPolyline(coordinates: $0.baseAddress!, count: 2)
    }
    #expect(zip(pacific.mapPoints, pacific.mapPoints.dropFirst()).allSatisfy { $0.x < $1.x })
    #expect(pacific.boundingMapRect.spans180thMeridian)
  }

  @Test func `NSValue boxes coordinates and spans`() {
    let value = NSValue(mkCoordinate: place(1.5, -2.5))
    #expect(value.mkCoordinateValue.latitude == 1.5 && value.mkCoordinateValue.longitude == -2.5)
    let span = NSValue(mkCoordinateSpan: MKCoordinateSpan(latitudeDelta: 3, longitudeDelta: 4))
    #expect(span.mkCoordinateSpanValue.longitudeDelta == 4 && span.mkCoordinateValue.latitude == 0)
  }

  @Test(.rule("MK-31")) func `distances are rounded as on maps`() {
    let formatter = MKDistanceFormatter()
    formatter.locale = Locale(identifier: "en_US")
    formatter.units = .metric
    #expect(
      [7, 87.4, 412, 999, 1234, 15_678].map(formatter.string(fromDistance:)) == [
        "7 m", "87 m", "410 m", "1,000 m", "1.2 km", "16 km",
      ])
    formatter.units = .default
    #expect(
      [20, 100, 1609.344, 16_093].map(formatter.string(fromDistance:)) == [
        "70 ft", "330 ft", "1 mi", "10 mi",
      ])
    formatter.unitStyle = .full
    #expect(formatter.string(fromDistance: 1609.344) == "1 mile")
    #expect(formatter.distance(from: "2.5 km") == 2500 && formatter.distance(from: "so far") == -1)
  }

  @Test func `the title of an annotation of unknown class is an optional of an optional`() {
    let point = MKPointAnnotation()
    point.title = "here"
    let annotation: any MKAnnotation = point
    if let title = annotation.title, let text = title {
      #expect(text == "here")
    } else {
      Issue.record("no title")
    }
    #expect(annotation.title! == "here" && point.title == "here" && (annotation.subtitle ?? nil) == nil)
  }
}

/// Decoding of GeoJSON.
@Suite struct GeoJSONTests {
  @Test func `shapes and features are read, with holes and properties`() throws {
    let text = """
      {"type": "FeatureCollection", "features": [
        {"type": "Feature", "id": 7, "properties": {"name": "x"}, "geometry":
          {"type": "Polygon", "coordinates": [[[0,0],[9,0],[9,9],[0,0]], [[1,1],[2,1],[2,2],[1,1]]]}},
        {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": [
          {"type": "Point", "coordinates": [10, 50, 3]}, {"type": "LineString", "coordinates": [[0,0],[1,1]]}]}},
        {"type": "Feature", "geometry": null}]}
      """
    let found = try MKGeoJSONDecoder().decode(Data(text.utf8)).compactMap { $0 as? MKGeoJSONFeature }
    #expect(found.count == 3 && found[0].identifier == "7" && found[2].geometry.isEmpty)
    let polygon = try #require(found[0].geometry.first as? MKPolygon)
    #expect(polygon.pointCount == 4 && polygon.interiorPolygons?.count == 1)
    #expect(found[0].properties.map { String(decoding: $0, as: UTF8.self) } == #"{"name":"x"}"#)
    #expect(
      (found[1].geometry[0] as? MKPointAnnotation)?.coordinate.latitude == 50
        && found[1].geometry[1] is MKPolyline)
  }

  @Test func `invalid GeoJSON throws an error with the location`() {
    for (text, reason) in [
      ("[", "the data is not valid JSON"), ("[]", "the root is not a GeoJSON object"),
      (#"{"type":"Cube","coordinates":[]}"#, "Cube"),
      (#"{"type":"Point","coordinates":[200,0]}"#, "invalid position 200.0, 0.0"),
      (
        #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point"}}]}"#,
        "the geometry of feature 0"
      ),
    ] {
      do {
        _ = try MKGeoJSONDecoder().decode(Data(text.utf8))
        Issue.record("nothing thrown for \(text)")
      } catch let error as MKError {
        #expect(
          error.code == .decodingFailed && error.localizedDescription.contains(reason),
          "\(error.localizedDescription)")
      } catch { Issue.record("\(error)") }
    }
  }
}

/// Land and water of the base map.
@Suite struct GroundTests {
  private func part(_ latitude: Double, _ longitude: Double, zoom: Int) -> String {
    let middle = MKMapPoint(CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    let edge = TileKey.edge(zoom)
    let key = TileKey(zoom: zoom, x: Int(middle.x / edge), y: Int(middle.y / edge))
    return switch MapGround.shared.part(in: key.rect, zoom: zoom, scale: 256 / edge) {
    case .land: "land"
    case .water: "water"
    case .mixed: "mixed"
    }
  }

  @Test func `tiles know whether they are land, water or both`() {
    #expect(part(50.0, 14.4, zoom: 12) == "land" && part(48.5, 25, zoom: 7) == "mixed")
    #expect(part(0, -30, zoom: 5) == "water" && part(0, -30, zoom: 14) == "water")
    #expect(part(51.5, 0, zoom: 3) == "mixed" && part(-25, 135, zoom: 6) == "land")
    // A country inside another, and land at the edge of the world.
    #expect(part(-29.5, 28.2, zoom: 9) == "land" && part(-80, 10, zoom: 6) == "land")
  }

  @Test func `a damaged file is read as water`() {
    let bytes: [UInt8] = [1, 2, 3]
    let ground = bytes.withUnsafeBytes { MapGround($0) }
    if case .water = ground.part(in: .world, zoom: 0, scale: 1e-6) {
    } else {
      Issue.record("land from nothing")
    }
  }
}
