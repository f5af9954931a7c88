import CarobRuntime
import Foundation

extension NSValue {
  /// Creates a value for a struct that the toolchain's `NSValue` does not support. It stores the address of
  /// an interned copy that is never freed.
  // NB: `NSValue` supports only simple types and cannot be subclassed.
  package convenience init<Structure: BitwiseCopyable & Sendable>(interned structure: Structure) {
    var address = InternedStructures.address(of: structure)
    self.init(bytes: &address, objCType: "Q")
  }

  /// The struct in the value: a point, size, rectangle or range, or one from `init(interned:)`; nil for other
  /// values such as numbers.
  package var unboxed: Any? {
    switch String(cString: objCType) {
    case "{CGPoint=dd}": return pointValue
    case "{CGSize=dd}": return sizeValue
    case "{CGRect={CGPoint=dd}{CGSize=dd}}": return rectValue
    case "{_NSRange=QQ}": return rangeValue
    case "Q" where !(self is NSNumber):
      var address: UnsafeRawPointer?
      getValue(&address)
      return InternedStructures.structure(at: address)
    default: return nil
    }
  }
}

/// Interned structs, stored once each and never freed.
private enum InternedStructures {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let bytes: [UInt8]
  }
  private struct Table {
    var addresses: [Key: UnsafeRawPointer] = [:]
    var structures: [UnsafeRawPointer: any BitwiseCopyable & Sendable] = [:]
  }
  private static let table = Guarded(Table())

  static func address<Structure: BitwiseCopyable & Sendable>(of structure: Structure) -> UnsafeRawPointer {
    let bytes = withUnsafeBytes(of: structure) { Array($0) }
    let key = Key(type: ObjectIdentifier(Structure.self), bytes: bytes)
    return table.withLock { table in
      if let known = table.addresses[key] { return known }
      let place = UnsafeMutablePointer<Structure>.allocate(capacity: 1)
      place.initialize(to: structure)
      table.addresses[key] = UnsafeRawPointer(place)
      table.structures[UnsafeRawPointer(place)] = structure
      return UnsafeRawPointer(place)
    }
  }

  static func structure(at address: UnsafeRawPointer?) -> Any? {
    guard let address else { return nil }
    return table.withLock { $0.structures[address] }
  }
}
