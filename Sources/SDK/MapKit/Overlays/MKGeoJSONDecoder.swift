import CarobRuntime
import CoreLocation
import UIKit

/// An object of a GeoJSON file: a shape or a feature.
public protocol MKGeoJSONObject: NSObjectProtocol {}

extension MKPointAnnotation: MKGeoJSONObject {}
extension MKMultiPoint: MKGeoJSONObject {}
extension MKMultiPolyline: MKGeoJSONObject {}
extension MKMultiPolygon: MKGeoJSONObject {}

/// Shapes with an identifier and properties.
open class MKGeoJSONFeature: NSObject, MKGeoJSONObject {
  public let identifier: String?
  /// The properties as JSON.
  public let properties: Data?
  public let geometry: [any MKShape & MKGeoJSONObject]
  init(_ identifier: String?, _ properties: Data?, _ geometry: [any MKShape & MKGeoJSONObject]) {
    (self.identifier, self.properties, self.geometry) = (identifier, properties, geometry)
    super.init()
  }
}

/// Decodes GeoJSON (RFC 7946) to annotations and overlays; invalid data throws `decodingFailed` with the
/// location of the error.
open class MKGeoJSONDecoder: NSObject {
  public override init() { super.init() }

  open func decode(_ data: Data) throws -> [any MKGeoJSONObject] {
    let value: Any
    do {
      value = try JSONSerialization.jsonObject(with: data)
    } catch {
      throw Self.failure("the data is not valid JSON: \(error)")
    }
    return try Self.objects(value, "the root")
  }

  private typealias Shape = MKShape & MKGeoJSONObject

  private static func failure(_ reason: String) -> MKError {
    MKError(.decodingFailed, userInfo: [NSLocalizedDescriptionKey: reason])
  }

  private static func objects(_ value: Any, _ place: String) throws -> [any MKGeoJSONObject] {
    guard let object = value as? [String: Any], let type = object["type"] as? String else {
      throw failure("\(place) is not a GeoJSON object with a type")
    }
    switch type {
    case "FeatureCollection":
      guard let features = object["features"] as? [Any] else {
        throw failure("\(place) has no list of features")
      }
      return try features.enumerated().flatMap { try objects($1, "feature \($0) of \(place)") }
    case "Feature": return [try feature(object, place)]
    default: return try shapes(object, place)
    }
  }

  private static func feature(_ object: [String: Any], _ place: String) throws -> MKGeoJSONFeature {
    let geometry = object["geometry"] as? [String: Any]
    let properties = object["properties"] as? [String: Any]
    return MKGeoJSONFeature(
      object["id"].map { "\($0)" }, try properties.map { try JSONSerialization.data(withJSONObject: $0) },
      try geometry.map { try shapes($0, "the geometry of \(place)") } ?? [])
  }

  private static func shapes(_ object: [String: Any], _ place: String) throws -> [any Shape] {
    let type = object["type"] as? String ?? ""
    if type == "GeometryCollection" {
      guard let parts = object["geometries"] as? [[String: Any]] else {
        throw failure("\(place) has no geometries")
      }
      return try parts.enumerated().flatMap { try shapes($1, "geometry \($0) of \(place)") }
    }
    guard let coordinates = object["coordinates"] else { throw failure("\(place) has no coordinates") }
    switch type {
    case "Point": return [MKPointAnnotation(coordinate: try position(coordinates, place))]
    case "MultiPoint":
      return try list(coordinates, place).map { MKPointAnnotation(coordinate: try position($0, place)) }
    case "LineString": return [MKPolyline(mapPoints: try line(coordinates, place))]
    case "MultiLineString":
      return [
        MKMultiPolyline(try list(coordinates, place).map { MKPolyline(mapPoints: try line($0, place)) })
      ]
    case "Polygon": return [try polygon(coordinates, place)]
    case "MultiPolygon": return [MKMultiPolygon(try list(coordinates, place).map { try polygon($0, place) })]
    default: throw failure("\(place) has the unknown type “\(type)”")
    }
  }

  private static func list(_ value: Any, _ place: String) throws -> [Any] {
    guard let list = value as? [Any] else { throw failure("the coordinates of \(place) are not a list") }
    return list
  }
  private static func position(_ value: Any, _ place: String) throws -> CLLocationCoordinate2D {
    let numbers = try list(value, place).compactMap { ($0 as? NSNumber)?.doubleValue }
    guard numbers.count >= 2 else { throw failure("a position of \(place) has no longitude and latitude") }
    let coordinate = CLLocationCoordinate2D(latitude: numbers[1], longitude: numbers[0])
    guard CLLocationCoordinate2DIsValid(coordinate) else {
      throw failure("\(place) has the invalid position \(numbers[0]), \(numbers[1])")
    }
    return coordinate
  }
  private static func line(_ value: Any, _ place: String) throws -> [MKMapPoint] {
    try list(value, place).map { MKMapPoint(try position($0, place)) }
  }
  /// The first ring is the area; the others are holes.
  private static func polygon(_ value: Any, _ place: String) throws -> MKPolygon {
    let rings = try list(value, place).map { try line($0, place) }
    guard let outer = rings.first else { throw failure("\(place) has no ring") }
    return MKPolygon(mapPoints: outer, interiorPolygons: rings.dropFirst().map { MKPolygon(mapPoints: $0) })
  }
}
