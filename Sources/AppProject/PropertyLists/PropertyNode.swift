/// A node of a property list that remembers its line, for messages about project files.
struct PropertyNode: Sendable {
  enum Content: Sendable {
    case string(String)
    case array([PropertyNode])
    case dictionary([String: PropertyNode])
  }

  var content: Content
  /// The line on which the node begins, counted from 1.
  var line: Int

  var string: String? { if case .string(let value) = content { value } else { nil } }
  var array: [PropertyNode]? { if case .array(let value) = content { value } else { nil } }
  var dictionary: [String: PropertyNode]? {
    if case .dictionary(let value) = content { value } else { nil }
  }

  subscript(key: String) -> PropertyNode? { dictionary?[key] }

  /// The strings of an array; a single string counts as an array of one.
  var strings: [String] {
    switch content {
    case .string(let value): [value]
    case .array(let nodes): nodes.compactMap(\.string)
    case .dictionary: []
    }
  }

  /// The same list without line numbers.
  var value: PropertyValue {
    switch content {
    case .string(let string): .string(string)
    case .array(let nodes): .array(nodes.map(\.value))
    case .dictionary(let entries): .dictionary(entries.mapValues(\.value))
    }
  }

  init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  /// The node form of a list that Foundation read, without line numbers: for a project file, where all values
  /// are strings.
  init(_ value: PropertyValue) {
    line = 1
    switch value {
    case .string(let string): content = .string(string)
    case .integer(let number): content = .string(String(number))
    case .real(let number): content = .string(String(number))
    case .boolean(let flag): content = .string(flag ? "YES" : "NO")
    case .date(let date): content = .string(date.description)
    case .data(let data): content = .string(data.base64EncodedString())
    case .array(let values): content = .array(values.map(PropertyNode.init))
    case .dictionary(let entries): content = .dictionary(entries.mapValues(PropertyNode.init))
    }
  }
}
