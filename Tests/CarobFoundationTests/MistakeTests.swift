import CarobFoundation
import TestSupport
import Testing

/// Diagnostics for mistakes with notifications, timers and observing; in strict mode where the code may be
/// intended.
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

  @Test(.rule("M-1", "M-2", "F-7")) func `registering a missing method warns`() throws {
    try expect(
      "mistake-misspelt-method",
      "NotificationCenter: Listener registered for somethingHappened with herd:, but does not implement it; the first "
        + "post will crash (a method of that name must be marked @objc)")
  }

  @Test(.rule("M-3")) func `an observed name that was never posted is compared with posted names`() throws {
    try expect(
      "mistake-misspelt-name", strict: true,
      "Notification \"somethingHapened\" was observed but never posted; did you mean \"somethingHappened\"?")
  }

  @Test(.rule("M-8", "F-6")) func `purging a deallocated observer warns in strict mode`() throws {
    try expect(
      "mistake-dead-observer", strict: true, "purged dead observer Listener for somethingHappened")
  }

  @Test(.rule("M-9"))
  func `a post without observers names the place where the observer was removed`() throws {
    try expect(
      "mistake-removed-early", strict: true,
      "Listener stopped observing somethingHappened because of removeObserver at <place>; later post found no receiver"
    )
  }

  @Test(.rule("M-10", "F-1")) func `a value as a notification's object warns in strict mode`() throws {
    #expect(try VirtualScenario.run("mistake-value-as-object").errors == [])
    let outcome = try VirtualScenario.run("mistake-value-as-object", ["CAROB_STRICT": "1"])
    #expect(
      outcome.errors == ["carob: warning: object of somethingHappened is a Int; put values into userInfo"])
  }

  @Test(.rule("M-15", "M-16", "F-40")) func `a timer that keeps its controller alive warns`() throws {
    try expect(
      "mistake-forgotten-timer",
      "Timer (5s) retains Listener; invalidate it in viewDidDisappear, deinit will never run")
  }

  @Test(.rule("M-18", "F-30")) func `a timer that was never added to a run loop warns in strict mode`() throws
  {
    try expect("mistake-timer-nowhere", strict: true, "Timer was never added to a run loop")
  }

  @Test(.rule("M-20")) func `a second timer for the same message warns`() throws {
    try expect("mistake-two-timers", "2 repeating timers call Listener.heard:")
  }

  @Test(.rule("M-21", "F-32")) func `a timer that waits for scrolling to end warns in strict mode`()
    throws
  {
    try expect(
      "mistake-default-mode", strict: true, "Timer is only in the default mode; add it to .common")
  }

  @Test(.rule("M-51")) func `observing through an object that cannot be observed is explained`() throws {
    let outcome = try VirtualScenario.run("mistake-plain-object")
    #expect(outcome.errors.contains { $0.contains("Plain cannot be observed; derive from NSObject") })
    #expect(!outcome.output.contains("survived"))
  }

  @Test(.rule("M-54", "F-99")) func `an observed object can be deallocated first`() throws {
    let outcome = try VirtualScenario.run("mistake-observed-goes")
    #expect(outcome.errors == [] && outcome.output == ["survived"])
  }

  @Test(.rule("M-58")) func `a context that is not static warns in strict mode`() throws {
    try expect("mistake-context", strict: true, "KVO context for plain is not a static address")
  }

  // MARK: Blocks and their tokens

  @Test(.rule("M-5", "F-9")) func `discarding a token warns once`() throws {
    try expect(
      "mistake-token-discarded",
      "Observer for somethingHappened can never be removed: the token returned by addObserver(forName:) was discarded "
        + "at <place>")
  }

  @Test(.rule("M-5", "F-9"))
  func `a token stored in a variable does not warn, even if the block captures it or it is weak`()
    throws
  {
    let outcome = try VirtualScenario.run("mistake-token-kept")
    #expect(outcome.errors == [] && outcome.output == ["survived"])
  }

  @Test(
    .rule("M-6", "F-9"),
    arguments: ["mistake-block-keeps-controller", "mistake-block-keeps-controller-among-others"])
  func `a block that keeps a removed controller alive warns once`(_ scenario: String) throws {
    try expect(
      scenario,
      "Screen is kept alive by a notification block for somethingHappened; remove the observer or capture self weakly"
    )
  }

  @Test(.rule("M-7", "F-9")) func `a block that uses a deallocated object is explained before it traps`()
    throws
  {
    let outcome = try VirtualScenario.run("mistake-unowned")
    let line = outcome.output.last?.replacing("line ", with: "") ?? ""
    #expect(
      outcome.errors.first
        == "carob: Mistakes.swift:\(line): warning: Notification block for somethingHappened uses Screen, which is gone"
    )
    #expect(outcome.errors.contains { $0.contains("Attempted to read an unowned reference") })
    #expect(outcome.output == ["line \(line)"] && outcome.status != 0)
  }

  @Test(.rule("M-7")) func `a block that does not reach the deallocated object continues`() throws {
    try expect(
      "mistake-unowned-not-used", "Notification block for somethingHappened uses Screen, which is gone")
  }

  @Test(.rule("M-6", "M-7", "F-9")) func `a block with a weak capture does not warn`() throws {
    let outcome = try VirtualScenario.run("mistake-weak-block")
    #expect(outcome.errors == [])
    #expect(outcome.output == ["heard by Screen", "heard by nobody", "survived"])
  }

  @Test(.rule("M-11", "F-11")) func `registering the same observer twice warns`() throws {
    try expect(
      "mistake-registered-twice",
      "Listener.heard: is registered 2 times for somethingHappened; it will run 2 times per post")
  }

  // MARK: Timers

  @Test(.rule("M-17", "F-44")) func `creating a timer whose target is a function warns`() throws {
    try expect(
      "mistake-timer-target",
      "Timer target is @Sendable (Listener) -> (Any) -> (), not an instance; `self` is not available in a property initialiser, "
        + "use viewDidLoad or lazy")
  }

  @Test(.rule("M-19", "F-38", "F-41"))
  func `an invalidated timer does nothing, and adding it warns`()
    throws
  {
    try expect("mistake-invalid-timer", "Timer is invalid and cannot be used again")
  }

  // MARK: Observing

  @Test(.rule("M-50", "F-81")) func `observing a property that does not report changes warns`() throws {
    try expect("mistake-not-dynamic", "Model.unmarked is not @objc dynamic; changes will not be reported")
  }

  @Test(.rule("M-52", "F-100")) func `an observation that is not stored warns`() throws {
    try expect(
      "mistake-observation-not-kept",
      "Observation of marked ended immediately; store the value returned by observe")
  }

  @Test(.rule("M-52", "F-100")) func `an observation that is replaced in the same turn does not warn`() throws
  {
    let outcome = try VirtualScenario.run("mistake-observation-replaced")
    #expect(outcome.errors == [] && outcome.output == ["second", "survived"])
  }

  @Test(.rule("M-53", "F-99")) func `an observer deallocated without being removed warns`() throws {
    try expect("mistake-observer-goes", "Listener was deallocated while observing marked of Model")
  }
}
