import TestSupport
import Testing

@testable import CarobFoundation

/// The changes in progress with one closure observer (`ValueObserver.swift`): nested, interleaved, and many.
@Suite struct ValueFrameTests {
  private let record = Log()

  @Test(.rule("F-89", "F-101")) func `old values too large for a frame are kept apart in nested changes`() {
    let (outer, inner) = (Nesting(), Nesting())
    outer.large = .init(1)
    inner.large = .init(2)
    let observations = [("outer", outer), ("inner", inner)].map { name, object in
      object.observe(_kp(\.large, "large"), options: [.old, .new]) { [record] _, change in
        record("\(name) \(change.oldValue?.numbers ?? []) \(change.newValue?.numbers ?? [])")
      }
    }
    outer.onChange = { inner.large = .init(4) }
    outer.large = .init(3)
    let all = (1...4).map { "\(Array(repeating: $0, count: 8))" }
    #expect(record.take() == ["inner \(all[1]) \(all[3])", "outer \(all[0]) \(all[2])"])
    #expect(PendingChanges.current.frameCount == 0)
    observations.forEach { $0.invalidate() }
  }

  @Test(.rule("F-89", "F-101")) func `any number of nested changes is reported, inner first`() {
    let chain = (0..<40).map { _ in Nesting() }
    let observations = chain.enumerated().map { index, object in
      object.observe(_kp(\.small, "small"), options: [.old, .new]) { [record] _, change in
        record("\(index): \(change.oldValue ?? -1) \(change.newValue ?? -1)")
      }
    }
    for (outer, inner) in zip(chain, chain.dropFirst()) { outer.onChange = { inner.small += 1 } }
    for value in 1...2 {
      chain[0].small += 1
      #expect(record.take() == (0..<40).reversed().map { "\($0): \(value - 1) \(value)" })
      #expect(PendingChanges.current.frameCount == 0)
    }
    observations.forEach { $0.invalidate() }
  }

  @Test(.rule("F-82", "F-101"))
  func `a change reported by override and base class leaves nothing in progress`() {
    let person = Overriding()
    let observation = person.observe(_kp(\.age, "age"), options: [.old, .new]) { [record] _, change in
      record("\(change.oldValue ?? -1) \(change.newValue ?? -1)")
    }
    for age in 41...80 { person.age = age }
    #expect(record.take() == (41...80).map { "\($0 - 1) \($0)" })
    #expect(PendingChanges.current.frameCount == 0)
    observation.invalidate()
  }

  @Test(.rule("F-82", "F-101")) func `of two interleaved changes each is reported at its end`() {
    let (first, second) = (Person(), Person())
    let observations = [("first", first), ("second", second)].map { name, person in
      person.observe(_kp(\.age, "age"), options: .new) { [record] _, _ in record(name) }
    }
    for _ in 0..<2 {
      first._kvoWill("age", first.age)
      second._kvoWill("age", second.age)
      first._kvoDid("age", first.age)
      record("between")
      second._kvoDid("age", second.age)
      #expect(record.take() == ["first", "between", "second"])
      #expect(PendingChanges.current.frameCount == 0)
    }
    observations.forEach { $0.invalidate() }
  }
}

/// Runs `onChange` inside its changes.
private final class Nesting: NSObject, @unchecked Sendable {
  // @unchecked because each test uses it on one thread.
  /// Larger than the place for an old value in a frame.
  struct Large {
    private let values: (Int, Int, Int, Int, Int, Int, Int, Int)
    init(_ number: Int) { values = (number, number, number, number, number, number, number, number) }
    var numbers: [Int] { withUnsafeBytes(of: values) { Array($0.bindMemory(to: Int.self)) } }
  }
  var onChange: () -> Void = {}
  var large = Large(0) {
    willSet { _kvoWill("large", self.large) }
    didSet {
      onChange()
      _kvoDid("large", self.large)
    }
  }
  var small = 0 {
    willSet { _kvoWill("small", self.small) }
    didSet {
      onChange()
      _kvoDid("small", self.small)
    }
  }
  nonisolated override class var _carobKVC: [_CarobProperty] {
    [.init("large", \Nesting.large), .init("small", \Nesting.small)]
  }
}
