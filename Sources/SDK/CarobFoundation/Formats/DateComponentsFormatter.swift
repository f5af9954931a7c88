import Foundation

/// Formats durations in words or in clock notation, in English (F-196).
open class DateComponentsFormatter: Formatter, @unchecked Sendable {
  // because: as on the platform, a formatter that is shared between threads must not be changed in the
  // meantime
  public enum UnitsStyle: Int, Sendable {
    case positional, abbreviated, short, full, spellOut, brief
  }

  /// Which units with the value 0 are omitted.
  public struct ZeroFormattingBehavior: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let `default` = ZeroFormattingBehavior(rawValue: 1)
    public static let dropLeading = ZeroFormattingBehavior(rawValue: 2)
    public static let dropMiddle = ZeroFormattingBehavior(rawValue: 4)
    public static let dropTrailing = ZeroFormattingBehavior(rawValue: 8)
    public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]
    public static let pad = ZeroFormattingBehavior(rawValue: 0x10000)
  }

  open var unitsStyle = UnitsStyle.positional
  /// The units to use; years to seconds if empty.
  open var allowedUnits: NSCalendar.Unit = []
  open var zeroFormattingBehavior = ZeroFormattingBehavior.default
  /// The calendar in whose units durations are expressed; the current one if nil (F-274).
  open var calendar: Calendar? = .current
  open var referenceDate: Date?
  /// Not implemented; has no effect.
  open var allowsFractionalUnits = false {
    didSet { if allowsFractionalUnits { unimplemented("DateComponentsFormatter.allowsFractionalUnits") } }
  }
  /// The maximum number of units, largest first; 0 for all.
  open var maximumUnitCount = 0
  open var collapsesLargestUnit = false
  open var includesApproximationPhrase = false
  open var includesTimeRemainingPhrase = false
  /// Where the text is used: determines the case of its first letter (F-274).
  open var formattingContext = Formatter.Context.unknown

  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Formatting

  open func string(from components: DateComponents) -> String? {
    let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
    guard let end = usedCalendar.date(byAdding: components, to: start) else { return nil }
    return string(from: start, to: end)
  }

  open func string(from duration: TimeInterval) -> String? {
    guard duration.isFinite else { return nil }
    let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
    return string(from: start, to: start.addingTimeInterval(duration.rounded(.towardZero)))
  }

  open func string(from startDate: Date, to endDate: Date) -> String? {
    let units = units
    let components = usedCalendar.dateComponents(Set(units.map(\.component)), from: startDate, to: endDate)
    var parts = units.map { Part(unit: $0, value: components.value(for: $0.component) ?? 0) }
    // The sign is only shown before the first unit.
    let isNegative = parts.contains { $0.value < 0 }
    for index in parts.indices { parts[index].value = abs(parts[index].value) }
    if collapsesLargestUnit { collapse(&parts) }
    parts = shown(parts)
    var text = join(parts)
    if isNegative { text = "-" + text }
    if includesApproximationPhrase { text = "About " + text }
    if includesTimeRemainingPhrase { text += " remaining" }
    return capitalized(text)
  }

  // F-274
  private var usedCalendar: Calendar { calendar ?? .current }
  // F-274
  private func capitalized(_ text: String) -> String {
    switch formattingContext {
    case .standalone, .listItem, .beginningOfSentence: text.prefix(1).uppercased() + text.dropFirst()
    case .middleOfSentence: text.prefix(1).lowercased() + text.dropFirst()
    default: text
    }
  }

  open class func localizedString(from components: DateComponents, unitsStyle: UnitsStyle) -> String? {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = unitsStyle
    return formatter.string(from: components)
  }

  open override func string(for obj: Any?) -> String? {
    switch obj {
    case let components as DateComponents: string(from: components)
    case let number as NSNumber: string(from: number.doubleValue)
    default: nil
    }
  }

  // MARK: - Implementation

  private struct Unit {
    let flag: NSCalendar.Unit
    let component: Calendar.Component
    let letter, short, plural, full: String
    /// How many of this unit make one of the next larger unit; nil if the number varies.
    let perLarger: Int?
  }
  private struct Part {
    let unit: Unit
    var value: Int
  }

  private static let all = [
    Unit(
      flag: .year, component: .year, letter: "y", short: "yr", plural: "yrs", full: "year", perLarger: nil),
    Unit(
      flag: .month, component: .month, letter: "mo", short: "mth", plural: "mths", full: "month",
      perLarger: 12),
    Unit(
      flag: .weekOfMonth, component: .weekOfMonth, letter: "w", short: "wk", plural: "wks", full: "week",
      perLarger: nil),
    Unit(
      flag: .day, component: .day, letter: "d", short: "day", plural: "days", full: "day", perLarger: 7),
    Unit(
      flag: .hour, component: .hour, letter: "h", short: "hr", plural: "hr", full: "hour", perLarger: 24),
    Unit(
      flag: .minute, component: .minute, letter: "m", short: "min", plural: "min", full: "minute",
      perLarger: 60),
    Unit(
      flag: .second, component: .second, letter: "s", short: "sec", plural: "sec", full: "second",
      perLarger: 60),
  ]

  private var units: [Unit] {
    let wanted: NSCalendar.Unit =
      allowedUnits.isEmpty ? [.year, .month, .day, .hour, .minute, .second] : allowedUnits
    return Self.all.filter { wanted.contains($0.flag) }
  }

  /// "1 hour, 5 minutes" becomes "65 minutes".
  private func collapse(_ parts: inout [Part]) {
    guard let first = parts.firstIndex(where: { $0.value != 0 }), first + 1 < parts.count,
      parts[first].value == 1, let factor = parts[first + 1].unit.perLarger
    else { return }
    parts[first + 1].value += factor
    parts[first].value = 0
  }

  private func shown(_ parts: [Part]) -> [Part] {
    guard let last = parts.last else { return [] }
    var behavior = zeroFormattingBehavior
    if behavior.contains(.default) { behavior.formUnion(unitsStyle == .positional ? .dropLeading : .dropAll) }
    guard let first = parts.firstIndex(where: { $0.value != 0 }),
      let end = parts.lastIndex(where: { $0.value != 0 })
    else { return behavior.isDisjoint(with: .dropAll) ? limited(parts) : [last] }
    let kept = parts.enumerated().filter { index, part in
      if part.value != 0 { return true }
      return !behavior.contains(index < first ? .dropLeading : index > end ? .dropTrailing : .dropMiddle)
    }
    return limited(kept.map(\.element))
  }

  private func limited(_ parts: [Part]) -> [Part] {
    maximumUnitCount > 0 ? Array(parts.prefix(maximumUnitCount)) : parts
  }

  private func join(_ parts: [Part]) -> String {
    switch unitsStyle {
    case .positional: return clock(parts)
    case .abbreviated: return parts.map { "\($0.value)\($0.unit.letter)" }.joined(separator: " ")
    case .brief:
      return parts.map { "\($0.value)\($0.value == 1 ? $0.unit.short : $0.unit.plural)" }.joined(
        separator: " ")
    case .short:
      return parts.map { "\($0.value) \($0.value == 1 ? $0.unit.short : $0.unit.plural)" }
        .joined(separator: ", ")
    case .full:
      return parts.map { "\($0.value) \($0.unit.full)\($0.value == 1 ? "" : "s")" }.joined(separator: ", ")
    case .spellOut:
      let numbers = NumberFormatter()
      numbers.numberStyle = .spellOut
      numbers.locale = Locale(identifier: "en_US")
      return parts.map { part in
        let number = numbers.string(from: NSNumber(value: part.value)) ?? "\(part.value)"
        return "\(number) \(part.unit.full)\(part.value == 1 ? "" : "s")"
      }.joined(separator: ", ")
    }
  }

  /// `1d 2:03:04`: hours, minutes and seconds with colons, larger units with letters before them.
  private func clock(_ parts: [Part]) -> String {
    let isOfClock = { (part: Part) in [.hour, .minute, .second].contains(part.unit.component) }
    let long = parts.filter { !isOfClock($0) }.map { "\($0.value)\($0.unit.letter)" }
    let digits = parts.filter(isOfClock).enumerated().map { index, part in
      let isPadded = index > 0 || zeroFormattingBehavior.contains(.pad)
      return isPadded && part.value < 10 ? "0\(part.value)" : "\(part.value)"
    }
    return (long + (digits.isEmpty ? [] : [digits.joined(separator: ":")])).joined(separator: " ")
  }
}
