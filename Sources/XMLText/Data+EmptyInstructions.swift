import Foundation

extension Data {
  /// The XML with spaces in place of processing instructions that are a name alone (`<?x?>`); all else stays where it is.
  ///
  /// To be used before every `XMLParser`: it crashes on such an instruction, since it reads the text that there is none of. No file that
  /// is read here has a use for them.
  package var withoutEmptyInstructions: Data {
    var empty: [Range<Int>] = []
    withUnsafeBytes { bytes in
      var place = 0
      while place + 4 < bytes.count {
        guard let found = memchr(bytes.baseAddress! + place, Int32(UInt8(ascii: "<")), bytes.count - place)
        else { return }
        let begin = bytes.baseAddress!.distance(to: UnsafeRawPointer(found))
        place = begin + 1
        guard place < bytes.count, bytes[place] == UInt8(ascii: "?") else { continue }
        var end = place + 1
        while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "?") { end += 1 }
        guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: "?"), bytes[end + 1] == UInt8(ascii: ">")
        else {
          continue
        }
        empty.append(begin..<end + 2)
        place = end + 2
      }
    }
    guard !empty.isEmpty else { return self }
    var result = [UInt8](self)
    for range in empty { result.replaceSubrange(range, with: repeatElement(0x20, count: range.count)) }
    return Data(result)
  }
}
