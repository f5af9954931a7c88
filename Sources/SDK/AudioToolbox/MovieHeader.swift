import CarobFoundation

/// What the header of an MPEG-4 or QuickTime file says about its length and its picture (E-1030). Samples are
/// not decoded.
package struct MovieHeader: Sendable, Equatable {
  /// The length in seconds; nil if the file does not say.
  package private(set) var duration: Double?
  package struct Size: Sendable, Equatable {
    package let width: Double
    package let height: Double
  }
  /// The size of the picture in points, after its rotation; nil without a video track.
  package private(set) var size: Size?

  /// Nil for data without a movie header. The file may be incomplete; boxes beyond its end are ignored.
  // E-1030
  package init?(_ data: Data) {
    let file = Bytes(data)
    guard file.count >= 8, let movie = file.boxes(0..<file.count).first(where: { $0.type == "moov" })?.body
    else { return nil }
    for box in file.boxes(movie) {
      switch box.type {
      case "mvhd": duration = Self.duration(file, box.body)
      case "trak":
        // The first track with a picture.
        if size == nil { size = Self.size(file, box.body) }
      default: break
      }
    }
  }

  private static func duration(_ file: Bytes, _ header: Range<Int>) -> Double? {
    let isLong = file[header.lowerBound] == 1
    let start = header.lowerBound + (isLong ? 20 : 12)
    guard let scale = file.number(start, 4), scale > 0, let length = file.number(start + 4, isLong ? 8 : 4),
      // All bits are set if the length is unknown.
      length != (isLong ? UInt64.max : UInt64(UInt32.max))
    else { return nil }
    return Double(length) / Double(scale)
  }

  private static func size(_ file: Bytes, _ track: Range<Int>) -> Size? {
    let boxes = file.boxes(track)
    guard let media = boxes.first(where: { $0.type == "mdia" })?.body,
      let handler = file.boxes(media).first(where: { $0.type == "hdlr" })?.body,
      file.text(handler.lowerBound + 8) == "vide",
      let header = boxes.first(where: { $0.type == "tkhd" })?.body
    else { return nil }
    let matrix = header.lowerBound + (file[header.lowerBound] == 1 ? 52 : 40)
    guard let a = file.number(matrix, 4), let b = file.number(matrix + 4, 4),
      let width = file.number(matrix + 36, 4), let height = file.number(matrix + 40, 4),
      width > 0, height > 0
    else { return nil }
    // Widths and heights have 16 bits after the point.
    let size = Size(width: Double(width) / 65536, height: Double(height) / 65536)
    let isTurned = a == 0 && b != 0
    return isTurned ? Size(width: size.height, height: size.width) : size
  }
}

/// The boxes of a file: each has a size, a type of four letters, and a body.
private struct Bytes {
  private let data: Data
  let count: Int
  init(_ data: Data) {
    self.data = data
    count = data.count
  }

  subscript(offset: Int) -> UInt8 { offset < count ? data[data.startIndex + offset] : 0 }
  func number(_ offset: Int, _ length: Int) -> UInt64? {
    guard offset + length <= count else { return nil }
    return (offset..<offset + length).reduce(0) { $0 << 8 | UInt64(self[$1]) }
  }
  func text(_ offset: Int) -> String? {
    guard offset + 4 <= count else { return nil }
    return String(decoding: (offset..<offset + 4).map { self[$0] }, as: UTF8.self)
  }

  func boxes(_ range: Range<Int>) -> [(type: String, body: Range<Int>)] {
    var found: [(type: String, body: Range<Int>)] = []
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, let short = number(offset, 4), let type = text(offset + 4) {
      // The size 1 is followed by a long one; the size 0 means the rest.
      let head = short == 1 ? 16 : 8
      let long = short == 1 ? number(offset + 8, 8) : short
      guard let long, let size = Int(exactly: long) else { return found }
      let end = size == 0 ? range.upperBound : min(size, range.upperBound - offset) + offset
      guard end >= offset + head else { return found }
      found.append((type, offset + head..<end))
      offset = end
    }
    return found
  }
}
