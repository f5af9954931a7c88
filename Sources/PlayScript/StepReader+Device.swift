import Device
import DeviceProtocol

/// The steps that act on the device itself.
extension StepReader {
  func deviceAction(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    switch name {
    case "press":
      switch try ownWord(value) {
      case "home": return .springboard(.home)
      case "lock": return .springboard(.lock)
      case "unlock": return .springboard(.unlock)
      case "switcher": return .springboard(.switcher)
      case "power": return .springboard(.powerButton)
      default: return .buttonWithoutEvent("volumeUp")
      }
    case "rotate":
      let word = try ownWord(value)
      return .change(.orientation(word == "upsideDown" ? "portraitUpsideDown" : word))
    case "shake":
      try value.yes(name)
      return .change(.shake)
    case "assist": return .change(.assistiveGesture(try ownWord(value)))
    case "memoryWarning":
      try value.yes(name)
      return .change(.memoryWarning)
    case "appearance": return .change(.appearance(try ownWord(value)))
    case "contentSize": return .change(.contentSize(try ownWord(value)))
    case "music":
      return .change(.music(try ownWord(value)))
    case "media":
      return .change(.mediaDelay(try options(value).number("readyAfter")))
    case "motion", "activity", "steps": return .motion(try motionChange(value))
    case "snapshot": return .snapshot(try value.nonEmptyString(name))
    case "launch": return try launch(value)
    case "terminate":
      try value.yes(name)
      return .springboard(.terminate)
    case "kill":
      return .springboard(.kill(try ownWord(value) == "user" ? .user : .memory))
    case "switchTo":
      return .springboard(
        try ownWord(value) == "self" ? .switchToApp : .switchToOther)
    case "interrupt":
      let word = try ownWord(value)
      return .springboard(.interrupt(Springboard.Cover(rawValue: word) ?? .alert))
    case "endInterruption":
      let word = try ownWord(value)
      return .springboard(word == "dismiss" ? .dismissInterruption : .acceptInterruption)
    case "powerSlider":
      let word = try ownWord(value)
      return .springboard(word == "cancel" ? .cancelPowerSlider : .acceptPowerSlider)
    case "openURL": return .springboard(.openURL(try value.nonEmptyString(name)))
    case "quickAction":
      return .springboard(.openURL(QuickActionURL.url(for: try value.nonEmptyString(name))))
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
      _ = try ownWord(value)
      return .keepContainer
    }
  }

  private func launch(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    guard value.isMapping else {
      if value.node.scalar?.string == "true" { return .launch(reason: .tap) }
      return try launch(reason: value, url: nil, value)
    }
    let options = try options(value)
    return try launch(reason: options["reason"], url: options["url"], value)
  }

  private func launch(reason: ScriptNode?, url: ScriptNode?, _ place: ScriptNode) throws(ScriptError)
    -> Step.Action
  {
    guard case .words(let reasons)? = step.argument("reason")?.kind else {
      preconditionFailure("launch has reasons")
    }
    let word = try reason?.word("the reason of a launch", of: reasons)
    let reason = word.flatMap(LaunchReason.init(rawValue:)) ?? (url == nil ? .tap : .url)
    switch reason {
    case .url:
      guard let url else {
        throw place.error("a launch for a URL needs `url:`: launch: {reason: url, url: \"scheme://…\"}")
      }
      return .springboard(.openURL(try url.nonEmptyString("url")))
    default:
      if let url { throw url.error("`url:` applies to the reason url only") }
      return .launch(reason: reason)
    }
  }
}
