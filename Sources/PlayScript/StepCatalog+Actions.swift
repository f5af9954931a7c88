// The steps that touch, type and wait.
extension StepCatalog {
  private static let place = value(.target, "What is touched.")

  static let touches = [
    StepDescription(
      "tap", .touch, "Touches the centre of the visible part of the target for 50 ms.", value: place,
      [
        on(),
        StepArgument("count", .count(1...10), .standard("1"), "How often, 50 ms apart."),
        StepArgument("fingers", .count(1...5), .standard("1"), "How many fingers, 40 points apart."),
      ], example: "- tap: Open\n- tap: {on: {type: UIImageView}, count: 2}\n- tap: {x: 20, y: 60}"),
    StepDescription(
      "doubleTap", .touch, "Taps twice.", value: place, [on()], example: "- doubleTap: {id: photo}"),
    StepDescription(
      "longPress", .touch, "Holds a finger still.", value: place,
      [
        on(),
        StepArgument("for", .seconds(atMost: longestGesture), .standard("1"), "How long the finger is down."),
      ], example: "- longPress: {on: Message, for: 0.8}"),
    StepDescription(
      "drag", .touch, "Moves a finger from one place to another, sixty moves a second.",
      [
        StepArgument("from", .target, .required, "Where the finger begins."),
        StepArgument("to", .target, .required, "Where it ends."),
        StepArgument(
          "over", .seconds(atMost: longestGesture), .standard("0.3"), "How long the movement takes."),
        StepArgument("hold", .seconds(atMost: longestGesture), .standard("0"), "A pause before it moves."),
        StepArgument(
          "pause", .seconds(atMost: longestGesture), .standard("0"), "A pause before it is lifted."),
      ], example: "- drag: {from: Card, to: {x: 200, y: 500}, over: 0.5, hold: 0.6}"),
    StepDescription(
      "swipe", .touch,
      "Moves a finger over 60 % of the element (of the screen, for a point) in 0.1 s. A path that would begin or end outside "
        + "the screen is shifted into it.",
      [
        on("What is swiped over."),
        StepArgument(
          "direction", .words(Step.Direction.allCases.map(\.rawValue)), .required, "Where the finger goes."),
      ], example: "- swipe: {on: {type: UITableView}, direction: up}"),
    StepDescription(
      "scroll", .touch,
      "Drags without a fling, as often as needed, until the content has moved by the distance or has reached its end.",
      [
        on("What is dragged."),
        StepArgument(
          "by", .offset(screen, unit: "points"), .required,
          "The distance; a positive y scrolls down."),
      ], example: "- scroll: {on: {type: UIScrollView}, by: {y: 300}}"),
    StepDescription(
      "wheel", .touch, "Turns a wheel, or moves two fingers on a trackpad, with the pointer over the target.",
      [
        on("Where the pointer is."),
        StepArgument("by", .offset(screen, unit: "points"), .required, "By how much the content moves."),
      ], example: "- wheel: {on: {type: UIScrollView}, by: {y: 120}}"),
    StepDescription(
      "pinch", .touch, "Moves two fingers apart or together in 0.3 s.",
      [
        on("What lies between the fingers."),
        StepArgument("scale", .number(0.01...100, unit: ""), .required, "Above 1 apart, below 1 together."),
      ], example: "- pinch: {on: {id: map}, scale: 2}"),
    StepDescription(
      "rotateFingers", .touch, "Turns two fingers about the middle of the target, 300° a second at most.",
      [
        on("What lies between the fingers."),
        StepArgument(
          "degrees", .number(-36_000...36_000, unit: "degrees"), .required, "Clockwise if above 0."),
      ], example: "- rotateFingers: {on: {id: map}, degrees: 90}"),
    StepDescription(
      "touches", .touch,
      "Delivers raw touches as one event. A finger must begin, on the screen, before it moves or ends.",
      value: value(
        .touches,
        "A list of `{finger:, phase:, at: {x:, y:}, force:}`. `finger` is 1…100 (default 1), `phase` one of `began`, "
          + "`moved`, `stationary`, `ended`, `cancelled`, `force` 0…20 (default 1)."),
      example: "- touches: [{finger: 1, phase: began, at: {x: 10, y: 20}}]\n"
        + "- touches: [{finger: 1, phase: ended, at: {x: 10, y: 20}}]"),
  ]

  static let controls = [
    StepDescription(
      "slide", .control, "Drags the thumb of a slider to a fraction of its range.",
      [
        on("A slider."),
        StepArgument("to", .number(0...1, unit: ""), .required, "The fraction of the range."),
      ],
      example: "- slide: {on: {type: UISlider}, to: 0.75}"),
    StepDescription(
      "pick", .control, "Turns a wheel of a picker or date picker, or chooses a segment.",
      [
        on("A picker, a date picker or a segmented control."),
        StepArgument("row", .count(0...1_000_000), .required, "The row or segment, from 0."),
        StepArgument("component", .count(0...1_000_000), .standard("0"), "The wheel, from 0."),
      ], example: "- pick: {on: {type: UIPickerView}, component: 1, row: 3}"),
  ]

  static let texts = [
    StepDescription(
      "type", .text,
      "Types into the first responder, one character after the other; a new line is the return key.",
      value: value(.text, "The text."), example: "- type: \"hello\""),
    StepDescription(
      "compose", .text, "Sets the marked text of an input method.",
      value: value(.text, "The marked text."), example: "- compose: ni"),
    StepDescription(
      "paste", .text, "Puts a text on the pasteboard and presses Command–V.",
      value: value(.text, "The text."), example: "- paste: \"from elsewhere\""),
    StepDescription(
      "key", .text, "Presses a key of a hardware keyboard.",
      value: value(.key, "A character, or one of " + keys.map { "`\($0)`" }.joined(separator: ", ") + "."),
      [
        StepArgument("key", .key, .required, "The key, in a mapping."),
        StepArgument("modifiers", .modifiers, .standard("[]"), "Modifier keys that are held."),
        StepArgument("for", .seconds(atMost: longestGesture), .standard("0"), "How long it is held."),
      ], example: "- key: return\n- key: {key: leftArrow, modifiers: [shift], for: 1}"),
    StepDescription(
      "keyCommand", .text, "Presses a shortcut.",
      [
        StepArgument("input", .text, .required, "The character."),
        StepArgument("modifiers", .modifiers, .standard("[]"), "Modifier keys that are held."),
      ], example: "- keyCommand: {input: n, modifiers: [command]}"),
  ]

  static let keys = [
    "return", "delete", "tab", "escape", "upArrow", "downArrow", "leftArrow", "rightArrow", "forwardDelete",
    "home", "end", "pageUp", "pageDown",
  ]
  static let modifiers = ["command", "shift", "alternate", "option", "control"]

  static let times = [
    StepDescription(
      "wait", .time, "Lets virtual time pass.", value: value(.seconds(atMost: longest), "How long."),
      example: "- wait: 2.5"),
    StepDescription(
      "waitFor", .time, "Waits until an element is on the screen, or has disappeared.",
      value: value(.element, "The element."),
      [
        on("The element."),
        StepArgument("gone", .flag, .standard("false"), "Waits until it has disappeared."),
        StepArgument("timeout", .seconds(atMost: longest), .standard("5"), "The longest wait."),
      ], example: "- waitFor: Done\n- waitFor: {on: Loading, gone: true, timeout: 10}"),
  ]
}
