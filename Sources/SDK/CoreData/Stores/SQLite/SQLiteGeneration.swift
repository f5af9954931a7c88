import CarobFoundation

/// A state of a store that stays readable: a connection of its own in an open read transaction (C-224).
final class SQLiteGeneration: GenerationPin, @unchecked Sendable {
  // @unchecked as the class that it derives from.
  let connection: SQLiteConnection

  init(path: String) throws {
    connection = try SQLiteConnection(path: path, mode: .readWrite)
    super.init()
    try connection.execute("BEGIN")
    // NB: the state is taken by the first read.
    _ = try connection.integer("SELECT count(*) FROM _metadata")
  }

  deinit { connection.close() }
}

extension SQLiteStore {
  /// Keeps the state that the store has now; nil where there is one state only.
  func pin() throws -> GenerationPin? {
    try reporting {
      guard !isInMemory, let path = url?.path,
        try connection().text("PRAGMA journal_mode")?.lowercased() == "wal"
      else { return nil }
      return try SQLiteGeneration(path: path)
    }
  }
}
