import CarobFoundation
import TestSupport
import Testing

/// Notifications posted by the system.
@Suite struct SystemPostTests {
  @Test(.rule("F-2", "F-13")) func `each new day is posted once there is an observer`() throws {
    let outcome = try VirtualScenario.run("calendar-day", ["TZ": "UTC"])
    #expect(
      outcome.output == [
        "2026-01-01T10:41:00Z",
        "day changed 2026-01-02T00:00:00Z, on the main thread: true, from nobody: true",
        "day changed 2026-01-03T00:00:00Z, on the main thread: true, from nobody: true",
        "2026-01-03T10:41:00Z",
      ])
    #expect(outcome.errors == [])
  }

  @Test func `a day begins at midnight in the device's time zone`() throws {
    let outcome = try VirtualScenario.run("calendar-day", ["TZ": "America/New_York"])
    #expect(
      outcome.output.filter { $0.hasPrefix("day") } == [
        "day changed 2026-01-02T05:00:00Z, on the main thread: true, from nobody: true",
        "day changed 2026-01-03T05:00:00Z, on the main thread: true, from nobody: true",
      ])
  }
}
