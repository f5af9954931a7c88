@testable import CarobFoundation
import TestSupport
import Testing

@Suite struct FormatterTests {
  private func duration(
    _ seconds: TimeInterval, _ style: DateComponentsFormatter.UnitsStyle,
    _ units: NSCalendar.Unit = [.hour, .minute, .second],
    _ zeros: DateComponentsFormatter.ZeroFormattingBehavior = .default
  ) -> String? {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = style
    formatter.allowedUnits = units
    formatter.zeroFormattingBehavior = zeros
    return formatter.string(from: seconds)
  }

  @Test(.rule("F-196")) func `durations support the six documented styles`() {
    let seconds = 9 * 3600.0 + 41 * 60 + 30
    #expect(duration(seconds, .positional) == "9:41:30")
    #expect(duration(seconds, .abbreviated) == "9h 41m 30s")
    #expect(duration(seconds, .short) == "9 hr, 41 min, 30 sec")
    #expect(duration(seconds, .full) == "9 hours, 41 minutes, 30 seconds")
    #expect(duration(seconds, .brief) == "9hr 41min 30sec")
    #expect(duration(3661, .full) == "1 hour, 1 minute, 1 second")
    #expect(duration(seconds, .spellOut) == "nine hours, forty-one minutes, thirty seconds")
  }

  @Test(.rule("F-196")) func `zeros are dropped and padded according to the behaviour`() {
    #expect(duration(3610, .positional) == "1:00:10")
    #expect(duration(3610, .abbreviated) == "1h 10s")
    #expect(duration(3610, .abbreviated, [.hour, .minute, .second], .dropLeading) == "1h 0m 10s")
    #expect(duration(10, .positional, [.minute, .second], .pad) == "00:10")
    #expect(duration(3600, .abbreviated, [.hour, .minute, .second], .dropTrailing) == "1h")
    #expect(duration(0, .full) == "0 seconds")
    #expect(duration(-65, .positional) == "-1:05")
  }

