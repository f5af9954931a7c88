/// What the translator needs to know about imported modules.
///
/// Each translation gives the exports of its module (`TranslationResult.exports`); the builder keeps them beside the
/// compiled module and hands those of all dependencies to the next (`TranslationOptions.imported`).
public struct ModuleExports: Sendable, Codable, Equatable {
  /// Classes that derive from the SDK's `NSObject`, as other modules name them.
  public var objectClasses: Set<String> = []
  /// Those that have `init(coder:)`, and those that can be made without arguments.
  public var coderClasses: Set<String> = []
  public var plainClasses: Set<String> = []
  /// Those that derive from `NSManagedObject`.
  public var managedClasses: Set<String> = []
  /// The full names of the methods that a delegate or data source protocol requires, by the protocol's name.
  public var delegateRequirements: [String: Set<String>] = [:]

  public init() {}

  public mutating func formUnion(_ other: ModuleExports) {
    objectClasses.formUnion(other.objectClasses)
    coderClasses.formUnion(other.coderClasses)
    plainClasses.formUnion(other.plainClasses)
    managedClasses.formUnion(other.managedClasses)
    delegateRequirements.merge(other.delegateRequirements) { $0.union($1) }
  }

  var digestText: String {
    [objectClasses, coderClasses, plainClasses, managedClasses].map {
      $0.sorted().joined(separator: ",") + "|"
    }.joined()
      + delegateRequirements.sorted { $0.key < $1.key }
      .map { "\($0.key):" + $0.value.sorted().joined(separator: ",") }.joined(separator: ";")
  }
}
