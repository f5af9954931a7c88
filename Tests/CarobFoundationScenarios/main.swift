import CarobFoundation
import Glibc

// Scenarios that need the main thread of a process. Each prints its timeline, which MainLoopTests compares.

switch CommandLine.arguments.dropFirst().first {
case "main-queue": mainQueue()
case "run-main": runMain()
case "toolchain-loop": toolchainLoop()
case "logging-trace": loggingTrace()
case "logging-lines": loggingLines()
case "signposts": signposts()
case "causes": causes()
case "calendar-day": calendarDay()
case "dispatch": dispatchInVirtualTime()
case "files": fileEvents()
case "qualities": qualities()
case "ignored-signal": ignoredSignal()
case "handled-signal": handledSignal()
case let name? where name.hasPrefix("misuse-"): misuse(name)
case let name? where name.hasPrefix("mistake-"): mistake(name)
case let name: fatalError("no scenario \(name ?? "")")
}

/// Shows the main queue and the main actor in the run loop's phases.
func mainQueue() {
  let loop = RunLoop.main
  print("main is current: \(RunLoop.current === loop)")
  loop.addObserver(activities: [.beforeWaiting, .exit], order: 2_000_000) { _ in print("commit") }
  DispatchQueue.main.async {
    print("block 1")
    DispatchQueue.main.async { print("block 3") }
    let ran = loop.run(mode: .default, before: Date())
    print("nested run \(ran): served nothing")
  }
  DispatchQueue.main.async { print("block 2") }
  print("before")
  loop.run(mode: .default, before: Date(timeIntervalSinceNow: 5))
  print("private mode")
  DispatchQueue.main.async { print("block 4") }
  loop.add(Port(), forMode: .init("mine"))
  loop.run(mode: .init("mine"), before: Date(timeIntervalSinceNow: 0.01))
  print("tracking")
  loop.run(mode: .tracking, before: Date(timeIntervalSinceNow: 5))
  Task { @MainActor in print("main actor on the main thread: \(Thread.isMainThread)") }
  loop.run(mode: .default, before: Date(timeIntervalSinceNow: 5))
  DispatchQueue.global().async { DispatchQueue.main.async { print("woken by the main queue") } }
  loop.run(mode: .default, before: Date(timeIntervalSinceNow: 5))
  DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { print("later") }
  loop.run(mode: .default, before: Date(timeIntervalSinceNow: 5))
  OperationQueue.main.addOperation { print("operation") }
  loop.run(mode: .default, before: Date(timeIntervalSinceNow: 5))
}

/// Runs the main loop as an app does and pushes and pops modes.
func runMain() {
  let loop = RunLoop.main
  var ticks = 0
  Timer.scheduledTimer(withTimeInterval: 0.001, repeats: true) { timer in
    MainActor.assumeIsolated {
      print("tick in \(loop.currentMode == .default ? "default" : "another")")
      ticks += 1
      if ticks == 2 {
        loop.pushMode(.tracking)
        DispatchQueue.main.async {
          print("block in \(loop.currentMode == .tracking ? "tracking" : "another")")
          loop.popMode(.tracking)
        }
      }
      if ticks == 3 { exit(0) }
    }
  }
  RunLoop.runMain()
}

/// Runs the toolchain's run loop on the main thread, as XCTest does while it waits.
func toolchainLoop() {
  let loop = RunLoop.main
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { return }
  let (input, output) = (ends[0], ends[1])
  loop.addObserver(activities: .exit, order: 2_000_000) { _ in fflush(nil) }
  loop.addDescriptor(input) {
    var byte: UInt8 = 0
    print("descriptor: \(read(input, &byte, 1))")
    loop.perform {
      print("block")
      exit(0)
    }
  }
  Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in
    print("timer")
    DispatchQueue.main.async { print("main queue") }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) {
      loop.perform {
        print("woken")
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) {
          var byte: UInt8 = 1
          _ = write(output, &byte, 1)
        }
      }
    }
  }
  // NB: nothing but our loop's events ends its waits. Minutes, because a busy machine may need seconds.
  alarm(120)
  while true { _ = Foundation.RunLoop.main.run(mode: .default, before: .distantFuture) }
}

/// Prints day changes over three days for an observer that registers late on the first day.
func calendarDay() {
  @Sendable func text(_ date: Date) -> String { date.formatted(.iso8601) }
  RunLoop.main.run(until: Date(timeIntervalSinceNow: 3600))
  print(text(Date()))
  let token = NotificationCenter.default.addObserver(
    forName: .NSCalendarDayChanged, object: nil, queue: nil
  ) { notification in
    print(
      "day changed \(text(Date())), on the main thread: \(Thread.isMainThread), from nobody: \(notification.object == nil)"
    )
  }
  let end = Date(timeIntervalSinceNow: 2 * 86400)
  while Date() < end { RunLoop.main.run(mode: .default, before: end) }
  NotificationCenter.default.removeObserver(token)
  print(text(Date()))
}
