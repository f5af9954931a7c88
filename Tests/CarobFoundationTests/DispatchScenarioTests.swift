import ChildProcess
import CarobFoundation
import TestSupport
import Testing

/// Dispatch in virtual time, its causes, and diagnostics for misuse. Each test runs in a process of its own.
@Suite struct DispatchScenarioTests {
  @Test func `causes are tracked through all ways of deferring work`() throws {
    let outcome = try VirtualScenario.run("causes")
    #expect(
      outcome.output == [
        "1<-0 touch main.async",
        "2<-1 dispatch {} @async",
        "3<-2 print main",
        "4<-0 touch there and back",
        "5<-4 dispatch {} @there background",
        "6<-5 print there background",
        "7<-5 dispatch {} @back",
        "8<-7 print back",
        "9<-0 touch asyncAfter",
        "10<-9 dispatch {} @after",
        "11<-10 print later",
        "12<-0 touch task",
        "13<-12 print task",
        "14<-12 print actor background",
        "15<-12 print after sleeping",
        "16<-0 touch detached task",
        "17<-16 print detached background",
        "18<-16 print main actor",
        "19<-0 touch first operation",
        "20<-0 touch second operation",
        "21<-19 print first background",
        "22<-20 print second background",
        "23<-0 touch group",
        "24<-23 dispatch {} @member background",
        "25<-24 print member background",
        "26<-23 dispatch {} @notify",
        "27<-26 print all",
        "28<-0 touch item",
        "29<-28 dispatch {} @item background",
        "30<-29 print item background",
        "31<-28 dispatch {} @end",
        "32<-31 print ended",
        "33<-0 touch timer source",
        "34<-33 dispatch {} @handler",
        "35<-34 print tick",
        "36<-33 dispatch {} @handler",
        "37<-36 print tick",
        "38<-0 touch sync",
        "39<-38 dispatch {} @outside background",
        "40<-39 print on main",
        "41<-39 print iteration 0 background",
        "42<-39 print iteration 1 background",
        "43<-0 touch thread",
        "44<-43 print thread background",
        "45<-0 dispatch {} @root",
        "46<-45 print without a cause",
      ])
    #expect(outcome.status == 0)
  }

  @Test(.rule("F-66", "F-67", "F-69", "F-70", "F-71", "F-72", "S-27"))
  func `every use of Dispatch happens at the expected time and in order`() throws {
    let outcome = try VirtualScenario.run("dispatch")
    #expect(
      outcome.output == [
        // Global queues start immediately. The order between queues is not guaranteed, but here it is always
        // the same.
        "0.00 background begins", "0.00 utility begins", "0.00 user-initiated begins", "0.00 serial 1",
        "0.00 serial 2", "0.00 serial 3", "0.00 user-interactive begins",
        "0.10 background ends", "0.10 utility ends", "0.10 user-initiated ends", "0.10 user-interactive ends",
        "0.10 quality of service: all",
        // F-71
        "0.30 read 1", "0.30 read 2", "0.30 write begins", "0.60 write ends", "0.60 read 3",
        // F-69
        "0.70 download 3", "0.75 wait 0.15: timed out", "0.80 download 2", "0.90 download 1",
        "0.90 all waited for", "1.40 notified",
        // F-72
        "1.40 iteration 0", "1.50 iteration 1", "1.60 iteration 2", "1.70 iteration 3", "1.70 all iterations",
        // F-70
        "1.70 item 1 cancelled: true", "1.70 item 3 cancelled: true", "1.80 item 0", "1.90 item 2",
        "2.00 item 4", "2.00 the others are done",
        // F-72
        "3.00 semaphore: timed out", "4.00 semaphore: signalled",
        "4.50 timer 1", "4.75 timer 2", "5.00 timer 3", "5.00 timer cancelled",
        "6.00 signal",
      ])
    #expect(outcome.status == 0)
  }

  @Test func `Dispatch is deterministic`() throws {
    let first = try VirtualScenario.run("dispatch")
    for _ in 0..<10 { #expect(try VirtualScenario.run("dispatch").output == first.output) }
  }

  @Test(.rule("F-192")) func `a file source reports events in virtual time`() throws {
    let outcome = try VirtualScenario.run("files")
    #expect(
      outcome.output == [
        "1.00 file: write extend, descriptor true",
        "2.00 file: write, descriptor true",
        "3.00 file: attrib, descriptor true",
        "4.00 folder: write, descriptor true", "4.00 file: rename, descriptor true",
        "5.00 folder: write link, descriptor true",
        "6.00 file: link delete, descriptor true", "6.00 folder: write, descriptor true",
        "7.00 folder: write link, descriptor true",
        "8.00 folder: link delete, descriptor true",
        "10.00 file cancelled", "10.00 folder cancelled",
      ])
    #expect(outcome.errors == [] && outcome.status == 0)
  }

  @Test(.rule("F-193")) func `work has the quality of service of its queue`() throws {
    #expect(
      try VirtualScenario.run("qualities").output == [
        "0.00 main: 0x21 userInteractive", "0.00 background: 0x9 background",
        "0.00 user-initiated: 0x19 userInitiated", "0.00 default: 0x15 default", "0.00 utility: 0x11 utility",
        "0.00 thread: 0x11 utility",
      ])
  }

  @Test(.rule("F-194")) func `a signal source reports an ignored signal`() throws {
    #expect(
      try VirtualScenario.run("ignored-signal").output == [
        "0.50 was ignored: true false", "0.50 is ignored: true true",
        "1.00 signal 1", "1.50 signal 2", "2.00 signal 1", "2.50 signal 2",
      ])
  }

  @Test(.rule("F-194"))
  func `a signal source and a handler of the program exclude each other, which is reported`()
    throws
  {
    let outcome = try VirtualScenario.run("handled-signal")
    #expect(
      Array(outcome.output.dropFirst()) == ["1.00 signal 1", "2.00 signal 1", "3.00 handled [0, 2]"])
    let reason =
      "has a handler and a signal source: here only one of them gets each signal, on a device both do"
    #expect(
      outcome.errors == [
        "carob: warning: SIGUSR1 \(reason)",
        "carob: Files.swift:\(outcome.line): warning: SIGUSR2 \(reason)",
      ])
  }

  // MARK: Misuse

  @Test(.rule("M-150"))
  func `releasing a suspended queue or source is explained with the line of its suspension`()
    throws
  {
    let text = "BUG IN CLIENT OF LIBDISPATCH: Release of a suspended object: it was suspended and not resumed"
    #expect(try VirtualScenario.run("misuse-queue-suspended").crashed(text))
    #expect(try VirtualScenario.run("misuse-source-suspended").crashed(text))
  }

  @Test(.rule("M-150")) func `releasing an inactive queue is explained`() throws {
    // The app's frame that releases the last reference cannot be unwound here.
    #expect(
      try VirtualScenario.run("misuse-queue-inactive").errors == [
        "Fatal error: BUG IN CLIENT OF LIBDISPATCH: Release of a suspended or inactive object, or of one that is in use"
      ])
  }

  @Test(.rule("M-151")) func `resuming an object too often is explained`() throws {
    #expect(
      try VirtualScenario.run("misuse-resume").crashed(
        "BUG IN CLIENT OF LIBDISPATCH: Over-resume of an object: it was resumed more often than suspended"))
  }

  @Test(.rule("M-126", "F-68")) func `sync onto the current queue is explained`() throws {
    let outcome = try VirtualScenario.run("misuse-sync")
    #expect(
      outcome.crashed(
        "BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread (queue \"mine\")"
      ))
  }

  @Test(.rule("M-126", "F-68"))
  func `misuse is explained even on the small stack of signal handlers`() throws {
    let outcome = try VirtualScenario.run("misuse-sync-in-app")
    #expect(
      outcome.crashed(
        "BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread (queue \"mine\")"
      ))
  }

  @Test(.rule("M-126", "F-68")) func `sync onto the main queue from the main thread is explained`() throws {
    let outcome = try VirtualScenario.run("misuse-sync-main")
    #expect(
      outcome.crashed(
        "BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread: "
          + "DispatchQueue.main.sync from the main thread"))
  }

  @Test(.rule("M-127", "F-69")) func `leaving a group too often is explained`() throws {
    let outcome = try VirtualScenario.run("misuse-leave")
    #expect(outcome.crashed("BUG IN CLIENT OF LIBDISPATCH: Unbalanced call to dispatch_group_leave()"))
  }

  @Test(.rule("M-128", "F-69")) func `waiting for a group that is never left warns`() throws {
    let outcome = try VirtualScenario.run("misuse-enter")
    #expect(outcome.warned { "group has 1 unfinished enter; first at \($0)" })
  }

  @Test(.rule("M-129", "F-70")) func `a cancelled item that never leaves its group warns`() throws {
    let outcome = try VirtualScenario.run("misuse-cancelled-item")
    #expect(outcome.warned { _ in "cancelled item never leaves its group" })
  }

  @Test(.rule("M-131")) func `waiting for a group on the main thread warns`() throws {
    let outcome = try VirtualScenario.run("misuse-wait")
    #expect(outcome.warned { _ in "main thread waits for 2 tasks; deadlock if one of them needs main" })
  }

  @Test(.rule("M-131")) func `waiting for a semaphore on the main thread warns`() throws {
    let outcome = try VirtualScenario.run("misuse-wait-semaphore")
    #expect(
      outcome.warned { _ in "main thread waits for a semaphore; deadlock if the signaling code needs main" })
  }

  @Test(.rule("M-132", "F-71")) func `a barrier without effect warns`() throws {
    #expect(
      try VirtualScenario.run("misuse-barrier-global").warned { _ in
        "barrier has no effect on a global queue (\"com.apple.root.default-qos\")"
      })
    #expect(
      try VirtualScenario.run("misuse-barrier-serial").warned { _ in
        "barrier has no effect on a serial queue (\"one\")"
      })
    #expect(try VirtualScenario.run("misuse-barrier-concurrent").errors == [])
  }

  @Test(.rule("M-134", "F-72")) func `a source that is never resumed warns`() throws {
    let outcome = try VirtualScenario.run("misuse-source")
    #expect(outcome.warned { _ in "source was created but not resumed" })
  }

  @Test(.rule("M-134", "F-72")) func `releasing a suspended source is explained`() throws {
    let outcome = try VirtualScenario.run("misuse-source-release")
    #expect(
      outcome.crashed(
        "BUG IN CLIENT OF LIBDISPATCH: Release of a suspended object: source was created but not resumed"))
  }

  @Test func `releasing a semaphore that is in use is explained`() throws {
    let outcome = try VirtualScenario.run("misuse-semaphore-release")
    #expect(
      outcome.errors == [
        "Fatal error: BUG IN CLIENT OF LIBDISPATCH: Release of a suspended or inactive object, or of one that is in use"
      ])
  }

  @Test(.rule("M-135")) func `a long wait without a timeout warns in strict mode`() throws {
    #expect(try VirtualScenario.run("misuse-forever").errors.allSatisfy { !$0.contains("without timeout") })
    let outcome = try VirtualScenario.run("misuse-forever", ["CAROB_STRICT": "1"])
    #expect(outcome.errors.contains { $0.hasSuffix("wait without timeout exceeded 10s") })
  }

  @Test(.rule("M-136", "F-70")) func `cancelling a running item warns in strict mode`() throws {
    #expect(try VirtualScenario.run("misuse-cancel-running").errors == [])
    let outcome = try VirtualScenario.run("misuse-cancel-running", ["CAROB_STRICT": "1"])
    #expect(outcome.warned { _ in "cancel() after start only sets isCancelled" })
  }
}

