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

/// Turns values into others and, where it can, back; registered by name. Subclasses override.
open class ValueTransformer: NSObject {
  public override init() { super.init() }

  /// The class of the values that `transformedValue` gives.
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

  /// Registers a transformer; nil removes the one of the name.
  public class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    let shared = transformer.map(SharedTransformer.init)
    registered.withLock { $0[name] = shared }
  }

  public class func valueTransformerNames() -> [NSValueTransformerName] {
    registered.withLock { Array($0.keys) }.sorted { $0.rawValue < $1.rawValue }
  }

  /// The transformer of a name: a registered one, one of the SDK's, or one of the class of that name.
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
  // @unchecked because a registered transformer is for all threads, as on the platform.
  let value: ValueTransformer
}

extension _CarobConstructible where Self: ValueTransformer {
  /// The transformer of a name; nil where there is none.
  public init?(forName name: NSValueTransformerName) {
    guard let transformer = ValueTransformer.named(name) as? Self else { return nil }
    self = transformer
  }
}

/// Reads archived objects from data, and archives objects: for objects of classes that are allowed only.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The classes of objects at the top of an archive.
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

/// The same without a look at classes, as before secure coding.
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
