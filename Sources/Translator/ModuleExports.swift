/// What the translator needs to know about imported modules.
///
/// Each translation returns the exports of its module (`TranslationResult.exports`). The builder stores them
/// with the compiled module and passes those of all dependencies to the next translation
/// (`TranslationOptions.imported`).
public struct ModuleExports: Sendable, Codable, Equatable {
  /// Classes that derive from the SDK's `NSObject`, by the names that other modules use.
  public var objectClasses: Set<String> = []
  /// Those that have `init(coder:)`, and those that can be created without arguments.
  public var coderClasses: Set<String> = []
  public var plainClasses: Set<String> = []
  /// Those that derive from `NSManagedObject`.
  public var managedClasses: Set<String> = []
  /// The full names of the methods that a delegate or data source protocol requires, keyed by the protocol's
  /// name.
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