/// The result of a scenario that runs in its own process in virtual time.
struct VirtualScenario {
  let output: [String]
  let errors: [String]
  let status: Int32

  static func run(_ name: String, _ environment: [String: String] = [:]) throws -> VirtualScenario {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let timeLayer = folder.appendingPathComponent("libCarobVirtualTime.so").path
    // Without the library the loader only prints an error, and the scenario would wait in real time.
    try #require(FileManager.default.fileExists(atPath: timeLayer))
    let ours = [
      "CAROB_VIRTUAL": "1", "LD_PRELOAD": timeLayer,
      "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
    ]
    let outcome = try ChildProcess.run(
      [folder.appendingPathComponent("CarobFoundationScenarios").path, name],
      environment: ProcessInfo.processInfo.environment.merging(ours) { $1 }.merging(environment) { $1 })
    let lines = { (text: String) in text.split(separator: "\n").map(String.init) }
    return VirtualScenario(
      output: lines(outcome.text), errors: lines(outcome.errorText), status: outcome.status)
  }

  /// The line number that the scenario printed.
  var line: String {
    output.last { $0.hasPrefix("line ") }.map { String($0.dropFirst(5)) } ?? "none"
  }

  /// Whether it ended with this explanation for the printed line, and no other output.
  func crashed(_ text: String) -> Bool {
    let isRight =
      errors.count == 1 && errors[0].hasSuffix("/Dispatch.swift:\(line): Fatal error: \(text)")
      && !output.contains("survived")
    if !isRight { print(self) }
    return isRight
  }

  /// Whether it continued after this warning for the printed line, and no other.
  func warned(in file: String = "Dispatch.swift", _ text: (String) -> String) -> Bool {
    let place = "\(file):\(line)"
    let isRight = errors == ["carob: \(place): warning: \(text(place))"] && output.last == "survived"
    if !isRight { print(self) }
    return isRight
  }
}
