import Foundation

// Lets `%@` accept any object and any bridged value, as on the platform. The toolchain accepts only strings
// and numbers.
//
// DEVIATION: on the platform bridged values need `as CVarArg`, which the compiler implements by bridging.
// Here the cast requires a conformance.

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

/// A string with the object's description, encoded as a variable argument. It is kept until the end of the
/// turn.
///
/// NB: the toolchain's formatter lets Core Foundation describe the object, which traps for objects that are
/// not its own.
private func encoded(_ object: Foundation.NSObject) -> [Int] {
  let text = object as? NSString ?? NSString(string: object.description)
  keepUntilEndOfTurn(text)
  return [Int(bitPattern: Unmanaged.passUnretained(text).toOpaque())]
}
