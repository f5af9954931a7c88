import Device
import DeviceProtocol
import TraceVocabulary

// The steps that act on the device, and the checks.
extension StepCatalog {
  private static let yes = value(.yes, "Always `true`.")

  static let device = [
    StepDescription(
      "press", .device, "Presses a button of the device, or opens the app switcher.",
      value: value(.words(["home", "lock", "unlock", "switcher", "volumeUp", "power"]), "Which."),
      example: "- press: home"),
    StepDescription(
      "rotate", .device, "Turns the device.",
      value: value(
        .words(["portrait", "landscapeLeft", "landscapeRight", "upsideDown"]), "How it is held then."),
      example: "- rotate: landscapeLeft"),
    StepDescription("shake", .device, "Shakes the device.", value: yes, example: "- shake: true"),
    StepDescription(
      "assist", .device,
      "Makes a gesture of assistive technology for the whole app: the message is sent to the first responder or the "
        + "screen in front, then up the responder chain until a responder returns true.",
      value: value(
        .words(["escape", "magicTap"]),
        "`escape` leaves what is shown (a sheet, an alert, a pushed screen), `magicTap` performs the most important action."
      ),
      example: "- assist: escape"),
    StepDescription(
      "memoryWarning", .device, "Sends a memory warning.", value: yes,
      example: "- memoryWarning: true"),
    StepDescription(
      "appearance", .device, "Switches between the dark and the light appearance.",
      value: value(.words(["dark", "light"]), "Which."), example: "- appearance: dark"),
    StepDescription(
      "contentSize", .device, "Sets the preferred text size.",
      value: value(
        .words([
          "extraSmall", "small", "medium", "large", "extraLarge", "extraExtraLarge", "extraExtraExtraLarge",
          "accessibilityMedium", "accessibilityLarge", "accessibilityExtraLarge",
          "accessibilityExtraExtraLarge", "accessibilityExtraExtraExtraLarge",
        ]), "Which."), example: "- contentSize: accessibilityLarge"),
    StepDescription(
      "music", .device, "Presses a button of the system's music player.",
      value: value(.words(["play", "pause", "stop", "next", "previous"]), "Which."), example: "- music: next"),
    StepDescription(
      "media", .device, "Sets how long players take until they are ready to play.",
      [StepArgument("readyAfter", .seconds(atMost: longest), .required, "The delay.")],
      example: "- media: {readyAfter: 3}"),
    StepDescription(
      "snapshot", .device, "Writes a picture of the screen.",
      value: value(.path, "The PNG file, relative to the current folder."),
      example: "- snapshot: after.png"),
  ]

  static let lifecycle = [
    StepDescription(
      "launch", .lifecycle,
      "Launches the app. As the first step it is the launch that precedes every script.",
      value: value(.words(["tap", "true"]), "`tap` or `true`: by its icon."),
      [
        StepArgument(
          "reason", .words(["tap", "url", "location", "notification"]), .standard("tap"),
          "Why. `url` needs `url:`; `notification` taps the latest one; `location` launches in the background."
        ),
        StepArgument("url", .text, .optional, "The URL that is opened, with the reason `url`."),
      ], example: "- launch: tap"),
    StepDescription(
      "terminate", .lifecycle, "Ends the app with `applicationWillTerminate`.", value: yes,
      example: "- terminate: true"),
    StepDescription(
      "kill", .lifecycle, "Ends the app without a message.",
      value: value(
        .words(["user", "memory"]), "By the user in the switcher, or by the system to free memory."),
      example: "- kill: memory"),
    StepDescription(
      "switchTo", .lifecycle, "Brings the app, or another one, to the front.",
      value: value(.words(["self", "other"]), "Which."), example: "- switchTo: other\n- switchTo: self"),
    StepDescription(
      "interrupt", .lifecycle, "Covers the app, which becomes inactive.",
      value: value(.words(["call", "alert", "notification", "controlCenter"]), "With what."),
      example: "- interrupt: call"),
    StepDescription(
      "endInterruption", .lifecycle, "Ends the interruption; accepting a call leaves the app.",
      value: value(.words(["dismiss", "accept"]), "How."), example: "- endInterruption: dismiss"),
    StepDescription(
      "powerSlider", .lifecycle, "Answers the slider that `press: power` shows.",
      value: value(.words(["cancel", "accept"]), "How."), example: "- powerSlider: cancel"),
    StepDescription(
      "openURL", .lifecycle,
      "Opens a URL in the app, which is launched or comes to the front. As the first step it launches the app by it.",
      value: value(.text, "The URL."), example: "- openURL: \"myapp://item/3\""),
    StepDescription(
      "quickAction", .lifecycle,
      "Chooses a quick action of the app's icon (`UIApplicationShortcutItem`), which launches the app or brings it "
        + "to the front. As the first step it launches the app by it.",
      value: value(.text, "The item's title or type."), example: "- quickAction: New Message"),
  ]

