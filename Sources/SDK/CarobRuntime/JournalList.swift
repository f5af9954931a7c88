/// A collection in an answer: its objects are named as the journal names them, so that nothing of theirs runs.
protocol JournalList {
  var journalElements: [String] { get }
}

extension Array: JournalList {
  var journalElements: [String] { map { Journal.describeAnswer($0) ?? "()" } }
}

extension Set: JournalList {
  var journalElements: [String] { map { Journal.describeAnswer($0) ?? "()" }.sorted() }
}

extension Dictionary: JournalList {
  var journalElements: [String] {
    map { "\(Journal.describeAnswer($0) ?? "()"): \(Journal.describeAnswer($1) ?? "()")" }.sorted()
  }
}
