import PlayScript

/// The page of the play script's steps.
enum ScriptReference {
  static var page: String {
    var lines = [
      "# The steps of a play script", "", Reference.notice, "", introduction, "",
      "## Options of every step", "", "```yaml", "- tap: Stop", "  now: true", "  timeout: 2", "```", "",
    ]
    lines += table(StepCatalog.common)
    lines += ["", "## Targets", "", targets, ""]
    lines += table(StepCatalog.target)
    for group in StepDescription.Group.allCases {
      lines += ["", "## \(group.rawValue)"]
      for step in StepCatalog.all where step.group == group { lines += describe(step) }
    }
    lines += [
      "", "## Not available yet", "",
      "These names are reserved; a script that uses one is rejected at its line: "
        + StepCatalog.unavailable.map { "`\($0)`" }.joined(separator: ", ") + ".",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let introduction = """
    A script is a YAML list of steps; each is a mapping with one step key. `carob play PROJECT SCRIPT.yml` launches the app, \
    unless the first step does, and performs the steps in virtual time. Each step first waits until the app is idle: no \
    handler is running, nothing is due now, and no finite animation, deceleration or dynamic animator is in progress. Times \
    are seconds of virtual time, positions and lengths screen points. A step that cannot be parsed is an error with its line, \
    and nothing is run.
    """

  private static let targets = """
    A step's target is on the screen, in front, and not clipped away. A string matches an accessibility element whose \
    identifier, else label, else title or text, else value equals it; if no element matches, any other visible view. In a \
    mapping all keys must match. With `id` or `type` it matches any visible view, whether or not it is an accessibility \
    element; otherwise an element, and another view only if no element matches. Of several matches the first in reading order \
    (top to bottom, then leading to trailing) is used, with a note in the trace. A covered target fails, with the name of \
    what covers it; a disabled one is touched anyway. A step `{text: X}` is short for `{on: {text: X}}`.

    Finding a target runs none of the app's code, with one exception: accessibility getters that the app overrides \
    (`accessibilityLabel`, `accessibilityValue`, `accessibilityIdentifier`, `accessibilityTraits`, `isAccessibilityElement`, \
    `accessibilityElementsHidden`, `accessibilityViewIsModal`) are called each time, because UI tests on the platform see \
    their results, too. The trace contains these calls only with `--all`.

    Cells, segments, picker rows, bar items, alert buttons, swipe actions, the index titles of a table, switches, the halves \
    of a page control (“Previous page”, “Next page”) and of a stepper (“Increment”, “Decrement”) are elements. An element that \
    shows only an image is named by the image.

    `value` is “1” or “0” for a switch, “75%” for a slider or progress view, “page 2 of 3” for a page control, the current \
    value of a stepper or picker, the text of a text field.
    """

  private static func describe(_ step: StepDescription) -> [String] {
    var lines = ["", "### `\(step.name)`", "", step.purpose, "", "```yaml", step.example, "```"]
    if let value = step.value {
      lines += ["", "Directly: \(kind(value.kind)). \(value.meaning)"]
    }
    if !step.arguments.isEmpty { lines += [""] + table(step.arguments) }
    return lines
  }

  private static func table(_ arguments: [StepArgument]) -> [String] {
    [Reference.row("key", "value", "default", "meaning"), "|---|---|---|---|"]
      + arguments.map { argument in
        let standard =
          switch argument.presence {
          case .required: "required"
          case .optional: "–"
          case .standard(let text): "`\(text)`"
          }
        return Reference.row("`\(argument.name)`", kind(argument.kind), standard, argument.meaning)
      }
  }

  private static func kind(_ kind: StepArgument.Kind) -> String {
    func number(_ value: Double) -> String {
      value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
    switch kind {
    case .target: return "a target or a point"
    case .element: return "a target"
    case .text: return "a string"
    case .words(let words): return words.map { "`\($0)`" }.joined(separator: ", ")
    case .path: return "a path"
    case .flag: return "`true`, `false`"
    case .seconds(let most): return "seconds, 0…\(number(most))"
    case .number(let range, let unit):
      return
        "a number\(unit.isEmpty ? "" : " of \(unit)"), \(number(range.lowerBound))…\(number(range.upperBound))"
    case .count(let range): return "a whole number, \(range.lowerBound)…\(range.upperBound)"
    case .components(let names, let range, let unit):
      return "`{\(names.map { "\($0):" }.joined(separator: ", "))}` in \(unit), each "
        + "\(number(range.lowerBound))…\(number(range.upperBound)), unchanged if left out"
    case .offset(let range, let unit):
      return
        "`{x:, y:}` in \(unit), each \(number(range.lowerBound))…\(number(range.upperBound)), 0 if left out"
    case .key: return "a key"
    case .modifiers: return "a list of `command`, `shift`, `alternate` (or `option`), `control`"
    case .touches: return "touches"
    case .events: return "events"
    case .yes: return "`true`"
    }
  }
}