  private static let eventKeys = [
    StepArgument("name", .text, .optional, "The event's `name`."),
    StepArgument(
      "receiver", .text, .optional, "The receiver's class; `ViewController#2` for the second one created."),
    StepArgument("mechanism", .words(mechanisms), .optional, "Its mechanism ([the trace](Trace.md))."),
    StepArgument("outcome", .words(outcomes), .optional, "Its outcome."),
    StepArgument("printed", .text, .optional, "Part of a printed line."),
  ]
  static let mechanisms = Mechanism.allCases.map(\.rawValue)
  static let outcomes = TraceField.outcomes.map(\.name)

  static let checks = [
    StepDescription(
      "expect", .check, "Waits until an element is on the screen and has the given state.",
      value: value(.element, "The element."),
      [
        StepArgument("on", .element, .required, "The element."),
        StepArgument("text", .text, .optional, "The title or text that it must show; only with `on:`."),
        StepArgument("value", .text, .optional, "Its accessibility value."),
        StepArgument("enabled", .flag, .optional, "Whether it is enabled."),
        StepArgument("selected", .flag, .optional, "Whether it has the selected trait."),
      ], example: "- expect: Welcome\n- expect: {on: {type: UISwitch}, value: \"1\", enabled: true}"),
    StepDescription(
      "expectNot", .check, "Waits until an element is not on the screen.",
      value: value(.element, "The element."),
      [StepArgument("on", .element, .required, "The same.")],
      example: "- expectNot: {text: Loading}"),
    StepDescription(
      "expectPrinted", .check,
      "Waits until the app has printed a text (standard output, `NSLog`, `os_log`) since the previous match.",
      value: value(
        .text, "Part of a line. With line breaks: the end of a line, whole lines, and the start of a line."),
      example: "- expectPrinted: \"3 items\""),
    StepDescription(
      "expectNotPrinted", .check, "Fails if the app has printed a text since the previous match.",
      value: value(.text, "As for `expectPrinted`."), example: "- expectNotPrinted: error"),
    StepDescription(
      "expectEvent", .check,
      "Checks the events since the last step that was not a check (at the start: since the launch).",
      value: value(.text, "The event's name."),
      eventKeys + [
        StepArgument(
          "count", .count(0...1_000_000), .optional, "Exactly how often; without it at least once.")
      ],
      example: "- expectEvent: \"viewDidAppear(_:)\"\n"
        + "- expectEvent: {name: \"open:\", receiver: ListViewController, outcome: handled, count: 1}"),
    StepDescription(
      "expectOrder", .check,
      "Searches the whole trace for events in this order, possibly with others between them.",
      value: value(
        .events,
        "A list of names, or mappings of `name`, `receiver`, `mechanism`, `outcome`, `printed`."),
      example: "- expectOrder: [viewDidLoad(), {name: \"viewWillAppear(_:)\", receiver: ViewController}]"),
  ]

  static let eventArguments = eventKeys

  static let setup = [
    StepDescription(
      "device", .setup, "Chooses the device (`carob devices` lists them); before every other step.",
      value: value(.text, "The model's name, or a part of it."), example: "- device: iPad Pro 11"),
    StepDescription(
      "container", .setup,
      "Keeps files and preferences; before every other step. The run begins with what the previous run with "
        + "`container: keep` of the same app left, and leaves its own to the next. A run without this step begins "
        + "with an empty container and neither sees nor changes the kept one.",
      value: value(.words(["keep"]), "Always `keep`."), example: "- container: keep"),
  ]
}
