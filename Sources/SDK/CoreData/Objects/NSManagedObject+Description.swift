import CarobFoundation

extension NSManagedObject {
  // C-155
  /// `<Note: 0x…> (entity: Note; id: 0x… <x-coredata://…>; data: {…})`, `data: <fault>` for a fault.
  final var managedDescription: String {
    let head =
      "<\(ClassNames.name(of: type(of: self))): \(addressText(of: self))> (entity: \(plan.entity.name ?? ""); id: "
      + "\(objectID); data: "
    if isFault { return head + "<fault>)" }
    let names = plan.slots.indices.sorted { plan.slots[$0].name < plan.slots[$1].name }
    let lines = names.map { "    \(plan.slots[$0].name) = \(text($0));" }
    return head + "{\n" + lines.joined(separator: "\n") + "\n})"
  }

  private func text(_ slot: Int) -> String {
    let value = values[slot]
    switch plan.slots[slot].kind {
    case .attribute(let type):
      if value.isNull { return "nil" }
      switch value {
      case .text(let text): return type == .stringAttributeType ? quoted(text) : text
      case .object(let object): return "\"(...not nil..)\"" + (object is NSNull ? "" : "")
      default: return value.boxed(type).map { "\($0)" } ?? "nil"
      }
    case .toOne:
      switch value {
      case .object(let object): return "\"\(unsafeDowncast(object, to: NSManagedObject.self).objectID)\""
      case .toOne(let id): return "\"\(id)\""
      default: return "nil"
      }
    case .toMany:
      guard let known = knownToMany(slot), known.isLoaded else {
        return row == nil
          ? "    (\n    )" : "\"<relationship fault: \(addressText(of: self)) '\(plan.slots[slot].name)'>\""
      }
      return "    (\n" + known.members.map { "        \"\($0.objectID)\"" }.joined(separator: ",\n")
        + "\n    )"
    case .fetched: return "\"<fetched property: \(plan.slots[slot].name)>\""
    }
  }

  /// The text, quoted if the old property-list format requires it.
  private func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
      }
    return isPlain ? text : "\"\(text)\""
  }
}
