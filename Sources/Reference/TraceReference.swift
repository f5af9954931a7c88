import Device
import TraceVocabulary

/// The page of the trace's fields.
enum TraceReference {
  static var page: String {
    var lines = ["# The trace", "", Reference.notice, "", introduction, "", "## Fields", ""]
    lines += table(TraceField.allCases.map { ($0.rawValue, $0.meaning) }, "field")
    lines += ["", "Fields without a value are left out.", "", "## `category`", ""]
    lines += table(EventCategory.allCases.map { ($0.rawValue, $0.meaning) }, "category")
    lines += ["", "## `mechanism`", ""]
    lines += table(Mechanism.allCases.map { ($0.rawValue, $0.meaning) }, "mechanism")
    lines += ["", "## `outcome`", ""]
    lines += table(TraceField.outcomes, "outcome")
    return lines.joined(separator: "\n") + "\n"
  }

  private static let introduction = """
    `carob play --trace F.jsonl` writes one JSON object per line: first `{"schema": 1, …}` with the device and the seed, then \
    the events in the order in which they happened. The trace contains every message to a method that the app implements or \
    overrides, everything that was printed, and every decision that suppressed an expected message; with `--all` also events \
    inside the framework. `--timeline` prints the same as text, one line per event, indented by cause; `--perfetto` writes it \
    for the Perfetto and `chrome://tracing` viewers. The same script with the same seed gives the same bytes.
    """

  private static func table(_ rows: [(String, String)], _ title: String) -> [String] {
    [Reference.row(title, "meaning"), "|---|---|"] + rows.map { Reference.row("`\($0.0)`", $0.1) }
  }
}
