import CarobFoundation
import TestSupport
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

  // MARK: Blocks and their tokens

  @Test(.rule("M-5", "F-9")) func `a token that nobody keeps is told once`() throws {
    try expect(
      "mistake-token-discarded",
      "Observer for somethingHappened can never be removed: the token returned by addObserver(forName:) was discarded "
        + "at <place>")
  }

  @Test(.rule("M-5", "F-9")) func `a token in a variable, also in the block's own or a weak one, is kept`()
    throws
  {
    let outcome = try VirtualScenario.run("mistake-token-kept")
    #expect(outcome.errors == [] && outcome.output == ["survived"])
  }

  @Test(
    .rule("M-6", "F-9"),
    arguments: ["mistake-block-keeps-controller", "mistake-block-keeps-controller-among-others"])
  func `a block that keeps a controller alive after its time is told once`(_ scenario: String) throws {
    try expect(
      scenario,
      "Screen is kept alive by a notification block for somethingHappened; remove the observer or capture self weakly"
    )
  }

  @Test(.rule("M-7", "F-9")) func `a block that uses what has gone is explained before it ends the app`()
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

  @Test(.rule("M-7")) func `a block that does not come to use it lives on`() throws {
    try expect(
      "mistake-unowned-not-used", "Notification block for somethingHappened uses Screen, which is gone")
  }

  @Test(.rule("M-6", "M-7", "F-9")) func `a block that holds weakly is no mistake`() throws {
    let outcome = try VirtualScenario.run("mistake-weak-block")
    #expect(outcome.errors == [])
    #expect(outcome.output == ["heard by Screen", "heard by nobody", "survived"])
  }

  @Test(.rule("M-11", "F-11")) func `the same observer twice is warned of`() throws {
    try expect(
      "mistake-registered-twice",
      "Listener.heard: is registered 2 times for somethingHappened; it will run 2 times per post")
  }

  // MARK: Timers

  @Test(.rule("M-17", "F-44")) func `a timer whose target is a function is warned of at its creation`() throws
  {
    try expect(
      "mistake-timer-target",
      "Timer target is @Sendable (Listener) -> (Any) -> (), not an instance; `self` is not available in a property initialiser, "
        + "use viewDidLoad or lazy")
  }

  @Test(.rule("M-19", "F-38", "F-41"))
  func `a timer that was invalidated does nothing more, and adding it is told`()
    throws
  {
    try expect("mistake-invalid-timer", "Timer is invalid and cannot be used again")
  }

  // MARK: Observing

  @Test(.rule("M-50", "F-81")) func `observing what reports no changes is warned of`() throws {
    try expect("mistake-not-dynamic", "Model.unmarked is not @objc dynamic; changes will not be reported")
  }

  @Test(.rule("M-52", "F-100")) func `an observation that is not kept is warned of`() throws {
    try expect(
      "mistake-observation-not-kept",
      "Observation of marked ended immediately; store the value returned by observe")
  }

  @Test(.rule("M-52", "F-100")) func `an observation that another replaces in the same turn was kept`() throws
  {
    let outcome = try VirtualScenario.run("mistake-observation-replaced")
    #expect(outcome.errors == [] && outcome.output == ["second", "survived"])
  }

  @Test(.rule("M-53", "F-99")) func `an observer that goes without being removed is warned of`() throws {
    try expect("mistake-observer-goes", "Listener was deallocated while observing marked of Model")
  }
}
