import CarobFoundation

/// Keeps a state of a store readable with its own connection in an open read transaction (C-224).
final class SQLiteGeneration: GenerationPin, @unchecked Sendable {
  // @unchecked as its superclass.
  let connection: SQLiteConnection

  init(path: String) throws {
    connection = try SQLiteConnection(path: path, mode: .readWrite)
    super.init()
    try connection.execute("BEGIN")
    // NB: the first read determines the state.
    _ = try connection.integer("SELECT count(*) FROM _metadata")
  }

  deinit { connection.close() }
}

extension SQLiteStore {
  /// Pins the store's current state; nil if the store cannot keep older states.
  func pin() throws -> GenerationPin? {
    try reporting {
      guard !isInMemory, let path = url?.path,
        try connection().text("PRAGMA journal_mode")?.lowercased() == "wal"
      else { return nil }
      return try SQLiteGeneration(path: path)
    }
  }
}
