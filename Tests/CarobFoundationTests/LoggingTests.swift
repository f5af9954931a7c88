import CarobFoundation
import Testing

/// Logging, tested in a process of its own, because the trace and standard error belong to the process.
@Suite struct LoggingTests {
  @Test func `formatted NSLog and os_log messages are printed text in the trace`() async throws {
    #expect(
      try await scenario("logging-trace") == [
        "plain 5%", "3 items for Ada at 1.50", "two", "lines",
        "Ada has 7", "hidden <private> and <private>", "true YES",
        "count 3 0x1F [007]", "1.500000 2.25 +1.000e+00", "Ada   |   Ada", "<private> <private> Ada",
        "same mask: true", "true YES Double 127.0.0.1",
        "closed: no value was asked for", "default", "debug", "info", "notice", "warning", "error", "fault",
      ])
  }

  @Test func `lines on standard error contain date, process, category and level`()
    async throws
  {
    #expect(
      try await scenario("logging-lines") == [
        "DATE CarobFoundationScenarios[PID] from NSLog",
        "DATE CarobFoundationScenarios[PID] from the default log",
        "DATE CarobFoundationScenarios[PID] [com.example:net] from a logger",
        "DATE CarobFoundationScenarios[PID] [com.example:net:error] an error",
      ])
  }

  @Test func `signposts are not printed text`() async throws {
    #expect(
      try await scenario("signposts") == ["begin Load", "event Tick 3", "end Load", "begin Old", "end Old"])
  }
}
