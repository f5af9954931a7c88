import CarobFoundation
import Glibc

// Behaviours that need the process's own main thread: each prints its timeline; MainLoopTests compares it.

switch CommandLine.arguments.dropFirst().first {
case "main-queue": mainQueue()
case "run-main": runMain()
case let name: fatalError("no scenario \(name ?? "")")
}

/// The main queue and the main actor in the run loop's phases.
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

/// The loop of an app, its modes pushed and popped.
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
