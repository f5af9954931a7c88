/// Places and routes to choose from, as simulators offer them. The routes are our own.
public enum SimulatedPlaces {
  public struct Place: Sendable, Equatable {
    public var name: String
    public var point: GeographicPoint
  }

  /// Cities of all continents, from west to east.
  public static let cities: [Place] = [
    place("Honolulu", 21.3069, -157.8583), place("San Francisco", 37.7749, -122.4194),
    place("Mexico City", 19.4326, -99.1332), place("New York", 40.7128, -74.0060),
    place("Rio de Janeiro", -22.9068, -43.1729), place("Reykjavík", 64.1466, -21.9426),
    place("London", 51.5074, -0.1278), place("Lagos", 6.5244, 3.3792), place("Berlin", 52.5200, 13.4050),
    place("Johannesburg", -26.2041, 28.0473), place("Istanbul", 41.0082, 28.9784),
    place("Mumbai", 19.0760, 72.8777), place("Hong Kong", 22.3193, 114.1694),
    place("Tokyo", 35.6762, 139.6503),
    place("Sydney", -33.8688, 151.2093),
  ]

  private static func place(_ name: String, _ latitude: Double, _ longitude: Double) -> Place {
    Place(name: name, point: GeographicPoint(latitude: latitude, longitude: longitude))
  }

  public enum NamedRoute: String, Sendable, CaseIterable {
    case cityRun, cityBicycleRide, freewayDrive

    /// Metres per second.
    public var speed: Double {
      switch self {
      case .cityRun: 3
      case .cityBicycleRide: 6
      case .freewayDrive: 30
      }
    }

    /// The route as legs of metres and degrees from a start.
    private var steps: (start: GeographicPoint, [(metres: Double, azimuth: Double)]) {
      switch self {
      case .cityRun:
        // Around a park, about 4 km.
        (
          GeographicPoint(latitude: 52.5163, longitude: 13.3777),
          [(900, 262), (700, 255), (450, 200), (800, 110), (700, 80), (450, 30)]
        )
      case .cityBicycleRide:
        // Along a river and back through streets, about 9 km.
        (
          GeographicPoint(latitude: 48.8530, longitude: 2.3499),
          [(1200, 300), (1500, 265), (1300, 230), (900, 150), (1400, 95), (1600, 70), (1000, 40)]
        )
      case .freewayDrive:
        // About 30 km along a bay.
        (
          GeographicPoint(latitude: 37.7749, longitude: -122.4194),
          [(6000, 175), (8000, 165), (7000, 150), (6000, 140), (4000, 130)]
        )
      }
    }

    /// L-73: the closed routes repeat, the drive returns.
    public var route: LocationRoute {
      let (start, steps) = steps
      var points = [start]
      for step in steps {
        points.append(points[points.count - 1].moved(by: step.metres, towards: step.azimuth))
      }
      if self != .freewayDrive { points.append(start) }
      guard
        let route = LocationRoute(points, speed: speed, ending: self == .freewayDrive ? .returns : .repeats)
      else {
        preconditionFailure("L-70: a way of ours has points")
      }
      return route
    }
  }
}
