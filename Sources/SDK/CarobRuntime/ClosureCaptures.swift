/// Reads what a closure captures from the compiler's reflection metadata.
///
/// Used by diagnostics only. Nothing is found in a closure without metadata (`-disable-reflection-metadata`).
package enum ClosureCaptures {
  package enum Capture {
    /// An object that the closure keeps alive.
    case strong
    /// An object that the closure does not keep alive, and expects to exist.
    case unowned
    /// A variable, which the closure shares with its surroundings.
    case variable
  }

  /// Calls `body` for each object and variable that the closure with this context captures, with the object's
  /// address (0 for a variable).
  ///
  /// The context is the second word of a closure that is stored in a struct or class. With `strongToo`
  /// closures that have only strong captures are searched too, which takes longer.
  package static func visit(_ context: UInt, strongToo: Bool, _ body: (Capture, UInt) -> Void) {
    guard let context = UnsafeRawPointer(bitPattern: context),
      let metadata = context.load(as: UnsafeRawPointer?.self)
    else { return }
    switch metadata.load(as: UInt.self) {
    case kindOfClass:
      // The context of a closure that captures one object and nothing else is the object itself.
      body(.strong, UInt(bitPattern: context))
    case kindOfContext:
      guard let description = metadata.load(fromByteOffset: 16, as: UnsafeRawPointer?.self) else { return }
      let start = Int(metadata.load(fromByteOffset: 8, as: UInt32.self))
      visit(context, start: start, Description(address: description), strongToo, body)
    default: return
    }
  }

  private static let kindOfClass: UInt = 0
  private static let kindOfContext: UInt = 0x400

  private static func visit(
    _ context: UnsafeRawPointer, start: Int, _ description: Description, _ strongToo: Bool,
    _ body: (Capture, UInt) -> Void
  ) {
    let names = (0..<description.count).map(description.name)
    guard strongToo || names.contains(where: { $0.hasSuffix("Xo") || $0.hasSuffix("Xx") }) else { return }
    var offset = start + description.bindings * MemoryLayout<UInt>.size
    for name in names {
      if name.hasSuffix("Xx") { body(.variable, 0) }
      var (size, alignment) = (MemoryLayout<UInt>.size, MemoryLayout<UInt>.alignment)
      var isObject = false
      if name.isReferenceStorage {
        // A reference whose type is a protocol is followed by its conformances.
        if let type = name.protocolType { size = layout(of: type).size }
      } else {
        // NB: the size of a type that depends on generic parameters is unknown here, and so is where the next
        // capture starts.
        guard let type = name.type else { return }
        (size, alignment) = layout(of: type)
        isObject = type is AnyClass
      }
      offset = (offset + alignment - 1) / alignment * alignment
      if isObject { body(.strong, context.load(fromByteOffset: offset, as: UInt.self)) }
      if name.hasSuffix("Xo") { body(.unowned, context.load(fromByteOffset: offset, as: UInt.self)) }
      offset += size
    }
  }

  private static func layout<Value>(of type: Value.Type) -> (size: Int, alignment: Int) {
    (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
  }

  /// The compiler's list of a closure's captures: three counts, then a relative address of each capture's
  /// type name.
  private struct Description {
    let address: UnsafeRawPointer
    var count: Int { Int(address.load(as: UInt32.self)) }
    /// How many words of generic arguments precede the captures.
    var bindings: Int { Int(address.load(fromByteOffset: 8, as: UInt32.self)) }

    func name(_ index: Int) -> TypeName {
      let field = address + 12 + index * 4
      return TypeName(start: field + Int(field.load(as: Int32.self)))
    }
  }

  /// A mangled type name, in which some types are encoded as addresses.
  private struct TypeName {
    let start: UnsafeRawPointer
    let length: Int

    init(start: UnsafeRawPointer) {
      self.start = start
      var end = start
      while case let byte = end.load(as: UInt8.self), byte != 0 {
        end += 1
        // A relative or an absolute address follows.
        if (0x01...0x17).contains(byte) { end += 4 } else if (0x18...0x1F).contains(byte) { end += 8 }
      }
      length = end - start
    }

    /// Whether it is a box, or an unowned, unmanaged or weak reference: one word, or more if its type is a protocol.
    var isReferenceStorage: Bool { ["Xx", "Xo", "Xu", "Xw"].contains(where: hasSuffix) }

    func hasSuffix(_ suffix: StaticString) -> Bool {
      length >= 2 && start.load(fromByteOffset: length - 2, as: UInt8.self) == suffix.utf8Start[0]
        && start.load(fromByteOffset: length - 1, as: UInt8.self) == suffix.utf8Start[1]
    }

    /// The type of an unowned, unmanaged or weak reference if it may be a protocol, which has the size of the reference.
    // OPTIMIZATION: the usual reference, to a class, is recognized by its last letter. A wrong guess only takes longer.
    var protocolType: Any.Type? {
      guard length > 2, !hasSuffix("Xx") else { return nil }
      switch start.load(fromByteOffset: length - 3, as: UInt8.self) {
      case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "l"), UInt8(ascii: "c"), UInt8(ascii: "g"):
        return Self.type(start, length - 2)
      default: return nil
      }
    }

    var type: Any.Type? { Self.type(start, length) }

    private static func type(_ start: UnsafeRawPointer, _ length: Int) -> Any.Type? {
      _getTypeByMangledNameInContext(
        start.assumingMemoryBound(to: UInt8.self), UInt(length), genericContext: nil, genericArguments: nil)
    }
  }
}
