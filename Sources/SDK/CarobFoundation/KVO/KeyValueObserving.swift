import Foundation

/// What an observer wants to be told, and when (F-84).
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The change has the new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The change has the old value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// One notification before registering returns.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// An extra notification before each change.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// What happened to a value (F-87).
public enum NSKeyValueChange: UInt, Sendable {
  case setting = 1
  case insertion = 2
  case removal = 3
  case replacement = 4
}

/// What happens to a set.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
  case unionSetMutation = 1
  case minusSetMutation = 2
  case intersectSetMutation = 3
  case setSetMutation = 4
}

extension NSKeyValueSetMutationKind {
  /// The kind of change that observers are told.
  var changeKind: NSKeyValueChange {
    switch self {
    case .unionSetMutation: .insertion
    case .minusSetMutation, .intersectSetMutation: .removal
    case .setSetMutation: .replacement
    }
  }
}

/// The keys of a change dictionary.
public struct NSKeyValueChangeKey: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// A change as a closure observer gets it (F-101).
public struct NSKeyValueObservedChange<Value> {
  public typealias Kind = NSKeyValueChange
  public let kind: Kind
  /// Nil unless asked for with `.new`.
  public let newValue: Value?
  /// Nil unless asked for with `.old`.
  public let oldValue: Value?
  /// Where, in a change of an ordered collection.
  public let indexes: IndexSet?
  public let isPrior: Bool

  @inlinable init(kind: Kind, newValue: Value?, oldValue: Value?, indexes: IndexSet?, isPrior: Bool) {
    self.kind = kind
    self.newValue = newValue
    self.oldValue = oldValue
    self.indexes = indexes
    self.isPrior = isPrior
  }
}

/// A key path together with its name, which Swift's key paths do not know here; the translator writes it.
public struct _NamedKeyPath<Root, Value> {
  let keyPath: KeyPath<Root, Value>
  let name: StaticString
}

/// Names a key path: `_kp(\.a?.b, "a.b")`.
public func _kp<Root, Value>(_ keyPath: KeyPath<Root, Value>, _ name: StaticString) -> _NamedKeyPath<
  Root, Value
> {
  _NamedKeyPath(keyPath: keyPath, name: name)
}
