import CarobFoundation
import CarobRuntime
import LocationSimulation

/// The places that geocoding knows: a small built-in list, or the file `Gazetteer.json` in the app's bundle.
///
/// The file is a list of objects with `latitude` and `longitude` and any of `name`, `thoroughfare`, `subThoroughfare`, `locality`,
/// `subLocality`, `administrativeArea`, `subAdministrativeArea`, `postalCode`, `country`, `isoCountryCode`, `timeZone`, `radius` (metres), `category` (of a point of
/// interest, as in MapKit: `Museum`).
package struct Gazetteer: Sendable {
  package struct Entry: Codable, Sendable, Equatable {
    package var latitude: Double
    package var longitude: Double
    package var name: String?
    package var thoroughfare: String?
    package var subThoroughfare: String?
    package var locality: String?
    package var subLocality: String?
    package var administrativeArea: String?
    package var subAdministrativeArea: String?
    package var postalCode: String?
    package var country: String?
    package var isoCountryCode: String?
    package var timeZone: String?
    package var radius: Double?
    package var category: String?

    /// Whether it is neither a region nor an address: it has a category, or a name of its own.
    package var isPointOfInterest: Bool {
      if category != nil { return true }
      guard let name else { return false }
      let street = [thoroughfare, subThoroughfare].compactMap { $0 }
      let parts = [locality, subLocality, administrativeArea, subAdministrativeArea, country, thoroughfare]
      return !parts.contains(name) && name != street.joined(separator: " ")
        && name != street.reversed().joined(separator: " ")
    }

    package var point: GeographicPoint { GeographicPoint(latitude: latitude, longitude: longitude) }
    /// The texts that a search matches.
    var words: [String] {
      [
        name, thoroughfare, subThoroughfare, locality, subLocality, administrativeArea,
        subAdministrativeArea, postalCode, country, isoCountryCode,
      ].compactMap { $0 }
    }
  }

  package let entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries }

  /// The gazetteer of the app's main bundle.
  package static let shared = of(Bundle.main)

  /// The gazetteer of a bundle; the built-in one if the bundle has no `Gazetteer.json` or it cannot be read.
  static func of(_ bundle: Bundle) -> Gazetteer {
    guard let url = bundle.url(forResource: "Gazetteer", withExtension: "json") else { return standard }
    do {
      return Gazetteer(entries: try JSONDecoder().decode([Entry].self, from: Data(contentsOf: url)))
    } catch {
      Journal.warn("Gazetteer.json cannot be read, and the built-in places are used: \(error)", rule: "L-140")
      return standard
    }
  }

  /// L-140: places that match every word of a text, the best match first.
  package func find(_ text: String) -> [Entry] {
    let words = Self.words(text)
    guard !words.isEmpty else { return [] }
    let scored = entries.compactMap { entry -> (Entry, Int)? in
      let own = entry.words.flatMap(Self.words)
      guard
        words.allSatisfy({ word in own.contains { $0 == word || (word.count > 2 && $0.hasPrefix(word)) } })
      else {
        return nil
      }
      let exact = words.count { own.contains($0) }
      let isName = entry.name.map { Self.words($0) == words } ?? false
      return (entry, exact + (isName ? 100 : 0))
    }
    // NB: equal matches keep their order.
    return scored.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(
      \.element.0)
  }

  /// The nearest place whose radius (50 km by default) contains the point.
  package func nearest(to point: GeographicPoint) -> Entry? {
    var best: (Entry, Double)?
    for entry in entries {
      let distance = entry.point.distance(to: point)
      guard distance <= entry.radius ?? 50_000 else { continue }
      // A small place takes precedence over a large one around it.
      let rank = distance + (entry.radius ?? 50_000)
      if rank < best?.1 ?? .infinity { best = (entry, rank) }
    }
    return best?.0
  }

  private static func words(_ text: String) -> [String] {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

extension Gazetteer {
  /// Cities and a few sights. Coordinates are public facts.
  package static let standard = Gazetteer(
    entries: table.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 9, let latitude = Double(fields[0]), let longitude = Double(fields[1]) else {
        return nil
      }
      func field(_ index: Int) -> String? { fields[index].isEmpty ? nil : fields[index] }
      return Entry(
        latitude: latitude, longitude: longitude, name: field(2), locality: field(3),
        administrativeArea: field(4), postalCode: field(5), country: field(6), isoCountryCode: field(7),
        timeZone: field(8), radius: field(2) == field(3) ? 30_000 : 500,
        category: field(2) == field(3) ? nil : "Landmark")
    })

  /// latitude, longitude, name, locality, administrative area, postal code, country, country code, time zone
  private static let table = """
    37.7749|-122.4194|San Francisco|San Francisco|CA||United States|US|America/Los_Angeles
    37.8199|-122.4783|Golden Gate Bridge|San Francisco|CA|94129|United States|US|America/Los_Angeles
    37.3230|-122.0322|Cupertino|Cupertino|CA|95014|United States|US|America/Los_Angeles
    34.0522|-118.2437|Los Angeles|Los Angeles|CA||United States|US|America/Los_Angeles
    47.6062|-122.3321|Seattle|Seattle|WA||United States|US|America/Los_Angeles
    41.8781|-87.6298|Chicago|Chicago|IL||United States|US|America/Chicago
    40.7128|-74.0060|New York|New York|NY||United States|US|America/New_York
    40.7484|-73.9857|Empire State Building|New York|NY|10118|United States|US|America/New_York
    42.3601|-71.0589|Boston|Boston|MA||United States|US|America/New_York
    38.9072|-77.0369|Washington|Washington|DC||United States|US|America/New_York
    21.3069|-157.8583|Honolulu|Honolulu|HI||United States|US|Pacific/Honolulu
    43.6532|-79.3832|Toronto|Toronto|ON||Canada|CA|America/Toronto
    45.5017|-73.5673|Montréal|Montréal|QC||Canada|CA|America/Toronto
    49.2827|-123.1207|Vancouver|Vancouver|BC||Canada|CA|America/Vancouver
    19.4326|-99.1332|Mexico City|Mexico City|CDMX||Mexico|MX|America/Mexico_City
    -22.9068|-43.1729|Rio de Janeiro|Rio de Janeiro|RJ||Brazil|BR|America/Sao_Paulo
    -23.5505|-46.6333|São Paulo|São Paulo|SP||Brazil|BR|America/Sao_Paulo
    -34.6037|-58.3816|Buenos Aires|Buenos Aires|||Argentina|AR|America/Argentina/Buenos_Aires
    4.7110|-74.0721|Bogotá|Bogotá|||Colombia|CO|America/Bogota
    64.1466|-21.9426|Reykjavík|Reykjavík|||Iceland|IS|Atlantic/Reykjavik
    53.3498|-6.2603|Dublin|Dublin|||Ireland|IE|Europe/Dublin
    51.5074|-0.1278|London|London|England||United Kingdom|GB|Europe/London
    51.5007|-0.1246|Big Ben|London|England|SW1A 0AA|United Kingdom|GB|Europe/London
    55.9533|-3.1883|Edinburgh|Edinburgh|Scotland||United Kingdom|GB|Europe/London
    48.8566|2.3522|Paris|Paris|Île-de-France||France|FR|Europe/Paris
    48.8584|2.2945|Eiffel Tower|Paris|Île-de-France|75007|France|FR|Europe/Paris
    52.3676|4.9041|Amsterdam|Amsterdam|||Netherlands|NL|Europe/Amsterdam
    52.5200|13.4050|Berlin|Berlin|Berlin||Germany|DE|Europe/Berlin
    52.5163|13.3777|Brandenburg Gate|Berlin|Berlin|10117|Germany|DE|Europe/Berlin
    48.1351|11.5820|Munich|Munich|Bavaria||Germany|DE|Europe/Berlin
    53.5511|9.9937|Hamburg|Hamburg|Hamburg||Germany|DE|Europe/Berlin
    48.2082|16.3738|Vienna|Vienna|||Austria|AT|Europe/Vienna
    47.3769|8.5417|Zurich|Zurich|||Switzerland|CH|Europe/Zurich
    41.9028|12.4964|Rome|Rome|Lazio||Italy|IT|Europe/Rome
    40.4168|-3.7038|Madrid|Madrid|||Spain|ES|Europe/Madrid
    41.3851|2.1734|Barcelona|Barcelona|Catalonia||Spain|ES|Europe/Madrid
    38.7223|-9.1393|Lisbon|Lisbon|||Portugal|PT|Europe/Lisbon
    55.6761|12.5683|Copenhagen|Copenhagen|||Denmark|DK|Europe/Copenhagen
    59.3293|18.0686|Stockholm|Stockholm|||Sweden|SE|Europe/Stockholm
    59.9139|10.7522|Oslo|Oslo|||Norway|NO|Europe/Oslo
    60.1699|24.9384|Helsinki|Helsinki|||Finland|FI|Europe/Helsinki
    52.2297|21.0122|Warsaw|Warsaw|||Poland|PL|Europe/Warsaw
    50.0755|14.4378|Prague|Prague|||Czechia|CZ|Europe/Prague
    37.9838|23.7275|Athens|Athens|||Greece|GR|Europe/Athens
    41.0082|28.9784|Istanbul|Istanbul|||Türkiye|TR|Europe/Istanbul
    30.0444|31.2357|Cairo|Cairo|||Egypt|EG|Africa/Cairo
    6.5244|3.3792|Lagos|Lagos|||Nigeria|NG|Africa/Lagos
    -1.2921|36.8219|Nairobi|Nairobi|||Kenya|KE|Africa/Nairobi
    -26.2041|28.0473|Johannesburg|Johannesburg|Gauteng||South Africa|ZA|Africa/Johannesburg
    -33.9249|18.4241|Cape Town|Cape Town|Western Cape||South Africa|ZA|Africa/Johannesburg
    25.2048|55.2708|Dubai|Dubai|||United Arab Emirates|AE|Asia/Dubai
    19.0760|72.8777|Mumbai|Mumbai|Maharashtra||India|IN|Asia/Kolkata
    28.6139|77.2090|New Delhi|New Delhi|Delhi||India|IN|Asia/Kolkata
    13.7563|100.5018|Bangkok|Bangkok|||Thailand|TH|Asia/Bangkok
    1.3521|103.8198|Singapore|Singapore|||Singapore|SG|Asia/Singapore
    22.3193|114.1694|Hong Kong|Hong Kong|||Hong Kong|HK|Asia/Hong_Kong
    31.2304|121.4737|Shanghai|Shanghai|||China|CN|Asia/Shanghai
    39.9042|116.4074|Beijing|Beijing|||China|CN|Asia/Shanghai
    37.5665|126.9780|Seoul|Seoul|||South Korea|KR|Asia/Seoul
    35.6762|139.6503|Tokyo|Tokyo|Tokyo||Japan|JP|Asia/Tokyo
    35.6586|139.7454|Tokyo Tower|Tokyo|Tokyo|105-0011|Japan|JP|Asia/Tokyo
    34.6937|135.5023|Osaka|Osaka|Osaka||Japan|JP|Asia/Tokyo
    -33.8688|151.2093|Sydney|Sydney|NSW||Australia|AU|Australia/Sydney
    -33.8568|151.2153|Sydney Opera House|Sydney|NSW|2000|Australia|AU|Australia/Sydney
    -37.8136|144.9631|Melbourne|Melbourne|VIC||Australia|AU|Australia/Melbourne
    -36.8509|174.7645|Auckland|Auckland|||New Zealand|NZ|Pacific/Auckland
    """
}
