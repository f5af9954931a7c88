/// Reads the first frame of a GIF file (87a and 89a) onto the file's canvas.
///
/// The input is untrusted: every length is checked, a truncated file gives the pixels that it contains, and
/// the sizes of canvas and frame are limited like those of surfaces.
struct GIFReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// nil if the bytes are not a GIF file or contain no frame.
  static func firstFrame(_ bytes: UnsafeRawBufferPointer) -> Surface? {
    var reader = GIFReader(bytes)
    return reader.read()
  }

  private mutating func byte() -> Int? {
    guard offset < bytes.count else { return nil }
    defer { offset += 1 }
    return Int(bytes[offset])
  }
  private mutating func word() -> Int? {
    guard let low = byte(), let high = byte() else { return nil }
    return high << 8 | low
  }

  private mutating func read() -> Surface? {
    guard bytes.count >= 13, bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) else {
      return nil
    }
    offset = 6
    guard let width = word(), let height = word(), let flags = byte() else { return nil }
    // The background colour, which decoders ignore, and the pixel aspect ratio.
    offset += 2
    let global = flags & 0x80 != 0 ? colors(2 << (flags & 7)) : []
    var transparent: Int?
    while let block = byte() {
      switch block {
      case 0x21:
        guard let label = byte() else { return nil }
        if label == 0xF9, let found = transparentColor() { transparent = found }
        skipBlocks()
      case 0x2C: return frame(canvas: (width, height), global, transparent)
      case 0x00: continue
      default: return nil
      }
    }
    return nil
  }

  /// The transparent colour of a graphic control extension; does not advance the offset.
  private func transparentColor() -> Int? {
    var look = self
    guard let length = look.byte(), length >= 4, let flags = look.byte(), look.word() != nil,
      let index = look.byte()
    else { return nil }
    return flags & 1 != 0 ? index : nil
  }

  private mutating func skipBlocks() {
    while let length = byte(), length > 0 { offset += length }
  }

  /// A colour table as opaque pixel words.
  private mutating func colors(_ count: Int) -> [UInt32] {
    var result: [UInt32] = []
    for _ in 0..<count {
      guard let red = byte(), let green = byte(), let blue = byte() else { break }
      result.append(0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }
    return result
  }

  private mutating func frame(canvas: (width: Int, height: Int), _ global: [UInt32], _ transparent: Int?)
    -> Surface?
  {
    guard let left = word(), let top = word(), let width = word(), let height = word(), let flags = byte(),
      width > 0, height > 0, width * height <= Surface.maximumPixels,
      // Some writers leave the canvas empty.
      let surface = Surface(
        width: canvas.width == 0 ? left + width : canvas.width,
        height: canvas.height == 0 ? top + height : canvas.height)
    else { return nil }
    let table = flags & 0x80 != 0 ? colors(2 << (flags & 7)) : global
    guard let codeSize = byte(), (1...8).contains(codeSize) else { return nil }
    let pixels = GIFPixels.decode(dataBlocks(), codeSize: codeSize, count: width * height)
    let rows = flags & 0x40 != 0 ? Self.interlacedRows(height) : Array(0..<height)
    let base = UnsafeMutableRawPointer(surface.data)
    for (index, row) in rows.enumerated() {
      let y = top + row
      guard index * width < pixels.count, y < surface.height else { continue }
      for column in 0..<min(width, pixels.count - index * width) where left + column < surface.width {
        let color = Int(pixels[index * width + column])
        guard color != transparent, color < table.count else { continue }
        base.storeBytes(
          of: table[color], toByteOffset: y * surface.stride + (left + column) * 4, as: UInt32.self)
      }
    }
    surface.didWrite()
    return surface
  }

  /// The bytes of the blocks that follow, up to the empty one or the end of the file.
  private mutating func dataBlocks() -> [UInt8] {
    var data: [UInt8] = []
    while let length = byte(), length > 0 {
      let end = min(offset + length, bytes.count)
      data.append(contentsOf: bytes[offset..<end])
      offset = end
    }
    return data
  }

  /// The order of rows in an interlaced frame.
  private static func interlacedRows(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(Swift.stride(from: start, to: height, by: step))
    }
  }
}

/// The compression of GIF: codes of growing width for strings of colour numbers.
private enum GIFPixels {
  private static let mostCodes = 4096

  /// At most `count` colour numbers; fewer if the data is truncated or contains an invalid code.
  static func decode(_ data: [UInt8], codeSize: Int, count: Int) -> [UInt8] {
    let clear = 1 << codeSize
    // A code's string is that of its prefix followed by one number.
    var prefix = [Int](repeating: 0, count: mostCodes)
    var suffix = (0..<mostCodes).map { UInt8(truncatingIfNeeded: $0) }
    var first = suffix
    var length = [Int](repeating: 1, count: mostCodes)
    var next = clear + 2
    var width = codeSize + 1
    var previous: Int?
    var result: [UInt8] = []
    result.reserveCapacity(min(count, data.count * 8))
    var bits = 0
    var bitCount = 0
    for byte in data {
      bits |= Int(byte) << bitCount
      bitCount += 8
      while bitCount >= width {
        let code = bits & ((1 << width) - 1)
        bits >>= width
        bitCount -= width
        if code == clear {
          (next, width, previous) = (clear + 2, codeSize + 1, nil)
          continue
        }
        guard code != clear + 1, code < next || (code == next && previous != nil) else { return result }
        if let previous, next < mostCodes {
          prefix[next] = previous
          first[next] = first[previous]
          suffix[next] = code == next ? first[previous] : first[code]
          length[next] = length[previous] + 1
          next += 1
          if next == 1 << width, width < 12 { width += 1 }
        } else if code >= next {
          return result
        }
        var here = code
        var place = result.count + length[code]
        result.append(contentsOf: repeatElement(0, count: length[code]))
        for _ in 0..<length[code] {
          place -= 1
          result[place] = suffix[here]
          here = prefix[here]
        }
        if result.count >= count {
          result.removeLast(result.count - count)
          return result
        }
        previous = code
      }
    }
    return result
  }
}
