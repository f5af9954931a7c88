/// The life of the app's process, from its launch to its end: a pure state machine that returns actions.
///
/// `SimulatedDevice` reports what happens to the process and performs the actions in order, on its own thread. Whether the
/// app is in the foreground or in the background is the springboard's state; this machine knows whether there is a process,
/// whether it gets time, and what its end means.
struct ProcessLife: Sendable, Equatable {
  enum State: Sendable, Equatable {
    /// No process was started yet, or the device was shut down.
    case notRunning
    /// Started; its first message (`hello`) has not arrived yet.
    case launching
    /// Connected, in the foreground or in the background.
    case running
    /// In the background without time (E-49).
    case suspended
    /// Has time again. It does not know yet how much time has passed: the next message tells it.
    case resuming
    /// `willTerminate` was sent (E-40, E-42): the app may exit with status 0.
    case terminating
    /// Crashed, exited or killed.
    case ended(AppEnd)
  }

  enum Input: Sendable, Equatable {
    /// A new process was started.
    case started
    /// The app's first message has arrived.
    case connected
    /// The app rests in the background, and nothing lets it keep running.
    case suspend
    /// The app is to get time again.
    case resume
    /// The first message after `resume` was sent.
    case resumed
    /// `willTerminate` is about to be sent.
    case willTerminate
    /// The device cannot continue with a process that still runs: it hangs, or it violated the protocol.
    case failed(AppEnd)
    /// The process ended by itself.
    case exited(Exit)
    case kill(Springboard.KillReason)
    /// The device itself is being shut down.
    case shutDown
  }

  /// How a process ended by itself.
  struct Exit: Sendable, Equatable {
    /// As the operating system reports it.
    var status: AppEnd
    /// A violation of the protocol among the messages that the process left behind.
    var violation: AppEnd?
    var hasReceivedHello: Bool
    /// The last line that the app wrote to standard error.
    var lastLine = ""
  }

  enum Action: Sendable, Equatable {
    case sendWelcome
    /// Stops and continues the process, where the operating system's scheduler gives it time.
    case stopProcess, continueProcess
    /// Ends what the user allowed for as long as the app is in use (L-121).
    case endTemporaryPermissions
    /// Sends the state of the notification center, if it changed while the app was suspended.
    case sendMissedNotifications
    /// Kills the process with everything that it started, and waits for it.
    case killProcess
    /// Reads what the killed process has left behind: standard error, messages, recorded events.
    case readRemainingOutput
    /// Drops the session and records how it ended.
    case finish(AppEnd)
  }

  private(set) var state = State.notRunning

  var isSuspended: Bool { state == .suspended }

  /// Traps on an input that cannot happen in the current state.
  mutating func handle(_ input: Input) -> [Action] {
    switch (state, input) {
    case (.notRunning, .started), (.ended, .started):
      state = .launching
      return []
    case (.launching, .connected):
      state = .running
      return [.sendWelcome]
    // In real time the user can terminate an app that is still starting.
    case (.terminating, .connected): return [.sendWelcome]
    case (.running, .suspend), (.resuming, .suspend):
      state = .suspended
      return [.endTemporaryPermissions, .stopProcess]
    case (.suspended, .resume):
      state = .resuming
      return [.sendMissedNotifications, .continueProcess]
    case (.resuming, .resumed):
      state = .running
      return []
    case (.launching, .willTerminate), (.running, .willTerminate), (.resuming, .willTerminate),
      (.terminating, .willTerminate):
      state = .terminating
      return []
    case (.notRunning, .shutDown), (.ended, .shutDown):
      state = .notRunning
      return []
    case (_, .shutDown):
      state = .notRunning
      return [.killProcess]
    // A message that a killed process has left behind.
    case (.ended, .connected): return []
    case (.notRunning, _), (.ended, _): break
    case (_, .failed(let end)): return finish(end)
    case (_, .exited(let exit)): return finish(end(of: exit))
    case (_, .kill(let reason)): return finish(.killed(reason), [.killProcess, .readRemainingOutput])
    case (.launching, _), (.running, _), (.suspended, _), (.resuming, _), (.terminating, _): break
    }
    preconditionFailure("an app process cannot get the input \(input) in the state \(state)")
  }

  private mutating func finish(_ end: AppEnd, _ actions: [Action] = [.killProcess]) -> [Action] {
    state = .ended(end)
    return actions + [.finish(end)]
  }

  private func end(of exit: Exit) -> AppEnd {
    guard case .exited(let code) = exit.status else { return exit.status }
    // A crash in the middle of a message is reported as a crash, garbage before a clean exit as garbage.
    if let violation = exit.violation { return violation }
    if code == 0, state == .terminating { return .killed(.terminated) }
    if exit.hasReceivedHello { return exit.status }
    switch code {
    case AppEnd.refusalStatus: return .refused(exit.lastLine)
    case 0: return .brokenProtocol("it ended without having said hello")
    default: return exit.status
    }
  }
}
