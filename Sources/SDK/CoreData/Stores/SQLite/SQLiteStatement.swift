import CarobFoundation
internal import CSQLite

/// A prepared statement of a connection.
final class SQLiteStatement {
  let sql: String
  private unowned let connection: SQLiteConnection
  private let handle: OpaquePointer
  /// Whether the statement is between its first step and `reset`.
  private(set) var isBusy = false
  var lastUse = 0

  init(_ sql: String, on connection: SQLiteConnection) throws {
    self.sql = sql
    self.connection = connection
    guard let database = connection.handle else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "the database is closed", sql: sql)
    }
    var made: OpaquePointer?
    let code = sqlite3_prepare_v2(database, sql, -1, &made, nil)
    guard code == SQLITE_OK, let made else { throw connection.failure(code, sql) }
    handle = made
  }

  deinit { sqlite3_finalize(handle) }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    isBusy = false
  }

  /// Steps to the next row; returns false at the end.
  func step() throws -> Bool {
    isBusy = true
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let error = connection.failure(code, sql)
    reset()
    throw error
  }

  // MARK: Arguments, from 1

  func bind(_ values: [SQLiteValue]) throws {
    for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
  }

  func bind(_ value: SQLiteValue, at index: Int32) {
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let value): sqlite3_bind_int64(handle, index, value)
    case .real(let value): sqlite3_bind_double(handle, index, value)
    case .text(let value): bind(value, at: index)
    case .blob(let value): bind(value, at: index)
    }
  }

  func bindNull(at index: Int32) { sqlite3_bind_null(handle, index) }
  func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }
  func bind(_ value: Double, at index: Int32) { sqlite3_bind_double(handle, index, value) }

  func bind(_ value: String, at index: Int32) {
    var value = value
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // NB: the buffer of an empty text may have no address, which would bind NULL.
        _ = sqlite3_bind_text(
          handle, index, characters.baseAddress ?? emptyText, Int32(characters.count), transient)
      }
    }
  }

  func bind(_ value: Data, at index: Int32) {
    if value.isEmpty {
      sqlite3_bind_zeroblob(handle, index, 0)
      return
    }
    value.withUnsafeBytes { bytes in
      _ = sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), transient)
    }
  }

  // MARK: Columns, from 0

  var columnCount: Int { Int(sqlite3_column_count(handle)) }
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func data(_ column: Int32) -> Data {
    guard let bytes = sqlite3_column_blob(handle, column) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(handle, column)))
  }

  func value(_ column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(data(column))
    default: .null
    }
  }
}

/// Makes SQLite copy bound values.
let transient = unsafeBitCast(-1 as Int, to: sqlite3_destructor_type.self)
// nonisolated(unsafe) because nobody writes to it.
nonisolated(unsafe) let emptyText: UnsafePointer<CChar> = {
  let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  text.initialize(to: 0)
  return UnsafePointer(text)
}()
