import PlayScript

/// The page of the play script's steps.
enum ScriptReference {
  static var page: String {
    var lines = [
      "# The steps of a play script", "", Reference.notice, "", introduction, "",
      "## Beside a step's key", "", "```yaml", "- tap: Stop", "  now: true", "  timeout: 2", "```", "",
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
      "These names are reserved; a script that uses one is refused at its line: "
        + StepCatalog.unavailable.map { "`\($0)`" }.joined(separator: ", ") + ".",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let introduction = """
    A script is a YAML list of steps; each is a mapping with one step key. `carob play PROJECT SCRIPT.yml` launches the app, \
    unless the first step does, and follows the steps in virtual time. Each step first waits until the app is idle: no \
    handler runs, nothing is due now, no finite animation, deceleration or dynamic animator is under way. Times are seconds \
    of virtual time, places and lengths points of the screen. A step that cannot be read is an error with its line, and \
    nothing is run.
    """

  private static let targets = """
    What a step is aimed at: on the screen, in front, not clipped away. A string matches an accessibility element by its \
    identifier, else label, else title or text, else value, exactly; if no element matches, any other visible view. A mapping \
    narrows; all of its keys must hold. With `id` or `type` it means any visible view, accessibility element or not, \
    otherwise an element, and another view only where no element matches. Of several matches the first in reading order (top \
    to bottom, then leading to trailing) is used, with a note in the trace. A target that something covers fails and names \
    what covers it; a disabled one is touched all the same. A step `{text: X}` is short for `{on: {text: X}}`.

    Finding a target runs none of the app's code, with one exception: accessibility getters that the app overrides \
    (`accessibilityLabel`, `accessibilityValue`, `accessibilityIdentifier`, `accessibilityTraits`, `isAccessibilityElement`, \
    `accessibilityElementsHidden`, `accessibilityViewIsModal`) are called at each look, because their answers are what the \
    platform's tests see. The calls are in the trace with `--all` only.

    Cells, segments, picker rows, bar items, alert buttons, swipe actions, the index titles of a table, switches, the halves \
    of a page control (“Previous page”, “Next page”) and of a stepper (“Increment”, “Decrement”) are elements. What shows \
    only an image is called by the image's name.

    `value` is “1” or “0” for a switch, “75%” for a slider or progress view, “page 2 of 3” for a page control, the current \
    value of a stepper or picker, the text of a field.
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
