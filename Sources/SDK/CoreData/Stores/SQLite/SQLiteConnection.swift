import CarobFoundation
internal import CSQLite

/// A connection to one database file, with its cache of prepared statements.
///
/// Used by one thread at a time.
final class SQLiteConnection: @unchecked Sendable {
  // @unchecked because its owner calls it under a lock.
  enum Mode { case readWrite, create, readOnly }

  let path: String
  private(set) var handle: OpaquePointer?
  private var statements: [String: SQLiteStatement] = [:]
  /// The maximum number of cached statements; the least recently used are removed.
  private static let largestCache = 200
  /// The number of calls of `statement(_:)`.
  private(set) var useCount = 0
  private var depth = 0

  init(path: String, mode: Mode) throws {
    self.path = path
    let flags =
      switch mode {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: SQLITE_OPEN_READONLY
      }
    let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      let error = failure(code)
      close()
      throw error
    }
    sqlite3_busy_timeout(handle, 10_000)
    SQLiteFunctions.register(on: handle)
  }

  deinit { close() }

  func close() {
    statements.removeAll()
    if let handle { sqlite3_close_v2(handle) }
    handle = nil
  }

  func failure(_ code: Int32, _ sql: String? = nil) -> SQLiteError {
    let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
    return SQLiteError(code: extended & 0xff == code & 0xff ? extended : code, message: message, sql: sql)
  }

  /// Executes one or more statements without arguments or results.
  func execute(_ sql: String) throws {
    guard let handle else { throw SQLiteError(code: SQLITE_MISUSE, message: "the database is closed") }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code, sql) }
  }

  /// A prepared statement, ready for binding; statements are cached by text.
  func statement(_ sql: String) throws -> SQLiteStatement {
    useCount += 1
    if let known = statements[sql], !known.isBusy {
      known.lastUse = useCount
      return known
    }
    let made = try SQLiteStatement(sql, on: self)
    made.lastUse = useCount
    if statements.count >= Self.largestCache { dropOldStatements() }
    // NB: while the cached statement is being stepped, a second one with the same text is used once.
    if statements[sql] == nil { statements[sql] = made }
    return made
  }

  private func dropOldStatements() {
    let uses = statements.values.map(\.lastUse).sorted()
    let oldest = uses[uses.count / 2]
    statements = statements.filter { $0.value.lastUse > oldest || $0.value.isBusy }
  }

  var changeCount: Int { handle.map { Int(sqlite3_changes($0)) } ?? 0 }
  var lastInsertedKey: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }
  var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// Runs the body in a transaction, which is rolled back if it throws. A nested transaction is part of the
  /// outer one.
  func transaction<R>(_ body: () throws -> R) throws -> R {
    if depth > 0 { return try body() }
    try execute("BEGIN IMMEDIATE")
    depth = 1
    defer { depth = 0 }
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // NB: some errors have ended the transaction already.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  // MARK: Simple queries

  func integer(_ sql: String, _ arguments: [SQLiteValue] = []) throws -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    return try statement.step() ? statement.integer(0) : nil
  }

  func text(_ sql: String, _ arguments: [SQLiteValue] = []) throws -> String? {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    return try statement.step() ? statement.text(0) : nil
  }

  func run(_ sql: String, _ arguments: [SQLiteValue] = []) throws {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    _ = try statement.step()
  }

  /// Calls the body for each row.
  func rows(
    _ sql: String, _ arguments: [SQLiteValue] = [], _ body: (SQLiteStatement) throws -> Void
  ) throws {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(arguments)
    while try statement.step() { try body(statement) }
  }
}

/// A value as SQLite stores it.
enum SQLiteValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

extension String {
  /// The text quoted as the name of a table or column.
  var quotedName: String { "\"" + replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
  /// The text quoted as a string literal.
  var quotedText: String { "'" + replacingOccurrences(of: "'", with: "''") + "'" }
}
