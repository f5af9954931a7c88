import CarobRuntime
import Foundation

extension NSValue {
  /// A value that holds a structure which the toolchain's values do not take: by the address of an equal one that stays for
  /// ever.
  // NB: they take simple types only, and cannot be subclassed.
  package convenience init<Structure: BitwiseCopyable & Sendable>(interned structure: Structure) {
    var address = InternedStructures.address(of: structure)
    self.init(bytes: &address, objCType: "Q")
  }

  /// The structure that is held: a point, size, rectangle or range, or what `init(interned:)` was given; nil if none is
  /// known, as for a number.
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

/// Structures that values hold by their addresses, each one once and for ever.
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
