import Device
import DeviceProtocol

/// The steps that act on the device itself.
extension StepReader {
  func deviceAction(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    switch name {
    case "press":
      switch try value.word(name, of: ["home", "lock", "unlock", "switcher", "volumeUp", "power"]) {
      case "home": return .springboard(.home)
      case "lock": return .springboard(.lock)
      case "unlock": return .springboard(.unlock)
      case "switcher": return .springboard(.switcher)
      case "power": return .springboard(.powerButton)
      default: return .deafButton("volumeUp")
      }
    case "rotate":
      let word = try value.word(name, of: ["portrait", "landscapeLeft", "landscapeRight", "upsideDown"])
      return .change(.orientation(word == "upsideDown" ? "portraitUpsideDown" : word))
    case "shake":
      try value.yes(name)
      return .change(.shake)
    case "memoryWarning":
      try value.yes(name)
      return .change(.memoryWarning)
    case "appearance": return .change(.appearance(try value.word(name, of: ["dark", "light"])))
    case "contentSize": return .change(.contentSize(try value.word(name, of: Self.contentSizes)))
    case "music":
      return .change(.music(try value.word(name, of: ["play", "pause", "stop", "next", "previous"])))
    case "media":
      let fields = try value.fields(name, known: ["readyAfter"])
      guard let delay = fields["readyAfter"] else { throw value.error("media needs `readyAfter: SECONDS`") }
      return .change(.mediaDelay(try delay.duration("readyAfter")))
    case "launch": return try launch(value)
    case "terminate":
      try value.yes(name)
      return .springboard(.terminate)
    case "kill":
      return .springboard(.kill(try value.word(name, of: ["user", "memory"]) == "user" ? .user : .memory))
    case "switchTo":
      return .springboard(
        try value.word(name, of: ["self", "other"]) == "self" ? .switchToApp : .switchToOther)
    case "interrupt":
      let word = try value.word(name, of: ["call", "alert", "notification", "controlCenter"])
      return .springboard(.interrupt(Springboard.Cover(rawValue: word) ?? .alert))
    case "endInterruption":
      let word = try value.word(name, of: ["dismiss", "accept"])
      return .springboard(word == "dismiss" ? .dismissInterruption : .acceptInterruption)
    case "powerSlider":
      let word = try value.word(name, of: ["cancel", "accept"])
      return .springboard(word == "cancel" ? .cancelPowerSlider : .acceptPowerSlider)
    case "openURL": return .springboard(.openURL(try value.nonEmptyString(name)))
    case "device":
      let wanted = try value.nonEmptyString(name)
      guard let model = DeviceModel.named(wanted) else {
        let names = DeviceModel.all.map(\.name)
        let nearest =
          NearestNames.of(wanted, among: names, limit: 1).first.map { ": did you mean '\($0)'?" } ?? ""
        throw value.error("there is no device '\(wanted)'\(nearest) (`carob devices` lists them)")
      }
      return .device(model.name)
    default:
      _ = try value.word(name, of: ["keep"])
      return .keepContainer
    }
  }

  private func launch(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    let reasons = ["tap", "url", "location", "notification"]
    guard value.isMapping else {
      let word = try value.word(name, of: reasons + ["true"])
      return .launch(reason: word == "true" ? "tap" : word)
    }
    let fields = try value.fields(name, known: ["reason", "url"])
    let reason = try fields["reason"]?.word("reason", of: reasons) ?? (fields["url"] == nil ? "tap" : "url")
    guard let url = fields["url"] else { return .launch(reason: reason) }
    guard reason == "url" else { throw url.error("a url goes with the reason url only") }
    return .springboard(.openURL(try url.nonEmptyString("url")))
  }

  private static let contentSizes = [
    "extraSmall", "small", "medium", "large", "extraLarge", "extraExtraLarge", "extraExtraExtraLarge",
    "accessibilityMedium", "accessibilityLarge", "accessibilityExtraLarge", "accessibilityExtraExtraLarge",
    "accessibilityExtraExtraExtraLarge",
  ]
}
