/// The values of a GPX file, read from its bytes.
// OPTIMIZATION: a day of fixes has 86,400 points of four values each; making Strings and using Foundation's formatters would take most
// of the time.
enum GPXText {
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Without XML white space at both ends.
  static func trimmed(_ bytes: Bytes) -> Bytes {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    var rest = bytes
    while let byte = rest.first, isSpace(byte) { rest.removeFirst() }
    while let byte = rest.last, isSpace(byte) { rest.removeLast() }
    return rest
  }

  static func string(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The number nearest to a decimal text; nil if the text is not a number.
  static func number(_ bytes: Bytes) -> Double? {
    var rest = bytes
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    var (digits, fraction, mantissa) = (0, 0, UInt64(0))
    var isFraction = false
    for byte in rest {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if (48...57).contains(byte), digits < 18 {
        mantissa = mantissa * 10 + UInt64(byte - 48)
        digits += 1
        if isFraction { fraction += 1 }
      } else {
        // An exponent, many digits, or not a number.
        return Double(string(bytes))
      }
    }
    // NB: both are exact if the mantissa has 53 bits and the power is at most 10²², so the quotient is correctly rounded.
    guard digits > fraction, !isFraction || fraction > 0, mantissa < 1 << 53 else {
      return Double(string(bytes))
    }
    let value = Double(mantissa) / powers[fraction]
    return isNegative ? -value : value
  }
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]

  /// Seconds since 1970 of an ISO 8601 date and time, with or without fractions of a second; UTC without a zone.
  static func seconds(_ bytes: Bytes) -> Double? {
    var rest = bytes
    func number(_ digits: Int) -> Int? {
      guard rest.count >= digits else { return nil }
      var value = 0
      for _ in 0..<digits {
        let byte = rest.removeFirst()
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      return value
    }
    func skip(_ characters: StaticString) -> Bool {
      guard let byte = rest.first, characters.withUTF8Buffer({ $0.contains(byte) }) else { return false }
      rest.removeFirst()
      return true
    }
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2), skip("Tt "),
      let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
      (1...12).contains(month), (1...length(ofMonth: month, year)).contains(day),
      // 24:00:00 is the end of the day; a minute may have a leap second.
      hour < 24 || (hour, minute, second) == (24, 0, 0), minute < 60, second < 61
    else { return nil }
    var fraction = 0.0
    if skip(".") {
      var (value, scale) = (0.0, 1.0)
      while let byte = rest.first, (48...57).contains(byte) {
        rest.removeFirst()
        // Digits below a nanosecond are ignored.
        if scale < 1e9 { (value, scale) = (value * 10 + Double(byte - 48), scale * 10) }
      }
      guard scale > 1 else { return nil }
      fraction = value / scale
    }
    var offset = 0
    if let sign = rest.first, skip("+-") {
      guard let hours = number(2) else { return nil }
      _ = skip(":")
      guard let minutes = number(2), minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
      offset = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    } else {
      _ = skip("Zz")
    }
    guard rest.isEmpty else { return nil }
    let clock = hour * 3600 + minute * 60 + second - offset
    return Double(days(year, month, day) * 86400 + clock) + fraction
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970 in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Counts years from March, so that the leap day is the last day of a year.
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
