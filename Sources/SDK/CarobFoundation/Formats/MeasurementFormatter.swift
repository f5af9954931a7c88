import Foundation

/// Formats measurements in English, in the units of the locale's region (F-197).
open class MeasurementFormatter: Formatter, @unchecked Sendable {
  // because: as on the platform, a formatter that is shared between threads must not be changed in the
  // meantime
  public struct UnitOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Uses the measurement's own unit.
    public static let providedUnit = UnitOptions(rawValue: 1)
    /// Uses a unit in which the value is neither very large nor very small.
    public static let naturalScale = UnitOptions(rawValue: 2)
    /// Omits the temperature unit: `20°`.
    public static let temperatureWithoutUnit = UnitOptions(rawValue: 4)
  }

  open var unitOptions: UnitOptions = []
  open var unitStyle = Formatter.UnitStyle.medium
  open var locale: Locale! = Locale.current { didSet { numberFormatter.locale = locale } }
  open var numberFormatter: NumberFormatter! = {
    let formatter = NumberFormatter()
    formatter.numberStyle = .decimal
    return formatter
  }()

  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Formatting

  open func string<UnitType: Unit>(from measurement: Measurement<UnitType>) -> String {
    string(from: measurement) { numberFormatter.string(from: NSNumber(value: $0)) ?? "\($0)" }
  }

  /// The same with the text of the number given by a closure.
  func string<UnitType: Unit>(
    from measurement: Measurement<UnitType>, number text: (Double) -> String
  ) -> String {
    var value = measurement.value
    var unit: Unit = measurement.unit
    if !unitOptions.contains(.providedUnit), let dimension = unit as? Dimension {
      let found = preferred(value, dimension)
      (value, unit) = (found.value, found.unit)
    }
    let number = text(value)
    if unit is UnitTemperature, unitOptions.contains(.temperatureWithoutUnit) { return number + "°" }
    return number + self.text(of: unit, isOne: number == "1")
  }

  open func string(from unit: Unit) -> String {
    text(of: unit, isOne: false).trimmingCharacters(in: .whitespaces)
  }

  open override func string(for obj: Any?) -> String? {
    (obj as? Measurement<Unit>).map { string(from: $0) }
  }

  // MARK: - Implementation

  /// The text after the number.
  private func text(of unit: Unit, isOne: Bool) -> String {
    let name = (unit as? Dimension).flatMap { Self.name(of: $0) }
    switch unitStyle {
    case .long:
      guard let name else { return " \(unit.symbol)" }
      return " " + (isOne ? name.one : name.many)
    case .short: return unit is UnitTemperature ? "°" : unit.symbol
    default: return unit is UnitTemperature && unit.symbol.hasPrefix("°") ? unit.symbol : " \(unit.symbol)"
    }
  }

  private static let names: [(unit: Dimension, one: String, many: String)] = [
    (UnitLength.kilometers, "kilometer", "kilometers"), (UnitLength.meters, "meter", "meters"),
    (UnitLength.centimeters, "centimeter", "centimeters"),
    (UnitLength.millimeters, "millimeter", "millimeters"), (UnitLength.miles, "mile", "miles"),
    (UnitLength.yards, "yard", "yards"), (UnitLength.feet, "foot", "feet"),
    (UnitLength.inches, "inch", "inches"), (UnitMass.kilograms, "kilogram", "kilograms"),
    (UnitMass.grams, "gram", "grams"), (UnitMass.pounds, "pound", "pounds"),
    (UnitMass.ounces, "ounce", "ounces"), (UnitTemperature.celsius, "degree Celsius", "degrees Celsius"),
    (UnitTemperature.fahrenheit, "degree Fahrenheit", "degrees Fahrenheit"),
    (UnitTemperature.kelvin, "kelvin", "kelvins"), (UnitDuration.hours, "hour", "hours"),
    (UnitDuration.minutes, "minute", "minutes"), (UnitDuration.seconds, "second", "seconds"),
    (UnitSpeed.kilometersPerHour, "kilometer per hour", "kilometers per hour"),
    (UnitSpeed.metersPerSecond, "meter per second", "meters per second"),
    (UnitSpeed.milesPerHour, "mile per hour", "miles per hour"), (UnitVolume.liters, "liter", "liters"),
    (UnitVolume.milliliters, "milliliter", "milliliters"), (UnitVolume.gallons, "gallon", "gallons"),
    (UnitVolume.fluidOunces, "fluid ounce", "fluid ounces"),
    (UnitEnergy.kilocalories, "kilocalorie", "kilocalories"), (UnitEnergy.joules, "joule", "joules"),
    (UnitAngle.degrees, "degree", "degrees"), (UnitArea.squareMeters, "square meter", "square meters"),
  ]

  private static func name(of unit: Dimension) -> (one: String, many: String)? {
    names.first { $0.unit == unit }.map { ($0.one, $0.many) }
  }

  /// Converts the measurement to the region's unit; with `naturalScale`, to the largest unit in which it is
  /// at least 1.
  private func preferred(_ value: Double, _ unit: Dimension) -> (value: Double, unit: Dimension) {
    let isMetric = locale.measurementSystem == .metric
    func scaled(_ units: [Dimension]) -> (value: Double, unit: Dimension) {
      let measured = units.map {
        (value: Measurement(value: value, unit: unit).converted(to: $0).value, unit: $0)
      }
      // From the largest unit to the smallest.
      return measured.first { abs($0.value) >= 1 } ?? measured.last ?? (value, unit)
    }
    func one(_ wanted: Dimension) -> (value: Double, unit: Dimension) { scaled([wanted]) }
    let isScaled = unitOptions.contains(.naturalScale)
    switch unit {
    case is UnitLength:
      if isScaled {
        return scaled(
          isMetric
            ? [UnitLength.kilometers, UnitLength.meters, UnitLength.centimeters, UnitLength.millimeters]
            : [UnitLength.miles, UnitLength.feet, UnitLength.inches])
      }
      if isMetric { return (value, unit) }
      let isLong = unit == UnitLength.kilometers || unit == UnitLength.miles
      return one(isLong ? UnitLength.miles : unit == UnitLength.meters ? UnitLength.feet : UnitLength.inches)
    case is UnitTemperature: return one(isMetric ? UnitTemperature.celsius : UnitTemperature.fahrenheit)
    case is UnitSpeed: return one(isMetric ? UnitSpeed.kilometersPerHour : UnitSpeed.milesPerHour)
    case is UnitMass:
      if isScaled {
        return scaled(
          isMetric ? [UnitMass.kilograms, UnitMass.grams] : [UnitMass.pounds, UnitMass.ounces])
      }
      if isMetric { return (value, unit) }
      return one(unit == UnitMass.grams || unit == UnitMass.ounces ? UnitMass.ounces : UnitMass.pounds)
    default: return (value, unit)
    }
  }
}
