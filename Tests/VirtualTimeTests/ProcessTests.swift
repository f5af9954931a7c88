import Testing

/// A process in virtual time as a whole: whether time is virtual, what it reports, what is the same in every run.
struct ProcessTests {
  @Test func `without its environment variables the library leaves time real`() throws {
    let outcome = try Laboratory.shared.get().run("calls", ["self"], environment: [:])
    #expect(outcome.output.hasPrefix("check 0 active 0 now "))
    #expect(outcome.output.hasSuffix(" 0\n"), "the real clock goes on between two looks")
  }

  @Test func `the self-check passes in virtual time`() throws {
    let environment = ["CAROB_VIRTUAL": "1", "CAROB_TIME_START": "5000000000"]
    let outcome = try Laboratory.shared.get().run("calls", ["self"], environment: environment)
    // The check reads the clock, which takes a nanosecond; reading the trace's clock does not.
    #expect(
      outcome.output == "check 0 active 1 now 5000000001 1\n"
        || outcome.output == "check 0 active 1 now 5000000002 1\n")
  }

  @Test func `the self-check fails without the gate`() throws {
    let outcome = try Laboratory.shared.get().run("calls", ["self"], environment: ["CAROB_TIME_FD": "999"])
    #expect(outcome.output.hasPrefix("check 1 active 0"))
  }

  @Test func `a deadlock is reported instead of a hang`() throws {
    let outcome = try Laboratory.shared.get().calls("deadlock")
    #expect(outcome.status == 70)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("nothing can happen any more"))
    #expect(outcome.errors.contains("thread 0 \"calls\" waits for a lock"))
    #expect(outcome.errors.contains("thread 1 \"calls\" waits for a semaphore"))
  }

  @Test func `pure spinning is reported with the place`() throws {
    let outcome = try Laboratory.shared.get().calls("spinning", environment: ["CAROB_WATCHDOG": "1"])
    #expect(outcome.status == 70)
    #expect(outcome.errors.contains("a thread spins"))
    #expect(outcome.errors.contains("calls("))
  }

  @Test func `a slow start is not reported as spinning`() throws {
    // The watchdog checks every 0.3 s, the start takes 0.4 s; on a loaded machine its limit is three times as long.
    let outcome = try Laboratory.shared.get().calls("late-start", environment: ["CAROB_WATCHDOG": "1.2"])
    #expect(outcome.output == "0 begins\n")
    #expect(outcome.errors == "")
  }

  @Test func `the watchdog's signal interrupts no call`() throws {
    #expect(try Laboratory.shared.get().calls("ticks").output == "0\n")
  }

  @Test func `external work stops the clock until its limit`() throws {
    let outcome = try Laboratory.shared.get().calls("outside", environment: ["CAROB_HOLD_LIMIT": "0.2"])
    #expect(outcome.output == "1000 the clock went on\n")
    #expect(outcome.errors.contains("work outside the app"))
  }

  @Test func `a child that has ended does not stop the clock, even if nobody waits for it`() throws {
    let outcome = try Laboratory.shared.get().calls("left-child", environment: ["CAROB_HOLD_LIMIT": "60"])
    #expect(outcome.output == "1000 the clock went on\n")
    #expect(outcome.errors == "")
  }

  @Test func `one seed gives one sequence from every source of entropy`() throws {
    let laboratory = try Laboratory.shared.get()
    let first = try laboratory.calls("entropy", environment: ["CAROB_SEED": "5"])
    let again = try laboratory.calls("entropy", environment: ["CAROB_SEED": "5"])
    let other = try laboratory.calls("entropy", environment: ["CAROB_SEED": "6"])
    #expect(first.output == again.output)
    #expect(first.output != other.output)
    #expect(first.output.split(separator: " ").count == 6)
    #expect(Set(first.output.split(separator: " ")).count == 6)
  }

  @Test func `addresses are the same in every run`() throws {
    let laboratory = try Laboratory.shared.get()
    let first = try laboratory.calls("memory")
    let again = try laboratory.calls("memory")
    #expect(first.output == again.output)
    #expect(first.output.split(separator: " ").count == 3)
  }

  @Test func `a thread has its creator's cause, a worker thread of Dispatch has none`() throws {
    let outcome = try Laboratory.shared.get().run("causes")
    #expect(outcome.output == "thread: 1\npthread: 2\nworker: 0\nwithout a cause: 0\n")
    #expect(outcome.status == 0)
  }

  @Test func `a crash ends the process with its signal`() throws {
    let outcome = try Laboratory.shared.get().run(
      "crash", environment: ["CAROB_VIRTUAL": "1", "SWIFT_BACKTRACE": "enable=yes,color=no"])
    #expect(outcome.status == 128 + 4 || outcome.status == 128 + 5, "SIGILL on x86-64, SIGTRAP on arm64")
    #expect(outcome.errors.contains("Fatal error: on purpose"))
  }

  @Test func `a crash with a slow report is not reported as spinning`() throws {
    let outcome = try Laboratory.shared.get().calls("slow-crash", environment: ["CAROB_WATCHDOG": "1"])
    #expect(outcome.status == 128 + 11)
    #expect(outcome.errors == "")
  }

  @Test func `the proof program writes the same in every run, pinned or not`() throws {
    let laboratory = try Laboratory.shared.get()
    let environment = ["CAROB_VIRTUAL": "1", "CAROB_SEED": "7"]
    let first = try laboratory.run("proof", environment: environment, wrapper: ["taskset", "-c", "0"])
    #expect(first.status == 0)
    #expect(first.output.hasSuffix("80.000000 end\n"))
    #expect(first.output.split(separator: "\n").count > 250)
    for run in 1..<20 {
      let again = try laboratory.run(
        "proof", environment: environment, wrapper: run.isMultiple(of: 2) ? ["taskset", "-c", "0"] : [])
      #expect(again.output == first.output && again.status == 0, "\(again.errors)")
    }
  }
}
