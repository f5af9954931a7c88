import CarobFoundation
import CoreLocation

/// Formats distances in the units of the locale, rounded as in maps (MK-31).
open class MKDistanceFormatter: Formatter, @unchecked Sendable {
  // @unchecked as its superclass.
  public enum Units: UInt, Sendable { case `default`, metric, imperial, imperialWithYards }
  public enum DistanceUnitStyle: UInt, Sendable { case `default`, abbreviated, full }

  open var locale: Locale! = .current
  open var units = Units.default
  open var unitStyle = DistanceUnitStyle.default

  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  static var short: MKDistanceFormatter {
    let formatter = MKDistanceFormatter()
    formatter.unitStyle = .abbreviated
    return formatter
  }

  private var usedUnits: Units {
    guard units == .default else { return units }
    let region = (locale ?? .current).region?.identifier
    return region == "US" ? .imperial : region == "GB" ? .imperialWithYards : .metric
  }

  // MK-31
  open func string(fromDistance distance: CLLocationDistance) -> String {
    switch usedUnits {
    case .metric, .default:
      if distance < 999.5 { return text(round(distance), "m", "meter", "meters") }
      return text(kilos(distance / 1000), "km", "kilometer", "kilometers")
    case .imperial:
      let miles = distance / 1609.344
      if miles < 0.1 { return text(tens(distance / 0.3048), "ft", "foot", "feet") }
      return text(kilos(miles), "mi", "mile", "miles")
    case .imperialWithYards:
      let miles = distance / 1609.344
      if miles < 0.3 { return text(tens(distance / 0.9144), "yd", "yard", "yards") }
      return text(kilos(miles), "mi", "mile", "miles")
    }
  }

  /// Rounds distances below 100 to the metre, longer ones to 10 metres.
  private func round(_ meters: Double) -> Double {
    meters < 100 ? meters.rounded() : (meters / 10).rounded() * 10
  }
  private func tens(_ value: Double) -> Double { value < 50 ? value.rounded() : (value / 10).rounded() * 10 }
  /// Rounds to one decimal digit below ten, else to a whole number.
  private func kilos(_ value: Double) -> Double {
    value < 9.95 ? (value * 10).rounded() / 10 : value.rounded()
  }

  private func text(_ value: Double, _ short: String, _ one: String, _ many: String) -> String {
    let formatter = NumberFormatter()
    formatter.locale = locale ?? .current
    formatter.numberStyle = .decimal
    formatter.maximumFractionDigits = 1
    let number = formatter.string(from: NSNumber(value: value)) ?? "\(value)"
    return unitStyle == .full ? "\(number) \(value == 1 ? one : many)" : "\(number) \(short)"
  }

  /// Parses a distance, in metres; negative if the text is not a distance.
  open func distance(from distance: String) -> CLLocationDistance {
    let scanner = Scanner(string: distance.replacingOccurrences(of: ",", with: "."))
    guard let value = scanner.scanDouble() else { return -1 }
    let unit = distance[scanner.currentIndex...].trimmingCharacters(in: .whitespaces).lowercased()
    let lengths: [(names: [String], meters: Double)] = [
      (["km", "kilometer", "kilometers", "kilometre", "kilometres"], 1000),
      (["m", "meter", "meters", "metre", "metres"], 1), (["mi", "mile", "miles"], 1609.344),
      (["ft", "foot", "feet"], 0.3048), (["yd", "yard", "yards"], 0.9144),
    ]
    guard let found = lengths.first(where: { $0.names.contains(unit) }) else { return -1 }
    return value * found.meters
  }

  open override func string(for obj: Any?) -> String? {
    (obj as? NSNumber).map { string(fromDistance: $0.doubleValue) }
  }
}
