/// A collection in an answer: its elements are described by the journal, so that no code of the app runs.
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
