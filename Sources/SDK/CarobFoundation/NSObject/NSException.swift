import Foundation
import Glibc

/// The name of an exception, which reports a programmer error. Swift cannot catch exceptions, so raising one
/// ends the app.
public struct NSExceptionName: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public static let genericException = NSExceptionName("NSGenericException")
  public static let rangeException = NSExceptionName("NSRangeException")
  public static let invalidArgumentException = NSExceptionName("NSInvalidArgumentException")
  public static let internalInconsistencyException = NSExceptionName("NSInternalInconsistencyException")
  public static let undefinedKeyException = NSExceptionName("NSUnknownKeyException")
}

/// An exception's name, reason and details.
open class NSException: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let name: NSExceptionName
  public let reason: String?
  public let userInfo: [AnyHashable: Any]?

  public init(name: NSExceptionName, reason: String?, userInfo: [AnyHashable: Any]? = nil) {
    self.name = name
    self.reason = reason
    self.userInfo = userInfo
    super.init()
  }

  /// Ends the app with the platform's error message.
  open func raise() -> Never { Self.raise(name, reason ?? "(null)") }

  /// Ends the app: `*** Terminating app due to uncaught exception …`.
  public static func raise(_ name: NSExceptionName, _ reason: String) -> Never {
    fflush(nil)
    fatalError("*** Terminating app due to uncaught exception '\(name.rawValue)', reason: '\(reason)'")
  }
}
