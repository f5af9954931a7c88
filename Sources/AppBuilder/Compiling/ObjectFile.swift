import AppProject
import Foundation

/// Reads sections of the 64-bit ELF files that the compiler writes.
enum ObjectFile {
  /// The contents of the section of this name; `nil` if there is none, or if the file is no such file.
  static func section(_ name: String, of path: String) -> Data? {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
      return nil
    }
    return data.withUnsafeBytes { bytes -> Data? in
      guard let file = Reader(bytes: bytes) else { return nil }
      let wanted = Array(name.utf8) + [0]
      for number in 0..<file.count {
        guard let title = file.header(number, at: 0, UInt32.self),
          file.names.flatMap({ file.bytes($0.lowerBound + Int(title), wanted.count) })?
            .elementsEqual(wanted) == true, let range = file.range(of: number)
        else { continue }
        return file.bytes(range.lowerBound, range.count).map { Data($0) }
      }
      return nil
    }
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    let headers: Int
    let size: Int
    let count: Int
    private(set) var names: Range<Int>?

    init?(bytes: UnsafeRawBufferPointer) {
      self.bytes = bytes
      guard bytes.count >= 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
      func number<Value: FixedWidthInteger>(_ offset: Int, _: Value.Type) -> Int? {
        Int(exactly: Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)))
      }
      guard let headers = number(0x28, UInt64.self), let size = number(0x3A, UInt16.self),
        let count = number(0x3C, UInt16.self), let last = number(0x3E, UInt16.self), size >= 64,
        headers <= bytes.count - size * count, last < count
      else { return nil }
      (self.headers, self.size, self.count) = (headers, size, count)
      names = range(of: last)
    }

    func header<Value: FixedWidthInteger>(_ number: Int, at offset: Int, _: Value.Type) -> Value? {
      Value(
        littleEndian: bytes.loadUnaligned(fromByteOffset: headers + number * size + offset, as: Value.self))
    }

    /// Where a section's contents are.
    func range(of number: Int) -> Range<Int>? {
      guard let start = header(number, at: 0x18, UInt64.self).flatMap({ Int(exactly: $0) }),
        let length = header(number, at: 0x20, UInt64.self).flatMap({ Int(exactly: $0) }),
        start <= bytes.count, length <= bytes.count - start
      else { return nil }
      return start..<start + length
    }

    func bytes(_ start: Int, _ count: Int) -> UnsafeRawBufferPointer? {
      guard start >= 0, count <= bytes.count, start <= bytes.count - count else { return nil }
      return UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
    }
  }
}
