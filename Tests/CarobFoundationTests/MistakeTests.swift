import CarobFoundation
import RuleTrait
import Testing

/// What is said of mistakes with notifications, timers and observing; strictly, where the mistake may be meant.
@Suite struct MistakeTests {
  private func expect(
    _ scenario: String, strict: Bool = false, _ text: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let environment = strict ? ["CAROB_STRICT": "1"] : [:]
    let outcome = try VirtualScenario.run(scenario, environment)
    #expect(
      outcome.warned(in: "Mistakes.swift") { text.replacing("<place>", with: $0) }, sourceLocation: location)
    guard strict else { return }
    #expect(try VirtualScenario.run(scenario).errors == [], sourceLocation: location)
  }

  @Test(.rule("M-1", "M-2", "F-7")) func `a handler that is not there is warned of at registration`() throws {
    try expect(
      "mistake-misspelt-method",
      "NotificationCenter: Listener registered for somethingHappened with herd:, but does not implement it; the first "
        + "post will crash (a method of that name must be marked @objc)")
  }

  @Test(.rule("M-3")) func `a name that was observed and never posted is compared with one that was`() throws
  {
    try expect(
      "mistake-misspelt-name", strict: true,
      "Notification \"somethingHapened\" was observed but never posted; did you mean \"somethingHappened\"?")
  }

  @Test(.rule("M-8", "F-6")) func `a dead observer is purged, and that told to who wants to know`() throws {
    try expect(
      "mistake-dead-observer", strict: true, "purged dead observer Listener for somethingHappened")
  }

  @Test(.rule("M-9")) func `a post that finds nobody any more says who removed the observer`() throws {
    try expect(
      "mistake-removed-early", strict: true,
      "Listener stopped observing somethingHappened because of removeObserver at <place>; later post found no receiver"
    )
  }

  @Test(.rule("M-10", "F-1")) func `a value as the object of a post is told to who wants to know`() throws {
    #expect(try VirtualScenario.run("mistake-value-as-object").errors == [])
    let outcome = try VirtualScenario.run("mistake-value-as-object", ["CAROB_STRICT": "1"])
    #expect(
      outcome.errors == ["carob: warning: object of somethingHappened is a Int; put values into userInfo"])
  }

  @Test(.rule("M-15", "M-16", "F-40")) func `a timer that keeps its controller alive is warned of`() throws {
    try expect(
      "mistake-forgotten-timer",
      "Timer (5s) retains Listener; invalidate it in viewDidDisappear, deinit will never run")
  }

  @Test(.rule("M-18", "F-30")) func `a timer that was added to no loop is told to who wants to know`() throws
  {
    try expect("mistake-timer-nowhere", strict: true, "Timer was never added to a run loop")
  }

  @Test(.rule("M-20")) func `a second timer for the same message is warned of`() throws {
    try expect("mistake-two-timers", "2 repeating timers call Listener.heard:")
  }

  @Test(.rule("M-21", "F-32")) func `a timer that waits for scrolling to end is told to who wants to know`()
    throws
  {
    try expect(
      "mistake-default-mode", strict: true, "Timer is only in the default mode; add it to .common")
  }

  @Test(.rule("M-51")) func `observing into an object that cannot be observed is explained`() throws {
    let outcome = try VirtualScenario.run("mistake-plain-object")
    #expect(outcome.errors.contains { $0.contains("Plain cannot be observed; derive from NSObject") })
    #expect(!outcome.output.contains("survived"))
  }

  @Test(.rule("M-54", "F-99")) func `an observed object may go first`() throws {
    let outcome = try VirtualScenario.run("mistake-observed-goes")
    #expect(outcome.errors == [] && outcome.output == ["survived"])
  }

  @Test(.rule("M-58")) func `a context that is not static is told to who wants to know`() throws {
    try expect("mistake-context", strict: true, "KVO context for plain is not a static address")
  }
}
