/// An error in a GPX file, with its place.
public struct GPXError: Error, Sendable, Equatable, CustomStringConvertible {
  public var path: String
  public var line: Int
  public var column: Int
  public var message: String

  /// In the form of compilers: `Route.gpx:3:5: error: …`.
  public var description: String { "\(path):\(line):\(column): error: \(message)" }
}
