import Device

/// A text that a check looks for in the app's output, where each printed line is an event of its own.
struct PrintedText {
  let lines: [String]

  init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// The index after the first match, in the whole trace. A text of several lines matches the end of a line, whole lines and the
  /// beginning of a line; other events between the lines are ignored.
  func firstEnd(in records: ArraySlice<TraceRecord>) -> Int? {
    guard lines.count > 1 else {
      return records.firstIndex { $0.printedLine?.contains(lines[0]) == true }
    }
    let printed = records.indices.filter { records[$0].printedLine != nil }
    guard printed.count >= lines.count else { return nil }
    for start in 0...(printed.count - lines.count)
    where lines.indices.allSatisfy({ matches($0, records[printed[start + $0]].printedLine ?? "") }) {
      return printed[start + lines.count - 1]
    }
    return nil
  }

  private func matches(_ number: Int, _ line: String) -> Bool {
    switch number {
    case 0: line.hasSuffix(lines[number])
    case lines.count - 1: line.hasPrefix(lines[number])
    default: line == lines[number]
    }
  }
}
