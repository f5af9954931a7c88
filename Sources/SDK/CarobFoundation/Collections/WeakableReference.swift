@_spi(Hazards) import CarobRuntime
import Foundation

/// An element of a collection that can hold its elements weakly.
struct WeakableReference {
  // NB: the weak reference is not first, because of the limit of `Zeroing`.
  private let strongValue: Any?
  @Zeroing private var weakObject: AnyObject?
  private let isWeak: Bool
  /// The key for lookup: by `isEqual` and `hash`, or by address.
  let key: AnyHashable

  init(_ value: Any, _ options: NSPointerFunctions.Options) {
    isWeak = options.contains(.weakMemory)
    weakObject = isWeak ? value as AnyObject : nil
    strongValue = isWeak ? nil : value
    key = Self.key(value, options)
  }

  /// The element; nil if it was held weakly and has been deallocated.
  var value: Any? { isWeak ? weakObject : strongValue }

  /// The element as the collection's element type.
  // NB: casting the optional itself would turn nil into `NSNull` if the element type is `AnyObject`.
  func value<Element>(as _: Element.Type) -> Element? { value.flatMap { $0 as? Element } }

  static func key(_ value: Any, _ options: NSPointerFunctions.Options) -> AnyHashable {
    // NB: the key of a weakly held element must not retain it.
    if options.contains(.objectPointerPersonality) || options.contains(.weakMemory) {
      return ObjectIdentifier(value as AnyObject)
    }
    return value as? AnyHashable ?? AnyHashable(ObjectIdentifier(value as AnyObject))
  }
}

/// Defines how a collection holds and compares its elements.
public enum NSPointerFunctions {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let strongMemory = Options([])
    public static let weakMemory = Options(rawValue: 5)
    public static let objectPersonality = Options([])
    public static let objectPointerPersonality = Options(rawValue: 1 << 9)
    public static let copyIn = Options(rawValue: 1 << 16)
  }
}
