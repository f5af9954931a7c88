import DeviceProtocol

/// What is in front: the pure state machine behind every button and interruption of the device.
///
/// `handle` returns actions, which the device performs in order. Nothing here knows sockets or clocks.
public struct Springboard: Sendable, Equatable {
  public enum AppState: Sendable, Equatable {
    case notRunning
    case active
    /// In front, but something lies over it.
    case inactive(Cover)
    case background
    /// In the background and given no time (E-49).
    // FIXME: E-52 needs a switcher that is drawn; no snapshot is taken.
    case suspended
  }

  public enum Cover: String, Sendable {
    case switcher, call, alert, notification, controlCenter, powerSlider, lock
    /// A question of the system to the user about this app (L-4).
    case prompt
  }

  public enum Input: Sendable, Equatable {
    case home, lock, unlock, switcher, powerButton
    /// In the switcher: the app itself, or another one.
    case switchToApp, switchToOther
    case interrupt(Cover)
    case dismissInterruption, acceptInterruption
    /// The user has chosen a button of the system's question.
    case promptAnswered
    case cancelPowerSlider, acceptPowerSlider
    case launch(reason: LaunchReason)
    case openURL(String)
    /// The user swipes the app away in the switcher; it gets messages if it is not suspended (E-40, E-42).
    case terminate
    /// The process ends without a message (E-39).
    case kill(KillReason)
    /// The app opened something outside itself.
    case leaveForOther
    /// The user acted on a notification in a way that brings the app to the front (L-114).
    case respondToNotification
    /// The app is to get an event, in the background if it is not in front (L-54, L-116, L-160).
    case wake(reason: LaunchReason)
    // What the device observes of the process.
    case started(inBackground: Bool)
    case ended
    case cameToRestInBackground
  }

  public enum KillReason: String, Sendable {
    case user, memory, terminated, shutdown, replaced
  }

  public enum Action: Sendable, Equatable {
    case send(LifecycleChange)
    case openURL(String)
    /// Sends the message of the notification center that waits.
    case deliverNotification
    case start(reason: LaunchReason, url: String?)
    /// Gives the app time again.
    case resume
    case kill(KillReason)
  }

  public private(set) var state: AppState = .notRunning
  public private(set) var isLocked = false
  /// Whether the app returns to the foreground when the device is unlocked.
  private var wasInFrontWhenLocked = false
  private let usesScenes: Bool
  /// UIApplicationExitsOnSuspend (E-41).
  private let exitsOnSuspend: Bool

  public init(usesScenes: Bool, exitsOnSuspend: Bool = false) {
    self.usesScenes = usesScenes
    self.exitsOnSuspend = exitsOnSuspend
  }

  public mutating func handle(_ input: Input) -> [Action] {
    switch input {
    case .started(let inBackground):
      state = inBackground ? .background : .active
      return []
    case .ended:
      state = .notRunning
      return []
    case .cameToRestInBackground:
      if state == .background { state = .suspended }
      return []
    case .wake(let reason): return wake(reason)
    case .home, .leaveForOther: return leave()
    case .lock:
      guard !isLocked else { return [] }
      isLocked = true
      wasInFrontWhenLocked = isInFront
      // E-625.
      return exitsOnSuspend ? cover(.lock) : leave()
    case .unlock:
      guard isLocked else { return [] }
      isLocked = false
      if state == .inactive(.lock) { return uncover() }
      return wasInFrontWhenLocked ? comeBack() : []
    case .switcher: return cover(.switcher)
    case .powerButton: return cover(.powerSlider)
    case .interrupt(let cover): return self.cover(cover)
    case .switchToApp: return bringToForeground()
    case .switchToOther: return leave()
    case .dismissInterruption: return uncover()
    case .promptAnswered:
      guard state == .inactive(.prompt) else { return [] }
      state = .active
      return [.send(.didBecomeActive)]
    case .acceptInterruption: return accept()
    case .cancelPowerSlider:
      return state == .inactive(.powerSlider) ? uncover() : cover(.powerSlider) + uncover()
    case .acceptPowerSlider: return shutDown()
    case .launch(let reason):
      guard state != .notRunning else { return [.start(reason: reason, url: nil)] }
      // E-43: a location does not bring an app to the foreground that already runs.
      return reason == .location ? [] : bringToForeground()
    case .openURL(let url): return open(url)
    case .respondToNotification: return respond()
    case .terminate: return terminate()
    case .kill(let reason): return state == .notRunning ? [] : [.kill(reason)]
    }
  }

