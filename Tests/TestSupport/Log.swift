import Testing

/// What happened, in order; compared as a whole.
@MainActor
public final class Log {
  public private(set) var events: [String] = []
  public init() {}
  public func callAsFunction(_ event: String) { events.append(event) }
  public func take() -> [String] {
    defer { events = [] }
    return events
  }
}

/// What a process that an exit test ran wrote to standard error.
public func errors(of result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// The warnings in that, without their beginning, and without those that the main actor's thread in an exit test is not the
/// main one.
public func warnings(of result: ExitTest.Result?) -> [String] {
  errors(of: result).split(separator: "\n").compactMap { line in
    line.hasPrefix("carob: ") && !line.contains("on a background thread")
      ? line.firstRange(of: "warning: ").map { String(line[$0.upperBound...]) } : nil
  }
}
