import ChildProcess
import CarobFoundation
import TestSupport
import Testing

/// Behaviour of the main thread's run loop, tested in a process of its own.
@Suite struct MainLoopTests {
  @Test(.rule("F-51", "F-54", "F-55", "F-66", "F-67"))
  func `the main queue is served in common modes and not from inside its own blocks`() async throws {
    #expect(
      try await scenario("main-queue") == [
        "main is current: true",
        "before",
        "commit",
        "block 1",
        "commit",
        "nested run true: served nothing",
        "block 2",
        "commit",
        "private mode",
        "tracking",
        "commit",
        "block 3",
        "block 4",
        "commit",
        "commit",
        "main actor on the main thread: true",
        "commit",
        "commit",
        "woken by the main queue",
        "commit",
        "commit",
        "later",
        "commit",
        "commit",
        "operation",
        "commit",
      ])
  }

  @Test(.rule("F-54")) func `the main loop runs in a pushed mode until it is popped`() async throws {
    #expect(
      try await scenario("run-main") == [
        "tick in default", "tick in default", "block in tracking", "tick in default",
      ])
  }

  @Test func `the main loop is served while the toolchain's loop runs on the main thread`() async throws {
    #expect(
      try await scenario("toolchain-loop") == [
        "timer", "main queue", "woken", "descriptor: 1", "block",
      ])
  }
}

/// Runs a scenario and returns the lines that it prints.
func scenario(_ name: String) async throws -> [String] {
  let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("CarobFoundationScenarios")
  let outcome = try ChildProcess.run([program.path, name])
  #expect(outcome.status == 0, "\(outcome.errorText)")
  return outcome.text.split(separator: "\n").map(String.init)
}
