import CarobFoundation
import TestSupport
import Testing

/// Corrupted predicate formats: they are either valid, or refused at a position inside the text.
@Suite struct PredicateFuzzTests {
  @Test func `corrupted formats are parsed or refused`() {
    let samples = [
      "name ==[cd] 'Ada' AND (age >= 18 OR NOT active == YES)", "ANY children.age BETWEEN {1, $limit}",
      "SUBQUERY(tasks, $t, $t.done == FALSE AND $t.name LIKE 'a*').@count > 0", "%K IN %@",
      "SELF MATCHES '[a-z]+'",
      "a.b[FIRST].c + 2 ** 3 ** -1 * (4 - x) / 5 != 0x1F", "FUNCTION(a, 'length') > 0",
      "TERNARY(a == 1, 'x', \"y\\u00e9\")",
      "@sum.price >= 1.5e3", "TRUEPREDICATE", "{1, 2, 'three'} CONTAINS[c] #reserved",
    ].map { FuzzInput("format", $0) }
    let pieces = [
      "(", ")", "{", "}", "[", "]", "'", "\"", "\\", "%@", "%K", "%d", "%", "$", "@", "#", ".", ",", "==",
      "<=", "!", "&&",
      "||", "-", "+", "**", "NOT ", "ANY ", "AND ", "BETWEEN ", "SUBQUERY(", "FUNCTION(", "TERNARY(", "[cd]",
      "[FIRST]", "é",
      "\u{0}", "nil", "SELF", "1e", "0x",
    ]
    Fuzzing.run("predicate-formats", samples, pieces: pieces, rounds: 1_000) { input, _ in
      // NB: `check` itself verifies that the position is inside the text.
      _ = PredicateParser.check(input.text, ["x", "y", 3, ["a"]])
    }
  }
}
