extension AccessibilityNode {
  func encode(to writer: inout WireWriter) {
    writer.write(id)
    writer.write(parent) { $0.write($1) as Void }
    writer.write(role)
    writer.write(identifier)
    writer.write(label)
    writer.write(value)
    writer.write(hint)
    writer.write(UInt32(states.rawValue))
    writer.write(level)
    writer.write(range)
    for number in [x, y, width, height, activationX, activationY] { writer.write(number) }
    writer.write(actions) { $0.write($1) as Void }
  }

  init(from reader: inout WireReader) throws(WireError) {
    let id = try reader.unsigned()
    let parent = try reader.optional("node.parent") { reader throws(WireError) in
      try reader.unsigned32("node.parent")
    }
    let role = try reader.string("node.role")
    let identifier = try reader.optionalString("node.identifier")
    let label = try reader.optionalString("node.label")
    let value = try reader.optionalString("node.value")
    let hint = try reader.optionalString("node.hint")
    guard let states = UInt16(exactly: try reader.unsigned32("node.states")) else {
      throw .invalidValue(field: "node.states")
    }
    let level = try reader.byte()
    let range = try reader.doubles()
    guard range.isEmpty || range.count == 3 else { throw .invalidValue(field: "node.range") }
    self.init(
      id: id, parent: parent, role: role, identifier: identifier, label: label, value: value, hint: hint,
      states: States(rawValue: states), level: level, range: range, x: try reader.double(),
      y: try reader.double(), width: try reader.double(), height: try reader.double(),
      activationX: try reader.double(), activationY: try reader.double(),
      actions: try reader.array { reader throws(WireError) in try reader.string("node.actions") })
  }
}

extension AccessibilityReport {
  func encode(to writer: inout WireWriter) {
    switch self {
    case .tree(let nodes):
      writer.write(1 as UInt8)
      writer.write(nodes) { $1.encode(to: &$0) }
    case .announcement(let text):
      writer.write(2 as UInt8)
      writer.write(text)
    case .changed(let focus):
      writer.write(3 as UInt8)
      writer.write(focus) { $0.write($1) as Void }
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try reader.byte() {
    case 1:
      let nodes = try reader.array(minimum: 58) { reader throws(WireError) in
        try AccessibilityNode(from: &reader)
      }
      // A container is before what it contains.
      for (index, node) in nodes.enumerated() where node.parent.map({ $0 >= index }) == true {
        throw .invalidValue(field: "node.parent")
      }
      self = .tree(nodes)
    case 2: self = .announcement(try reader.string("announcement"))
    case 3:
      self = .changed(
        focus: try reader.optional("changed.focus") { reader throws(WireError) in try reader.unsigned() })
    default: throw .invalidValue(field: "accessibility")
    }
  }
}

extension AccessibilityRequest {
  func encode(to writer: inout WireWriter) {
    switch self {
    case .describe: writer.write(1 as UInt8)
    case .perform(let command, let element, let label):
      writer.write(2 as UInt8)
      writer.write(element)
      writer.write(label)
      switch command {
      case .activate: writer.write(1 as UInt8)
      case .increment: writer.write(2 as UInt8)
      case .decrement: writer.write(3 as UInt8)
      case .focus: writer.write(4 as UInt8)
      case .scroll(let direction):
        writer.write(5 as UInt8)
        writer.write(direction)
      case .action(let name):
        writer.write(6 as UInt8)
        writer.write(name)
      }
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try reader.byte() {
    case 1: self = .describe
    case 2:
      let element = try reader.unsigned()
      let label = try reader.string("perform.label")
      let command: AccessibilityCommand
      switch try reader.byte() {
      case 1: command = .activate
      case 2: command = .increment
      case 3: command = .decrement
      case 4: command = .focus
      case 5: command = .scroll(try reader.string("perform.direction"))
      case 6: command = .action(try reader.string("perform.action"))
      default: throw .invalidValue(field: "perform.command")
      }
      self = .perform(command, element: element, label: label)
    default: throw .invalidValue(field: "accessibility")
    }
  }
}
