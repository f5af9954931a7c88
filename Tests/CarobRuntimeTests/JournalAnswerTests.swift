import TestSupport
import Testing

@testable import CarobRuntime

/// How the trace writes what a query was answered.
@Suite struct JournalAnswerTests {
  @Test(.rule("E-780")) func `an answer is described without the app's own descriptions`() {
    let talker = Talker()
    #expect(Journal.describeAnswer(talker) == "Talker")
    #expect(Journal.describeAnswer([talker, talker]) == "[Talker, Talker]")
    #expect(Journal.describeAnswer(Optional([talker])) == "[Talker]")
    #expect(Journal.describeAnswer(["a", "b"]) == "[a, b]")
    #expect(Journal.describeAnswer([Int]()) == "[]")
    #expect(Journal.describeAnswer(["key": talker]) == "[key: Talker]")
    #expect(Journal.describeAnswer(nil as Talker?) == "nil")
    #expect(!talker.wasAsked)
  }
}

private final class Talker: CustomStringConvertible {
  var wasAsked = false
  var description: String {
    wasAsked = true
    return "I"
  }
}
