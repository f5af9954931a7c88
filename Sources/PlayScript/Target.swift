/// The target of a step: an element or a point of the screen.
public indirect enum Target: Sendable, Equatable {
  /// An identifier, label, title or text, or value, in this order of preference.
  case named(String)
  case matching(Query)
  case point(x: Double, y: Double)

  public struct Query: Sendable, Equatable {
    public var id: String?
    public var label: String?
    public var text: String?
    public var contains: String?
    public var type: String?
    public var index: Int?
    public var within: Target?
    public init() {}
  }
}

extension Target: CustomStringConvertible {
  public var description: String {
    switch self {
    case .named(let name): return "'\(name)'"
    case .point(let x, let y): return "point (\(plain(x)), \(plain(y)))"
    case .matching(let query):
      var parts: [String] = []
      if let id = query.id { parts.append("id '\(id)'") }
      if let label = query.label { parts.append("label '\(label)'") }
      if let text = query.text { parts.append("text '\(text)'") }
      if let contains = query.contains { parts.append("containing '\(contains)'") }
      if let type = query.type { parts.append("type \(type)") }
      if let index = query.index { parts.append("index \(index)") }
      if let within = query.within { parts.append("within \(within)") }
      return parts.joined(separator: ", ")
    }
  }

  /// The words that suggestions are searched for.
  var words: [String] {
    switch self {
    case .named(let name): [name]
    case .point: []
    case .matching(let query): [query.id, query.label, query.text, query.contains].compactMap { $0 }
    }
  }
}

/// Without a fraction for whole numbers.
func plain(_ number: Double) -> String {
  if number.magnitude < 1e15, number == number.rounded() { return String(Int64(number)) }
  return String((number * 1000).rounded() / 1000)
}
