import CoreLocation
import UIKit

/// Boxes coordinates and spans for collections.
extension NSValue {
  public convenience init(mkCoordinate coordinate: CLLocationCoordinate2D) {
    self.init(interned: Pair(coordinate.latitude, coordinate.longitude, .coordinate))
  }
  public convenience init(mkCoordinateSpan span: MKCoordinateSpan) {
    self.init(interned: Pair(span.latitudeDelta, span.longitudeDelta, .span))
  }
  /// The boxed coordinate; 0, 0 if the value is not a coordinate.
  public var mkCoordinateValue: CLLocationCoordinate2D {
    guard let pair = unboxed as? Pair, pair.kind == .coordinate else {
      return CLLocationCoordinate2D(latitude: 0, longitude: 0)
    }
    return CLLocationCoordinate2D(latitude: pair.first, longitude: pair.second)
  }
  public var mkCoordinateSpanValue: MKCoordinateSpan {
    guard let pair = unboxed as? Pair, pair.kind == .span else { return MKCoordinateSpan() }
    return MKCoordinateSpan(latitudeDelta: pair.first, longitudeDelta: pair.second)
  }

  /// Two numbers without padding, so that equal values have equal bytes.
  struct Pair: BitwiseCopyable, Sendable {
    enum Kind: Int, BitwiseCopyable, Sendable { case coordinate, span }
    let first: Double
    let second: Double
    let kind: Kind
    init(_ first: Double, _ second: Double, _ kind: Kind) {
      (self.first, self.second, self.kind) = (first, second, kind)
    }
  }
}
