import Device
import DeviceProtocol

/// The checks and their failures.
extension ScriptRunner {
  func expect(_ target: Target, _ expectation: Step.Expectation, _ step: Step) throws(Interruption) {
    var last = ScreenMatcher(elements: [])
    var differences: [String] = []
    let held = try wait(upTo: step.timeout) { () throws(Interruption) -> Bool? in
      last = ScreenMatcher(elements: try screen())
      guard case .found(let index, _) = last.resolve(target) else {
        differences = []
        return nil
      }
      differences = expectation.differences(from: last.elements[index])
      return differences.isEmpty ? true : nil
    }
    if held == true { return }
    guard !differences.isEmpty else { throw missing(target, in: last, step) }
    var failure = StepFailure(
      "\(step.name): \(target) is not as expected", expected: expectation.description,
      found: differences.joined(separator: ", "))
    failure.screen = last.summaries
    throw .failure(fill(failure))
  }

  func expectGone(_ target: Target, _ step: Step) throws(Interruption) {
    var last = ScreenMatcher(elements: [])
    var index = 0
    let gone = try wait(upTo: step.timeout) { () throws(Interruption) -> Bool? in
      last = ScreenMatcher(elements: try screen())
      guard case .found(let found, _) = last.resolve(target) else { return true }
      index = found
      return nil
    }
    if gone == true { return }
    var failure = StepFailure(
      "\(step.name): \(target) is on the screen", expected: "\(target) gone within \(plain(step.timeout)) s",
      found: last.elements[index].summary)
    failure.screen = last.summaries
    throw .failure(fill(failure))
  }

  /// The elements on the screen; an error if the app has ended or is suspended.
  private func screen() throws(Interruption) -> [ScreenElement] {
    guard device.isAppRunning else {
      throw .device(.appIsNotRunning(device.lastEnd))
    }
    return try ask { () throws(DeviceError) in try self.device.describeScreen() }
  }

  // MARK: Printed lines

  func expectPrinted(_ text: String, _ step: Step) throws(Interruption) {
    let wanted = PrintedText(text)
    let found = try wait(upTo: step.timeout) { () throws(Interruption) -> Int? in
      wanted.firstEnd(in: device.trace.records[printedFrom...])
    }
    guard let found else {
      throw failure(
        "expectPrinted: '\(text)' was not printed",
        expected:
          "\(wanted.lines.count > 1 ? "lines" : "a line") with '\(text)' within \(plain(step.timeout)) s",
        found: printedSummary())
    }
    printedFrom = found + 1
  }

  func expectNotPrinted(_ text: String) throws(Interruption) {
    let records = device.trace.records
    guard let end = PrintedText(text).firstEnd(in: records[printedFrom...]) else { return }
    throw failure(
      "expectNotPrinted: '\(text)' was printed", expected: "no line with '\(text)'",
      found:
        "'\(records[end].event.name)' at \(plain(records[end].event.time)) s (event \(records[end].sequence))"
    )
  }

  private func printedSummary() -> String {
    let lines = device.trace.records[printedFrom...].compactMap(\.printedLine)
    if lines.isEmpty {
      return printedFrom == 0 ? "nothing was printed" : "nothing was printed after the line found before"
    }
    let shown = lines.suffix(10).map { "'\($0)'" }.joined(separator: ", ")
    return "\(lines.count) other line\(lines.count == 1 ? "" : "s"): \(lines.count > 10 ? "…, " : "")\(shown)"
  }

  // MARK: Events

  func expectEvent(_ pattern: EventPattern, count: Int?) throws(Interruption) {
    let stretch = device.trace.records[mark...]
    let matches = stretch.filter(pattern.matches).count
    if let count {
      if matches == count { return }
    } else if matches > 0 {
      return
    }
    let expected = count.map { "\($0) time\($0 == 1 ? "" : "s")" } ?? "at least once"
    var failure = StepFailure(
      "expectEvent: \(pattern) came \(matches) time\(matches == 1 ? "" : "s")",
      expected: "\(pattern) \(expected)",
      found: "\(matches) among \(stretch.count) events")
    if matches == 0, let name = pattern.name {
      failure.nearest = NearestNames.of(name, among: stretch.map(\.event.name))
      // The best explanation for a missing event is a decision in the trace.
      if let kept = stretch.last(where: { $0.event.name == name && $0.event.why != nil }),
        let why = kept.event.why
      {
        failure.found += "; '\(name)' was \(kept.event.outcome): \(why)"
      }
    }
    throw .failure(fill(failure))
  }

  func expectOrder(_ patterns: [EventPattern]) throws(Interruption) {
    let records = device.trace.records
    var position = 0
    for (number, pattern) in patterns.enumerated() {
      if let found = records[position...].firstIndex(where: pattern.matches) {
        position = found + 1
        continue
      }
      let before = number == 0 ? "the beginning" : "\(patterns[number - 1]) (event \(position))"
      let earlier = records[..<position].contains(where: pattern.matches)
      var failure = StepFailure(
        "expectOrder: \(pattern) does not come after \(before)",
        expected: patterns.map(\.description).joined(separator: " → "),
        found:
          "the first \(number) of \(patterns.count); \(pattern) \(earlier ? "came only before that" : "never came")"
      )
      if let name = pattern.name, !earlier {
        failure.nearest = NearestNames.of(name, among: records.map(\.event.name))
      }
      throw .failure(fill(failure))
    }
  }
}

extension Step.Expectation: CustomStringConvertible {
  public var description: String {
    var parts: [String] = []
    if let text { parts.append("text '\(text)'") }
    if let value { parts.append("value '\(value)'") }
    if let isEnabled { parts.append(isEnabled ? "enabled" : "disabled") }
    if let isSelected { parts.append(isSelected ? "selected" : "not selected") }
    return parts.joined(separator: ", ")
  }

  /// The values of the element that differ from the expected ones.
  func differences(from element: ScreenElement) -> [String] {
    var result: [String] = []
    if let text, element.shownText != text {
      result.append(element.shownText.map { "text '\($0)'" } ?? "no text")
    }
    if let value, element.value != value {
      result.append(element.value.map { "value '\($0)'" } ?? "no value")
    }
    if let isEnabled, element.isEnabled != isEnabled {
      result.append(element.isEnabled ? "enabled" : "disabled")
    }
    if let isSelected, element.isSelected != isSelected {
      result.append(element.isSelected ? "selected" : "not selected")
    }
    return result
  }
}
