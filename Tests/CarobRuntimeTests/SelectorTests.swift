import CarobRuntime
import Dispatch
import Synchronization
import TestSupport
import Testing

@Suite struct SelectorTests {
  @Test(.rule("F-154")) func `selectors are equal if their names are`() {
    #expect(Selector("tap:") == Selector("t" + "ap:"))
    #expect(Selector("tap:") != Selector("tap"))
    #expect(NSStringFromSelector(NSSelectorFromString("move:to:")) == "move:to:")
    #expect(Set([Selector("tap:"), Selector("t" + "ap:"), "tap:"]).count == 1)
  }

  @Test(.rule("F-154"))
  func `a literal has the selector of its name on each thread`() {
    @Sendable func tapped() -> Selector { Selector(_carob: "tapped:", 0) }
    @Sendable func moved() -> Selector { Selector(_carob: "moved:to:", 0) }
    @Sendable func letter() -> Selector { Selector(_carob: "é", 0) }
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in
      let isRight =
        tapped() == Selector("tapped:") && moved() == Selector("moved:to:") && letter() == Selector("é")
      if !isRight { wrong.add(1, ordering: .relaxed) }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test(.rule("F-154")) func `a selector is described by its name`() {
    let selector: Selector = "move:to:"
    #expect(selector.name == "move:to:")
    #expect("\(selector)" == "move:to:")
    #expect(String(reflecting: selector) == "move:to:")
  }

  @Test func `a selector takes one argument for each colon`() {
    let counts = ["tap", "tap:", "move:to:", ":", "a:::", ""].map { Selector($0).argumentCount }
    #expect(counts == [0, 1, 2, 1, 3, 0])
  }

  @Test func `the emitted form of #selector does not evaluate the reference`() {
    nonisolated(unsafe) var evaluations = 0
    let selector = Selector(
      _carob: "tap:",
      {
        evaluations += 1
        return evaluations
      }())
    #expect(selector == "tap:")
    #expect(evaluations == 0)
  }

  @Test func `threads that intern the same names get the same selectors`() {
    let found = Guarded<[[UInt]]>([])
    struct Found: @unchecked Sendable { let address: UnsafeRawPointer }
    withUnsafePointer(to: found) { pointer in
      let shared = Found(address: pointer)
      onThreads(8) { _ in
        let bits = (0..<300).map { unsafeBitCast(Selector("interned\($0):"), to: UInt.self) }
        shared.address.assumingMemoryBound(to: Guarded<[[UInt]]>.self).pointee.withLock { $0.append(bits) }
      }
    }
    let all = found.withLock { $0 }
    #expect(all.count == 8)
    #expect(Set(all).count == 1)
    #expect(Set(all[0]).count == 300)
  }
}
