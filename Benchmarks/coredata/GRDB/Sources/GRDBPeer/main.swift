import Foundation
import GRDB

struct Category: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "Category"
  var id: Int64?
  var name: String
  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

struct Note: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "Note"
  var id: Int64?
  var changed: Double
  var rank: Int64
  var title: String
  var category: Int64?
  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The processor time of the process, in seconds.
func work() -> Double {
  var used = rusage()
  getrusage(__rusage_who_t(0), &used)
  return Double(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
    + Double(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6
}

func pool(_ name: String) throws -> DatabasePool {
  let pool = try DatabasePool(path: CommandLine.arguments[1] + "/" + name + ".sqlite")
  try pool.write { database in
    try database.execute(
      sql: """
        CREATE TABLE Category (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE Note (id INTEGER PRIMARY KEY, changed REAL NOT NULL, rank INTEGER NOT NULL, title TEXT NOT NULL,
          category INTEGER REFERENCES Category ON DELETE CASCADE);
        CREATE INDEX NoteCategory ON Note (category);
        """)
  }
  return pool
}

var last: DatabasePool?
for count in [1_000, 10_000, 1_000_000, 100_000] {
  let pool = try pool("growth\(count)")
  let begun = work()
  try pool.write { database in
    var category = Category(id: nil, name: "all")
    try category.insert(database)
    for number in 0..<count {
      var note = Note(
        id: nil, changed: Double(number), rank: Int64(number), title: "Note \(number)", category: category.id)
      try note.insert(database)
    }
  }
  print("insert\(count) \(work() - begun)")
  last = pool
}
let all = last!
var begun = work()
var sum = 0
for note in try all.read({ try Note.order(sql: "rank").fetchAll($0) }) {
  sum += note.title.utf8.count + Int(note.rank)
}
print("objects \(work() - begun)")
begun = work()
let ids = try all.read { try Int64.fetchAll($0, sql: "SELECT id FROM Note ORDER BY rank") }
print("faults \(work() - begun)")
begun = work()
_ = try all.write { try Category.deleteAll($0) }
print("cascade \(work() - begun)")
precondition(sum > 0 && ids.count == 100_000)