  @Test(.rule("F-196")) func `units can be limited, collapsed and described`() {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = .full
    formatter.maximumUnitCount = 1
    formatter.includesApproximationPhrase = true
    formatter.includesTimeRemainingPhrase = true
    #expect(formatter.string(from: 7500) == "About 2 hours remaining")
    let other = DateComponentsFormatter()
    other.unitsStyle = .abbreviated
    other.collapsesLargestUnit = true
    other.allowedUnits = [.hour, .minute]
    #expect(other.string(from: DateComponents(hour: 1, minute: 5)) == "65m")
    #expect(
      DateComponentsFormatter.localizedString(from: DateComponents(day: 2), unitsStyle: .full) == "2 days")
  }

  @Test(.rule("F-274")) func `the calendar decides how long a day is`() throws {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = .full
    formatter.allowedUnits = [.day, .hour]
    var calendar = Calendar(identifier: .gregorian)
    // In Berlin the day of 31 March 2024 had 23 hours.
    let start = try Date("2024-03-30T12:00:00Z", strategy: .iso8601)
    let end = start.addingTimeInterval(86400)
    for (zone, text) in [("UTC", "1 day"), ("Europe/Berlin", "1 day, 1 hour")] {
      calendar.timeZone = try #require(TimeZone(identifier: zone))
      formatter.calendar = calendar
      #expect(formatter.string(from: start, to: end) == text)
      #expect(formatter.string(from: DateComponents(day: 1)) == "1 day")
    }
  }

  @Test(.rule("F-274")) func `the context decides the case of a duration's first letter`() {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = .spellOut
    func text(_ context: Formatter.Context) -> String? {
      formatter.formattingContext = context
      return formatter.string(from: 7200)
    }
    #expect(text(.unknown) == "two hours" && text(.middleOfSentence) == "two hours")
    #expect(text(.beginningOfSentence) == "Two hours" && text(.standalone) == "Two hours")
    #expect(text(.listItem) == "Two hours")
    formatter.includesApproximationPhrase = true
    #expect(text(.unknown) == "About two hours" && text(.middleOfSentence) == "about two hours")
  }

  @Test(.rule("F-197")) func `a measurement is formatted in the region's unit or its own`() {
    let formatter = MeasurementFormatter()
    formatter.locale = Locale(identifier: "en_US")
    let length = Measurement(value: 10, unit: UnitLength.kilometers)
    #expect(formatter.string(from: length) == "6.214 mi")
    formatter.unitStyle = .long
    #expect(formatter.string(from: length) == "6.214 miles")
    formatter.unitOptions = .providedUnit
    #expect(formatter.string(from: length) == "10 kilometers")
    #expect(formatter.string(from: Measurement(value: 1, unit: UnitLength.meters)) == "1 meter")
    formatter.unitStyle = .medium
    #expect(formatter.string(from: Measurement(value: 20, unit: UnitTemperature.celsius)) == "20°C")
    formatter.unitOptions = .temperatureWithoutUnit
    #expect(formatter.string(from: Measurement(value: 20, unit: UnitTemperature.celsius)) == "68°")
    formatter.locale = Locale(identifier: "en_DE")
    formatter.unitOptions = .naturalScale
    #expect(formatter.string(from: Measurement(value: 1500, unit: UnitLength.meters)) == "1,5 km")
  }

  @Test(.rule("F-223")) func `a resource stores its key and is looked up when it is shown`() throws {
    let count = 3
    let resource = LocalizedStringResource("\(count) files", table: "T", comment: "x")
    #expect(resource.key == "%lld files" && resource.table == "T")
    #expect(String(localized: resource) == "3 files")
    let literal: LocalizedStringResource = "Hello"
    #expect(String(localized: literal) == "Hello" && literal == "Hello" && literal != "Other")
    let other = LocalizedStringResource("greeting", defaultValue: "Hi \(count)")
    #expect(other.key == "greeting" && String(localized: other) == "Hi 3")
    let data = try JSONEncoder().encode(other)
    #expect(try JSONDecoder().decode(LocalizedStringResource.self, from: data) == other)
    // A literal is not a resource.
    #expect(String(localized: "\(count) %") == "3 %")
  }

  @Test(.rule("F-198"))
  func `a localized string without a translation is its key with the arguments inserted`() {
    let count = 3
    let name = "a%"
    #expect(String(localized: "Hello") == "Hello")
    #expect(String(localized: "\(count) files of \(name) at 5%", comment: "x") == "3 files of a% at 5%")
    #expect(String(localized: "greeting", defaultValue: "Hi \(name)") == "Hi a%")
  }

  @Test(.rule("F-280")) func `names of persons have four lengths, and are parsed`() throws {
    var name = PersonNameComponents()
    (name.namePrefix, name.givenName, name.middleName) = ("Dr.", "Juan", "Carlos")
    (name.familyName, name.nameSuffix) = ("Chavez", "III")
    #expect(name.formatted() == "Juan Chavez")
    #expect(name.formatted(.name(style: .short)) == "Juan")
    #expect(name.formatted(.name(style: .long)) == "Dr. Juan Carlos Chavez III")
    #expect(name.formatted(.name(style: .abbreviated)) == "JC")
    let formatter = CarobFoundation.PersonNameComponentsFormatter()
    #expect(formatter.string(from: name) == "Juan Chavez")
    name.nickname = "Johnny"
    #expect(PersonNameComponentsFormatter.localizedString(from: name, style: .short) == "Johnny")
    let parsed = try #require(formatter.personNameComponents(from: "Dr. Juan Carlos Chavez, III"))
    #expect(parsed.formatted(.name(style: .long)) == "Dr. Juan Carlos Chavez III")
    #expect(formatter.personNameComponents(from: " ") == nil)
  }

  @Test(.rule("F-281")) func `measurements are formatted in three widths and in a unit for their use`() {
    let way = Measurement(value: 3, unit: UnitLength.kilometers)
    let german = Locale(identifier: "de_DE")
    #expect(way.formatted(.measurement(width: .wide, usage: .asProvided)) == "3 kilometers")
    #expect(way.formatted(.measurement(width: .abbreviated).locale(german)) == "3 km")
    #expect(way.formatted(.measurement(width: .narrow).locale(german)) == "3km")
    let number = FloatingPointFormatStyle<Double>.number.precision(.fractionLength(2))
    #expect(
      way.formatted(.measurement(width: .abbreviated, usage: .asProvided, numberFormatStyle: number))
        == "3.00 km")
    let warmth = Measurement(value: 20, unit: UnitTemperature.celsius)
    #expect(
      warmth.formatted(.measurement(width: .narrow, usage: .asProvided, hidesScaleName: true)) == "20°")
  }

  @Test(.rule("F-282")) func `access to a file outside the container begins if the file exists`() {
    #expect(FileManager.default.temporaryDirectory.startAccessingSecurityScopedResource())
    #expect(!URL(fileURLWithPath: "/no/such/file").startAccessingSecurityScopedResource())
  }
}
