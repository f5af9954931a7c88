import CoreLocation
import UIKit

/// Categories of points of interest. The gazetteer's own points are landmarks; a file `Gazetteer.json` names a
/// category for each of its places (MK-45).
public struct MKPointOfInterestCategory: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  private static func named(_ name: String) -> Self { Self(rawValue: "MKPOICategory\(name)") }
  public static let airport = named("Airport")
  public static let amusementPark = named("AmusementPark")
  public static let aquarium = named("Aquarium")
  public static let atm = named("ATM")
  public static let bakery = named("Bakery")
  public static let bank = named("Bank")
  public static let beach = named("Beach")
  public static let brewery = named("Brewery")
  public static let cafe = named("Cafe")
  public static let campground = named("Campground")
  public static let carRental = named("CarRental")
  public static let evCharger = named("EVCharger")
  public static let fireStation = named("FireStation")
  public static let fitnessCenter = named("FitnessCenter")
  public static let foodMarket = named("FoodMarket")
  public static let gasStation = named("GasStation")
  public static let hospital = named("Hospital")
  public static let hotel = named("Hotel")
  public static let laundry = named("Laundry")
  public static let library = named("Library")
  public static let marina = named("Marina")
  public static let movieTheater = named("MovieTheater")
  public static let museum = named("Museum")
  public static let nationalPark = named("NationalPark")
  public static let nightlife = named("Nightlife")
  public static let park = named("Park")
  public static let parking = named("Parking")
  public static let pharmacy = named("Pharmacy")
  public static let police = named("Police")
  public static let postOffice = named("PostOffice")
  public static let publicTransport = named("PublicTransport")
  public static let restaurant = named("Restaurant")
  public static let restroom = named("Restroom")
  public static let school = named("School")
  public static let stadium = named("Stadium")
  public static let store = named("Store")
  public static let theater = named("Theater")
  public static let university = named("University")
  public static let winery = named("Winery")
  public static let zoo = named("Zoo")
  public static let animalService = named("AnimalService")
  public static let automotiveRepair = named("AutomotiveRepair")
  public static let baseball = named("Baseball")
  public static let basketball = named("Basketball")
  public static let beauty = named("Beauty")
  public static let bowling = named("Bowling")
  public static let castle = named("Castle")
  public static let conventionCenter = named("ConventionCenter")
  public static let distillery = named("Distillery")
  public static let fairground = named("Fairground")
  public static let fishing = named("Fishing")
  public static let fortress = named("Fortress")
  public static let goKart = named("GoKart")
  public static let golf = named("Golf")
  public static let hiking = named("Hiking")
  public static let kayaking = named("Kayaking")
  public static let landmark = named("Landmark")
  public static let mailbox = named("Mailbox")
  public static let miniGolf = named("MiniGolf")
  public static let musicVenue = named("MusicVenue")
  public static let nationalMonument = named("NationalMonument")
  public static let planetarium = named("Planetarium")
  public static let rockClimbing = named("RockClimbing")
  public static let rvPark = named("RVPark")
  public static let skatePark = named("SkatePark")
  public static let skating = named("Skating")
  public static let skiing = named("Skiing")
  public static let soccer = named("Soccer")
  public static let spa = named("Spa")
  public static let surfing = named("Surfing")
  public static let swimming = named("Swimming")
  public static let tennis = named("Tennis")
  public static let volleyball = named("Volleyball")

  /// The category as a search term: `movie theater`.
  var words: String {
    rawValue.dropFirst("MKPOICategory".count).replacing(/[a-z][A-Z]/) {
      "\($0.output.prefix(1)) \($0.output.suffix(1))"
    }
    .lowercased()
  }
}

/// Which points of interest a map shows and a search finds, by category (MK-45).
open class MKPointOfInterestFilter: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because it is immutable.
  public static let includingAll = MKPointOfInterestFilter(excluding: [])
  public static let excludingAll = MKPointOfInterestFilter(including: [])
  private let categories: Set<MKPointOfInterestCategory>
  private let isIncluding: Bool
  public init(including categories: [MKPointOfInterestCategory]) {
    (self.categories, isIncluding) = (Set(categories), true)
    super.init()
  }
  public init(excluding categories: [MKPointOfInterestCategory]) {
    (self.categories, isIncluding) = (Set(categories), false)
    super.init()
  }
  open func includes(_ category: MKPointOfInterestCategory) -> Bool {
    categories.contains(category) == isIncluding
  }
  open func excludes(_ category: MKPointOfInterestCategory) -> Bool { !includes(category) }
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it includes a place of the gazetteer: one without a category if it lists what to exclude.
  func includes(_ entry: Gazetteer.Entry) -> Bool {
    entry.pointOfInterestCategory.map(includes) ?? !isIncluding
  }
}

extension Gazetteer.Entry {
  var pointOfInterestCategory: MKPointOfInterestCategory? {
    category.map {
      $0.hasPrefix("MKPOICategory") ? .init(rawValue: $0) : .init(rawValue: "MKPOICategory\($0)")
    }
  }
}
