import CarobFoundation
internal import CSQLite

/// An error that SQLite reports.
struct SQLiteError: Error, CustomStringConvertible {
  /// The extended result code.
  let code: Int32
  let message: String
  let sql: String?

  var primaryCode: Int32 { code & 0xff }
  var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }
  var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }
  var description: String { "SQLite \(code): \(message)\(sql.map { " (\($0))" } ?? "")" }

  init(code: Int32, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error as an app sees it.
  // C-203: NSCocoaErrorDomain, with SQLite's own code under NSSQLiteErrorDomain.
  func cocoaError(at url: URL?) -> NSError {
    let cocoaCode =
      switch primaryCode {
      case SQLITE_NOTADB, SQLITE_CORRUPT: CocoaError.fileReadCorruptFile.rawValue
      case SQLITE_READONLY: CocoaError.fileWriteNoPermission.rawValue
      case SQLITE_FULL: CocoaError.fileWriteOutOfSpace.rawValue
      case SQLITE_PERM: CocoaError.fileReadNoPermission.rawValue
      case SQLITE_BUSY, SQLITE_LOCKED: NSPersistentStoreTimeoutError
      default: CocoaError.fileReadUnknown.rawValue
      }
    var info: [String: Any] = [
      NSSQLiteErrorDomain: NSNumber(value: primaryCode),
      "NSUnderlyingException": message as Any,
      NSLocalizedDescriptionKey: text(cocoaCode, url),
    ]
    if let url { info[NSFilePathErrorKey] = url.path }
    return NSError(domain: NSCocoaErrorDomain, code: cocoaCode, userInfo: info)
  }

  private func text(_ code: Int, _ url: URL?) -> String {
    let name = url.map { "“\($0.lastPathComponent)”" } ?? "store"
    return switch code {
    case CocoaError.fileReadCorruptFile.rawValue:
      "The file \(name) couldn’t be opened because it isn’t in the correct format: \(message)."
    case CocoaError.fileWriteNoPermission.rawValue:
      "You don’t have permission to save the file \(name): \(message)."
    case CocoaError.fileWriteOutOfSpace.rawValue:
      "The file \(name) couldn’t be saved because there isn’t enough space: \(message)."
    default: "The file \(name) couldn’t be opened: \(message)."
    }
  }
}
