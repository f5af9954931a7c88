import Foundation

/// Finds EXIF's orientation (tag 0x0112 of the first directory) in a JPEG file. Any bytes may be given.
enum JPEGOrientation {
  static func read(_ data: Data) -> Int {
    let bytes = [UInt8](data.prefix(65536 * 4))
    func be16(_ index: Int) -> Int? {
      index + 1 < bytes.count ? Int(bytes[index]) << 8 | Int(bytes[index + 1]) : nil
    }
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xFF {
      guard let length = be16(index + 2), length >= 2 else { return 1 }
      if bytes[index + 1] == 0xE1 {
        return exif(bytes[..<min(index + 2 + length, bytes.count)], from: index + 4) ?? 1
      }
      if bytes[index + 1] == 0xDA { return 1 }
      index += 2 + length
    }
    return 1
  }

  private static func exif(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    let base = start + 6
    guard base + 8 <= bytes.endIndex, Array(bytes[start..<start + 4]) == Array("Exif".utf8) else {
      return nil
    }
    let isLittle = bytes[base] == UInt8(ascii: "I")
    func number(_ index: Int, _ count: Int) -> Int? {
      guard index >= base, index + count <= bytes.endIndex else { return nil }
      let part = bytes[index..<index + count]
      return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let offset = number(base + 4, 4), let count = number(base + offset, 2) else { return nil }
    for entry in 0..<min(count, 200) {
      let place = base + offset + 2 + entry * 12
      if number(place, 2) == 0x0112, let value = number(place + 8, 2), (1...8).contains(value) {
        return value
      }
    }
    return nil
  }
}