  var isInFront: Bool {
    switch state {
    case .active, .inactive: true
    case .notRunning, .background, .suspended: false
    }
  }

  /// E-25, E-28, E-33, E-36, E-37; E-47: an app that is not active gets no message.
  private mutating func cover(_ cover: Cover) -> [Action] {
    guard state == .active else { return [] }
    state = .inactive(cover)
    return [.send(.willResignActive)]
  }

  /// E-26, E-29, E-34, E-36, E-37.
  private mutating func uncover() -> [Action] {
    // A prompt stays until it is answered.
    guard case .inactive(let cover) = state, cover != .prompt else { return [] }
    state = .active
    return [.send(.didBecomeActive)]
  }

  /// E-21, E-27, E-31, E-38, E-41. The first message is left out when it was already sent (E-46).
  private mutating func leave() -> [Action] {
    guard isInFront else { return [] }
    let resign: [Action] = state == .active ? [.send(.willResignActive)] : []
    state = .background
    if exitsOnSuspend { return (usesScenes ? [] : resign) + [.send(.willTerminate), .kill(.terminated)] }
    return resign + [.send(.didEnterBackground)]
  }

  /// E-22, E-32, E-44; E-24 with the response in between.
  private mutating func comeBack() -> [Action] {
    guard state == .background || state == .suspended else { return [] }
    let resume: [Action] = state == .suspended ? [.resume] : []
    state = .active
    return resume + [.send(.willEnterForeground), .send(.didBecomeActive)]
  }

  private mutating func bringToForeground() -> [Action] {
    isInFront ? uncover() : comeBack()
  }

  /// E-30: an alert is closed before the other app takes over; E-38: other covers stay until it has.
  private mutating func accept() -> [Action] {
    guard case .inactive(let cover) = state, cover != .prompt else { return [] }
    return cover == .alert ? uncover() + leave() : leave()
  }

  /// E-23.
  private mutating func open(_ url: String) -> [Action] {
    switch state {
    case .notRunning: return [.start(reason: .url, url: url)]
    case .active: return [.openURL(url)]
    case .inactive: return [.openURL(url)] + uncover()
    case .background, .suspended:
      var actions = comeBack()
      actions.insert(.openURL(url), at: actions.count - 1)
      return actions
    }
  }

  /// E-24: an app in the background gets the response between the two messages of its return. A locked device is unlocked.
  private mutating func respond() -> [Action] {
    isLocked = false
    switch state {
    case .notRunning: return [.start(reason: .notification, url: nil)]
    case .active: return [.deliverNotification]
    case .inactive: return [.deliverNotification] + uncover()
    case .background, .suspended:
      var actions = comeBack()
      actions.insert(.deliverNotification, at: actions.count - 1)
      return actions
    }
  }

  /// L-54, L-116, L-160: the app gets time and no life-cycle message; the event that it was woken for follows.
  private mutating func wake(_ reason: LaunchReason) -> [Action] {
    switch state {
    case .notRunning: return [.start(reason: reason, url: nil)]
    case .active, .inactive, .background: return []
    case .suspended:
      state = .background
      return [.resume]
    }
  }

  /// E-35.
  private mutating func shutDown() -> [Action] {
    switch state {
    case .notRunning: return []
    case .active, .inactive:
      let resign = cover(.powerSlider)
      state = .background
      return resign + [.send(.didEnterBackground)] + terminationMessages() + [.kill(.shutdown)]
    case .background: return terminationMessages() + [.kill(.shutdown)]
    case .suspended: return [.kill(.shutdown)]
    }
  }

  /// E-40 in front, E-42 in the background, E-39 when suspended.
  private mutating func terminate() -> [Action] {
    switch state {
    case .notRunning: return []
    case .active, .inactive:
      var actions = cover(.switcher)
      state = .background
      if !usesScenes { actions.append(.send(.didEnterBackground)) }
      return actions + terminationMessages() + [.kill(.terminated)]
    case .background: return terminationMessages() + [.kill(.terminated)]
    case .suspended: return [.kill(.user)]
    }
  }

  private func terminationMessages() -> [Action] {
    (usesScenes ? [.send(.didDisconnect)] : []) + [.send(.willTerminate)]
  }
}
