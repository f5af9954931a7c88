import CThreads

/// Finds every class of the app and of the SDK, including private, nested and local ones.
///
/// Reads the type records of the loaded images (Swift's ABI; their layout is in the toolchain's
/// `MetadataSections.h`). Use it rarely: all classes are initialized, which takes some milliseconds.
package enum LoadedClasses {
  /// The subclasses of a class, direct and indirect, including generic classes that have a subclass. Other
  /// generic classes are not found.
  package static func below(_ base: AnyClass) -> [AnyClass] {
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(base)]
    var result: [AnyClass] = []
    for cls in all() {
      var chain: [AnyClass] = []
      var next: AnyClass? = cls
      while let current = next, current != base {
        chain.append(current)
        next = _getSuperclass(current)
      }
      if next == nil { continue }
      for cls in chain where seen.insert(ObjectIdentifier(cls)).inserted { result.append(cls) }
    }
    return result
  }

  private struct Section {
    var start: UInt
    var length: UInt
  }

  private static func all() -> [AnyClass] {
    var records: [Section] = []
    // NB: a pointer to the array; `&records` would pass a pointer to its elements.
    withUnsafeMutablePointer(to: &records) { records in
      enumerateSections(
        { sections, context in
          // The toolchain's images have thousands of types, none of which is a subclass of the SDK's.
          if let image = sections.load(fromByteOffset: 8, as: UnsafeRawPointer?.self),
            !carob_is_toolchains(image)
          {
            // After version, image and two unused words follow protocols, conformances and types.
            let section = Section(
              start: sections.load(fromByteOffset: 64, as: UInt.self),
              length: sections.load(fromByteOffset: 72, as: UInt.self))
            context.assumingMemoryBound(to: [Section].self).pointee.append(section)
          }
          return true
        }, UnsafeMutableRawPointer(records))
    }
    return records.flatMap(classes)
  }

  private static func classes(_ section: Section) -> [AnyClass] {
    guard let start = UnsafeRawPointer(bitPattern: section.start) else { return [] }
    return stride(from: 0, to: Int(section.length), by: 4).compactMap { offset in
      let record = start + offset
      let value = record.loadUnaligned(as: Int32.self)
      // The low bits tell whether the word is relative to the descriptor or to a pointer to it.
      guard value != 0 else { return nil }
      var descriptor = record + Int(value & ~3)
      if value & 3 == 1 { descriptor = descriptor.load(as: UnsafeRawPointer.self) }
      return cls(descriptor)
    }
  }

  private static func cls(_ descriptor: UnsafeRawPointer) -> AnyClass? {
    let flags = descriptor.load(as: UInt32.self)
    let (kind, isGeneric) = (flags & 0x1F, flags & 0x80 != 0)
    guard kind == 16, !isGeneric else { return nil }
    // Flags, parent and name come first.
    let place = descriptor + 12
    let offset = place.load(as: Int32.self)
    guard offset != 0 else { return nil }
    typealias Accessor = @convention(c) (_ request: UInt) -> UnsafeRawPointer
    // because a metadata accessor takes a request and returns the metadata as its first result.
    let accessor = unsafeBitCast(place + Int(offset), to: Accessor.self)
    return unsafeBitCast(accessor(0), to: AnyClass.self)
  }
}

/// The runtime's own; the sections' layout is `MetadataSections`.
@_silgen_name("swift_enumerateAllMetadataSections")
private func enumerateSections(
  _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool,
  _ context: UnsafeMutableRawPointer)
