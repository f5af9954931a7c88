/// What a step is aimed at: an element on the screen, or a point.
public indirect enum Target: Sendable, Equatable {
  /// Identifier, else label, else title or text, else value.
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

  /// The words by which near misses are looked for.
  var words: [String] {
    switch self {
    case .named(let name): [name]
    case .point: []
    case .matching(let query): [query.id, query.label, query.text, query.contains].compactMap { $0 }
    }
  }
}

/// Without a needless fraction.
func plain(_ number: Double) -> String {
  if number.magnitude < 1e15, number == number.rounded() { return String(Int64(number)) }
  return String((number * 1000).rounded() / 1000)
}
