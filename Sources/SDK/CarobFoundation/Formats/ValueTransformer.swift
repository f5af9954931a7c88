import CarobRuntime
import Foundation

/// The name under which a value transformer is registered.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public static let negateBooleanTransformerName = NSValueTransformerName("NSNegateBoolean")
  public static let isNilTransformerName = NSValueTransformerName("NSIsNil")
  public static let isNotNilTransformerName = NSValueTransformerName("NSIsNotNil")
  public static let unarchiveFromDataTransformerName = NSValueTransformerName("NSUnarchiveFromData")
  public static let keyedUnarchiveFromDataTransformerName = NSValueTransformerName("NSKeyedUnarchiveFromData")
  public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
    "NSSecureUnarchiveFromData")
}

/// Converts values and, if supported, converts them back. Registered by name. Subclasses override the
/// methods.
open class ValueTransformer: NSObject {
  public override init() { super.init() }

  /// The class of the values that `transformedValue` returns.
  open class func transformedValueClass() -> AnyClass { NSObject.self }
  open class func allowsReverseTransformation() -> Bool { false }

  open func transformedValue(_ value: Any?) -> Any? { value }

  open func reverseTransformedValue(_ value: Any?) -> Any? {
    guard Self.allowsReverseTransformation() else {
      NSException.raise(
        .genericException,
        "The receiver (\(self)) is not a transformer that allows reverse transformation (-reverseTransformedValue:)"
      )
    }
    return transformedValue(value)
  }

  // MARK: Names

  private static let registered = Guarded<[NSValueTransformerName: SharedTransformer]>([:])

  /// Registers a transformer; nil removes the one with this name.
  public class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    let shared = transformer.map(SharedTransformer.init)
    registered.withLock { $0[name] = shared }
  }

  public class func valueTransformerNames() -> [NSValueTransformerName] {
    registered.withLock { Array($0.keys) }.sorted { $0.rawValue < $1.rawValue }
  }

  /// The transformer with a name: a registered one, a built-in one, or an instance of the class with that
  /// name.
  fileprivate static func named(_ name: NSValueTransformerName) -> ValueTransformer? {
    if let known = registered.withLock({ $0[name] }) { return known.value }
    guard let made = builtIn(name) ?? (ClassNames.find(name.rawValue) as? ValueTransformer.Type)?.made()
    else {
      return nil
    }
    let shared = SharedTransformer(value: made)
    return registered.withLock { registered in
      let transformer = registered[name] ?? shared
      registered[name] = transformer
      return transformer
    }.value
  }

  private static func builtIn(_ name: NSValueTransformerName) -> ValueTransformer? {
    switch name {
    case .negateBooleanTransformerName: FunctionTransformer { ($0 as? NSNumber)?.boolValue != true }
    case .isNilTransformerName: FunctionTransformer { $0 == nil }
    case .isNotNilTransformerName: FunctionTransformer { $0 != nil }
    case .unarchiveFromDataTransformerName, .keyedUnarchiveFromDataTransformerName: UnarchiveTransformer()
    case .secureUnarchiveFromDataTransformerName, .init("NSSecureUnarchiveFromDataTransformer"):
      NSSecureUnarchiveFromDataTransformer()
    default: nil
    }
  }

  private static func made() -> ValueTransformer? {
    guard let make = _carobNew else { return nil }
    return _onMainActor { (make() as? ValueTransformer).map(SharedTransformer.init) }?.value
  }
}

private struct SharedTransformer: @unchecked Sendable {
  // @unchecked because a registered transformer is used on all threads, as on the platform.
  let value: ValueTransformer
}

extension _CarobConstructible where Self: ValueTransformer {
  /// Returns the transformer with a name; nil if there is none.
  public init?(forName name: NSValueTransformerName) {
    guard let transformer = ValueTransformer.named(name) as? Self else { return nil }
    self = transformer
  }
}

/// Unarchives objects from data, and archives objects, for allowed classes only.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The allowed classes of the top-level object of an archive.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
      NSURL.self, NSUUID.self, NSNull.self,
    ]
  }
  open override class func allowsReverseTransformation() -> Bool { true }

  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: Self.allowedTopLevelClasses, from: data)
  }

  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value else { return nil }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  }
}

/// The same without class checks, as before secure coding.
private final class UnarchiveTransformer: ValueTransformer {
  override class func allowsReverseTransformation() -> Bool { true }
  override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data)
  }
  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value else { return nil }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: false)
  }
}

private final class FunctionTransformer: ValueTransformer {
  private let function: (Any?) -> Bool
  init(_ function: @escaping (Any?) -> Bool) {
    self.function = function
    super.init()
  }
  override func transformedValue(_ value: Any?) -> Any? { NSNumber(value: function(value)) }
}
