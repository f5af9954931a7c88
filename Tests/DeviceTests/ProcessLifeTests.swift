import TestSupport
import Testing

@testable import Device

/// The life of an app's process as timelines: inputs on the left, the device's actions on the right.
@Suite struct ProcessLifeTests {
  private func run(_ inputs: [ProcessLife.Input]) -> [ProcessLife.Action] {
    var life = ProcessLife()
    return inputs.flatMap { life.handle($0) }
  }

  private func exit(
    _ status: AppEnd, after inputs: [ProcessLife.Input], hello: Bool = true, violation: AppEnd? = nil
  ) -> AppEnd? {
    var life = ProcessLife()
    for input in inputs { _ = life.handle(input) }
    let actions = life.handle(
      .exited(.init(status: status, violation: violation, hasReceivedHello: hello, lastLine: "no clock")))
    guard actions.count == 2, actions[0] == .killProcess, case .finish(let end) = actions[1],
      life.state == .ended(end)
    else { return nil }
    return end
  }

  private let running: [ProcessLife.Input] = [.started, .connected]

  @Test func `an app is welcomed once it has connected`() {
    #expect(run([.started]) == [])
    #expect(run(running) == [.sendWelcome])
  }

  @Test(.rule("E-49", "E-50")) func `an app is suspended, resumed, and then told the time once`() {
    var life = ProcessLife()
    for input in running { _ = life.handle(input) }
    for _ in 1...2 {
      #expect(life.handle(.suspend) == [.endTemporaryPermissions, .stopProcess])
      #expect(life.isSuspended)
      #expect(life.handle(.resume) == [.sendMissedNotifications, .continueProcess])
      #expect(life.state == .resuming)
      #expect(life.handle(.resumed) == [])
      #expect(life.state == .running)
    }
    // A woken app may be suspended again before it has got a message.
    #expect(run(running + [.suspend, .resume, .suspend]).last == .stopProcess)
  }

  @Test func `killing reads what the process has left behind, in every state`() {
    let kill: [ProcessLife.Action] = [.killProcess, .readRemainingOutput, .finish(.killed(.user))]
    for inputs in [
      [.started], running, running + [.suspend], running + [.suspend, .resume], running + [.willTerminate],
    ] {
      #expect(run(inputs + [.kill(.user)]).suffix(3) == kill[...])
      #expect(run(inputs + [.shutDown]).last == .killProcess)
    }
    // The hello of a process that was killed while it was starting.
    #expect(run([.started, .kill(.user), .connected]) == kill)
  }

  @Test func `a process with which the device cannot continue is killed`() {
    let end = AppEnd.hung(seconds: 30, activity: "it never reached its main loop")
    #expect(run([.started, .failed(end)]) == [.killProcess, .finish(end)])
    #expect(
      run(running + [.failed(.versionMismatch(theirs: 7))])
        == [.sendWelcome, .killProcess, .finish(.versionMismatch(theirs: 7))])
  }

  @Test(.rule("E-40", "E-42")) func `an exit with status 0 after willTerminate is a termination`() {
    let terminating = running + [.willTerminate, .willTerminate]
    #expect(exit(.exited(code: 0), after: terminating) == .killed(.terminated))
    #expect(exit(.exited(code: 3), after: terminating) == .exited(code: 3))
    #expect(exit(.exited(code: 0), after: running) == .exited(code: 0))
    #expect(exit(.exited(code: 0), after: [.started, .willTerminate], hello: false) == .killed(.terminated))
  }

  @Test func `an exit before hello is explained`() {
    #expect(
      exit(.exited(code: 0), after: [.started], hello: false)
        == .brokenProtocol("it ended without having said hello"))
    #expect(
      exit(.exited(code: AppEnd.refusalStatus), after: [.started], hello: false) == .refused("no clock"))
    #expect(exit(.exited(code: AppEnd.refusalStatus), after: running) == .exited(code: 71))
    #expect(exit(.exited(code: 3), after: [.started], hello: false) == .exited(code: 3))
  }

  @Test func `garbage before an exit is a violation, a crash in the middle of a message is a crash`() {
    let crash = AppEnd.crashed(CrashReport(signal: 11, standardError: []))
    let violation = AppEnd.brokenProtocol("half a message")
    #expect(exit(.exited(code: 0), after: running, violation: violation) == violation)
    #expect(exit(crash, after: running, violation: violation) == crash)
    #expect(exit(crash, after: running + [.suspend]) == crash)
  }

  @Test func `an app can be launched again, and a device shut down twice`() {
    #expect(run(running + [.kill(.memory), .started, .connected]).last == .sendWelcome)
    #expect(run([.shutDown, .shutDown]) == [])
    #expect(run([.started, .shutDown, .shutDown, .started, .connected]) == [.killProcess, .sendWelcome])
  }

  @Test func `an impossible input traps`() async {
    await #expect(processExitsWith: .failure) {
      var life = ProcessLife()
      _ = life.handle(.connected)
    }
    await #expect(processExitsWith: .failure) {
      var life = ProcessLife()
      _ = life.handle(.started)
      _ = life.handle(.started)
    }
    await #expect(processExitsWith: .failure) {
      var life = ProcessLife()
      _ = life.handle(.started)
      _ = life.handle(.connected)
      _ = life.handle(.suspend)
      _ = life.handle(.willTerminate)
    }
    await #expect(processExitsWith: .failure) {
      var life = ProcessLife()
      _ = life.handle(.started)
      _ = life.handle(.kill(.user))
      _ = life.handle(.kill(.user))
    }
  }
}
