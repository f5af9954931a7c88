import Foundation

/// Reads Swift files as the compiler does: only UTF-8, with or without a byte-order mark.
public enum SourceText {
  /// The text of a file, without its byte-order mark.
  ///
  /// - Parameter path: the path, which is also shown in the error.
  /// - Throws: `BuildError` of kind `project` with the location of the first byte that is not UTF-8.
  public static func read(_ path: String) throws(BuildError) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BuildError(.project, "the file cannot be read", path: path)
    }
    return try decode(data, path: path)
  }

  static func decode(_ data: Data, path: String) throws(BuildError) -> String {
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
      throw BuildError(
        .project, "the file is in UTF-16; Swift files are in UTF-8, so save it in that encoding",
        path: path, line: 1, column: 1)
    }
    let bytes = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let valid = validPrefix(of: bytes)
    let line = valid.count { $0 == UInt8(ascii: "\n") } + 1
    let start = valid.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? valid.startIndex
    throw BuildError(
      .project, "a byte that is not UTF-8; Swift files are in UTF-8, so save the file in that encoding",
      path: path, line: line, column: valid.endIndex - start + 1)
  }

  private static func validPrefix(of bytes: Data) -> Data {
    var count = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
    return bytes.prefix(count)
  }
}
