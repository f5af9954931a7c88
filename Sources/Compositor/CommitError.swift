/// Why a commit was rejected. The scene is unchanged.
public struct CommitError: Error, Sendable, Equatable, CustomStringConvertible {
  public var sequence: UInt64
  public var problem: String
  public var description: String { "commit \(sequence): \(problem)" }
}
