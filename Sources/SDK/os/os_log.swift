import CarobFoundation

// The functions that predate `Logger`: a format string with arguments, or a message with interpolated
// values.

/// Writes a formatted message: `os_log("%{public}@ has %d", log: log, type: .info, name, count)`.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
  _ arguments: any CVarArg...
) {
  log.write(type, formatted(message.description, arguments))
}

/// Writes a formatted message, with the level as the first argument.
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
  _ arguments: any CVarArg...
) {
  log.write(type, formatted(message.description, arguments))
}

@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { OSLog.default.write(.default, message.text()) }

@_disfavoredOverload
public func os_log(_ logLevel: OSLogType, _ message: OSLogMessage) {
  OSLog.default.write(logLevel, message.text())
}

@_disfavoredOverload
public func os_log(_ logLevel: OSLogType, log: OSLog, _ message: OSLogMessage) {
  log.write(logLevel, message.text())
}

/// Formats a log message: printf conversions, with options in braces after the percent sign.
///
/// `%{private}@` and `%{sensitive}@` hide the value, `%{bool}d` and `%{errno}d` convert it, and `%m`
/// inserts the text for `errno`.
func formatted(_ format: String, _ arguments: [any CVarArg]) -> String {
  let lastError = errno
  var result = ""
  var left = arguments[...]
  var rest = Substring(format)
  while let percent = rest.firstIndex(of: "%") {
    result += rest[..<percent]
    rest = rest[rest.index(after: percent)...]
    var options: [String] = []
    if rest.hasPrefix("{"), let end = rest.firstIndex(of: "}") {
      options = rest[rest.index(after: rest.startIndex)..<end].split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      rest = rest[rest.index(after: end)...]
    }
    guard let last = rest.firstIndex(where: { $0.isLetter && !"hlqLtjz".contains($0) || "@%".contains($0) })
    else {
      result += "%"
      continue
    }
    let directive = String(rest[...last])
    rest = rest[rest.index(after: last)...]
    if directive == "%" {
      result += "%"
      continue
    }
    if directive == "m" {
      result += String(cString: strerror(lastError))
      continue
    }
    // NB: a star consumes an argument of its own.
    let count = 1 + directive.count { $0 == "*" }
    let taken = Array(left.prefix(count))
    left = left.dropFirst(count)
    guard taken.count == count else {
      result += "<decode: missing data>"
      continue
    }
    if options.contains("private") || options.contains("sensitive") {
      result += "<private>"
    } else {
      result += translated(taken[0], options) ?? String(format: "%" + directive, arguments: taken)
    }
  }
  return result + rest
}

private func translated(_ value: any CVarArg, _ options: [String]) -> String? {
  guard let number = (value as? any BinaryInteger).map({ Int64(truncatingIfNeeded: $0) }) else { return nil }
  if options.contains("bool") { return number == 0 ? "false" : "true" }
  if options.contains("BOOL") { return number == 0 ? "NO" : "YES" }
  if options.contains("errno") || options.contains("darwin.errno") {
    let code = Int32(truncatingIfNeeded: number)
    return "[\(code): \(String(cString: strerror(code)))]"
  }
  return nil
}
