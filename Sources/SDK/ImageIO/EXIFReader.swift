import CarobFoundation

/// Reads the properties that a camera writes into a JPEG file (F-270.3): EXIF, TIFF and GPS values.
///
/// The bytes are untrusted: every offset is checked, and the number of entries is limited.
struct EXIFReader {
  private let bytes: [UInt8]
  private let isLittle: Bool

  /// The dictionaries under their keys, and the orientation at the top; empty without EXIF.
  static func properties(of data: Data) -> [String: Any] {
    guard let block = block(in: [UInt8](data.prefix(1 << 20))), block.count >= 8 else { return [:] }
    let reader = EXIFReader(bytes: block, isLittle: block[0] == UInt8(ascii: "I"))
    guard let first = reader.number(4, 4) else { return [:] }
    let entries = reader.directory(first)
    var result: [String: Any] = [:]
    let tiff = reader.named(entries, tiffNames)
    if !tiff.isEmpty { result["{TIFF}"] = tiff }
    if let orientation = tiff["Orientation"] { result["Orientation"] = orientation }
    if let dots = tiff["XResolution"] { result["DPIWidth"] = dots }
    if let dots = tiff["YResolution"] { result["DPIHeight"] = dots }
    if let place = entries[0x8769].flatMap({ reader.value($0) as? Int }) {
      let exif = reader.named(reader.directory(place), exifNames)
      if !exif.isEmpty { result["{Exif}"] = exif }
    }
    if let place = entries[0x8825].flatMap({ reader.value($0) as? Int }) {
      var gps = reader.named(reader.directory(place), gpsNames)
      for key in ["Latitude", "Longitude"] {
        // Degrees, minutes and seconds become degrees.
        if let parts = gps[key] as? [Double], parts.count == 3 {
          gps[key] = parts[0] + parts[1] / 60 + parts[2] / 3600
        }
      }
      if !gps.isEmpty { result["{GPS}"] = gps }
    }
    return result
  }

  private static let tiffNames: [Int: String] = [
    271: "Make", 272: "Model", 274: "Orientation", 282: "XResolution", 283: "YResolution",
    296: "ResolutionUnit", 305: "Software", 306: "DateTime", 315: "Artist", 33432: "Copyright",
  ]
  private static let exifNames: [Int: String] = [
    33434: "ExposureTime", 33437: "FNumber", 34850: "ExposureProgram", 34855: "ISOSpeedRatings",
    36867: "DateTimeOriginal", 36868: "DateTimeDigitized", 37377: "ShutterSpeedValue",
    37378: "ApertureValue", 37380: "ExposureBiasValue", 37383: "MeteringMode", 37385: "Flash",
    37386: "FocalLength", 40962: "PixelXDimension", 40963: "PixelYDimension", 41989: "FocalLenIn35mmFilm",
    42035: "LensMake", 42036: "LensModel",
  ]
  private static let gpsNames: [Int: String] = [
    1: "LatitudeRef", 2: "Latitude", 3: "LongitudeRef", 4: "Longitude", 5: "AltitudeRef", 6: "Altitude",
    16: "ImgDirectionRef", 17: "ImgDirection", 29: "DateStamp",
  ]

  /// The TIFF structure in the segment for EXIF.
  private static func block(in bytes: [UInt8]) -> [UInt8]? {
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xFF, bytes[index + 1] != 0xDA {
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      guard length >= 2 else { return nil }
      let end = min(index + 2 + length, bytes.count)
      if bytes[index + 1] == 0xE1, end - index > 10,
        bytes[index + 4..<index + 8].elementsEqual("Exif".utf8)
      {
        return Array(bytes[index + 10..<end])
      }
      index += 2 + length
    }
    return nil
  }

  private func number(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let part = bytes[offset..<offset + count]
    return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
  }

  /// The offsets of a directory's entries by tag.
  private func directory(_ offset: Int) -> [Int: Int] {
    guard let count = number(offset, 2) else { return [:] }
    var result: [Int: Int] = [:]
    for entry in 0..<min(count, 500) {
      let place = offset + 2 + entry * 12
      guard let tag = number(place, 2) else { break }
      result[tag] = place
    }
    return result
  }

  private func named(_ entries: [Int: Int], _ names: [Int: String]) -> [String: Any] {
    var result: [String: Any] = [:]
    for (tag, name) in names { if let place = entries[tag] { result[name] = value(place) } }
    return result
  }

  /// An entry's value: a number, an array of numbers, or a text.
  private func value(_ place: Int) -> Any? {
    let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8]
    guard let kind = number(place + 2, 2), let count = number(place + 4, 4), let size = sizes[kind],
      count > 0, count <= 100_000
    else { return nil }
    guard let start = size * count <= 4 ? place + 8 : number(place + 8, 4) else { return nil }
    if kind == 2 {
      guard start >= 0, start + count <= bytes.count else { return nil }
      return String(decoding: bytes[start..<start + count].prefix { $0 != 0 }, as: UTF8.self)
    }
    var values: [Any] = []
    for index in 0..<min(count, 64) {
      guard let value = single(kind, start + index * size) else { return nil }
      values.append(value)
    }
    if values.count == 1 { return values[0] }
    return values as? [Double] ?? values
  }

  private func single(_ kind: Int, _ offset: Int) -> Any? {
    switch kind {
    case 5, 10:
      guard let top = number(offset, 4), let bottom = number(offset + 4, 4), bottom != 0 else { return nil }
      if kind == 5 { return Double(top) / Double(bottom) }
      return Double(Int32(truncatingIfNeeded: top)) / Double(Int32(truncatingIfNeeded: bottom))
    case 9: return number(offset, 4).map { Int(Int32(truncatingIfNeeded: $0)) }
    case 3: return number(offset, 2)
    case 4: return number(offset, 4)
    default: return number(offset, 1)
    }
  }
}
