import TestSupport
import Testing

@testable import CarobRuntime

/// How the trace shows a query's answer.
@Suite struct JournalAnswerTests {
  @Test(.rule("E-780")) func `an answer is described without the app's own descriptions`() {
    let object = Describable()
    #expect(Journal.describeAnswer(object) == "Describable")
    #expect(Journal.describeAnswer([object, object]) == "[Describable, Describable]")
    #expect(Journal.describeAnswer(Optional([object])) == "[Describable]")
    #expect(Journal.describeAnswer(["a", "b"]) == "[a, b]")
    #expect(Journal.describeAnswer([Int]()) == "[]")
    #expect(Journal.describeAnswer(["key": object]) == "[key: Describable]")
    #expect(Journal.describeAnswer(nil as Describable?) == "nil")
    #expect(!object.wasDescribed)
  }
}

private final class Describable: CustomStringConvertible {
  var wasDescribed = false
  var description: String {
    wasDescribed = true
    return "I"
  }
}
