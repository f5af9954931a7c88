/// What is wrong with a GPX file, and where.
public struct GPXError: Error, Sendable, Equatable, CustomStringConvertible {
  public var path: String
  public var line: Int
  public var column: Int
  public var message: String

  /// As compilers put it: `Route.gpx:3:5: error: …`.
  public var description: String { "\(path):\(line):\(column): error: \(message)" }
}
