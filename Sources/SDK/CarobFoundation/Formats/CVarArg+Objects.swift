import Foundation

// What the platform takes for `%@`: any object, and what is bridged to one. The toolchain takes texts and numbers only.
//
// DEVIATION: on the platform the bridged values need `as CVarArg`, which the compiler turns into a bridge; here that
// cast asks for a conformance.

extension Foundation.NSObject: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { encoded(self) }
}
extension Array: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { encoded(NSArray(array: self)) }
}
extension Dictionary: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { encoded(self as NSDictionary) }
}
extension Set: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { encoded(self as NSSet) }
}
extension Date: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { encoded(self as NSDate) }
}
extension UUID: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { encoded(self as NSUUID) }
}
extension URL: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { encoded(self as NSURL) }
}
extension Data: @retroactive CVarArg {
  public var _cVarArgEncoding: [Int] { encoded(self as NSData) }
}

/// A text with the object's description, as a variable argument list has it; it lives until the end of the turn.
///
/// NB: the toolchain's formatter asks Core Foundation to describe an object and stops at one that is not its own.
private func encoded(_ object: Foundation.NSObject) -> [Int] {
  let text = object as? NSString ?? NSString(string: object.description)
  keepUntilEndOfTurn(text)
  return [Int(bitPattern: Unmanaged.passUnretained(text).toOpaque())]
}
