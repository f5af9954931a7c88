import Device
import DeviceProtocol

/// The steps for the device's services: permissions and location.
extension StepReader {
  func serviceAction(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    if let action = try locationAction(value) { return action }
    let options = try options(value)
    switch name {
    case "answer":
      let kind = PermissionKind(rawValue: try options.word("prompt")) ?? .location
      let choice = PermissionChoice(rawValue: try options.word("with")) ?? .deny
      let choices: [PermissionChoice] =
        kind == .location ? [.always, .whenInUse, .once, .allow, .deny] : [.allow, .deny]
      guard choices.contains(choice) else {
        throw (options["with"] ?? value).error(
          "the \(kind.rawValue) prompt cannot be answered with '\(choice.rawValue)': it is one of "
            + choices.map(\.rawValue).joined(separator: ", "))
      }
      return .answer(kind, with: choice, isPrecise: try precise(options, kind))
    default:
      if try options.word("for") == StepCatalog.locationServices {
        return try locationServices(options, value)
      }
      let kind = PermissionKind(rawValue: try options.word("for")) ?? .location
      let word = try options.word("to")
      let statuses: [String: PermissionStatus] = [
        "always": .always, "whenInUse": .whenInUse, "denied": .denied, "allowed": .allowed,
        "notDetermined": .notDetermined, "restricted": .restricted, "provisional": .provisional,
      ]
      var known = ["denied", "notDetermined", "restricted"]
      known += kind == .location ? ["always", "whenInUse"] : ["allowed"]
      if kind == .notifications { known.append("provisional") }
      guard known.contains(word), let status = statuses[word] else {
        throw (options["to"] ?? value).error(
          "\(kind.rawValue) cannot be '\(word)': it is one of \(known.joined(separator: ", "))")
      }
      return .permission(kind, to: status, isPrecise: try precise(options, kind))
    }
  }

  /// The option `precise:`, which only the permission for location has.
  ///
  /// - Parameter kind: nil for Location Services as a whole.
  private func precise(_ options: StepOptions, _ kind: PermissionKind?) throws(ScriptError) -> Bool? {
    guard let precise = options["precise"] else { return nil }
    guard kind == .location else { throw precise.error("`precise:` applies to location only") }
    return try precise.bool("precise")
  }

  /// L-9.
  private func locationServices(
    _ options: StepOptions, _ value: ScriptNode
  ) throws(ScriptError) -> Step.Action {
    let word = try options.word("to")
    guard ["allowed", "denied"].contains(word) else {
      throw (options["to"] ?? value).error(
        "locationServices cannot be '\(word)': it is one of allowed, denied")
    }
    _ = try precise(options, nil)
    return .locationServices(isOn: word == "allowed")
  }
}
