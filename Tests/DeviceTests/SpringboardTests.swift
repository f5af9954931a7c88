import TestSupport
import Testing

@testable import Device

/// E-20…E-47 as timelines: inputs on the left, actions on the right.
@Suite struct SpringboardTests {
  private func run(scenes: Bool = false, exits: Bool = false, _ inputs: [Springboard.Input]) -> [Springboard
    .Action]
  {
    var board = Springboard(usesScenes: scenes, exitsOnSuspend: exits)
    _ = board.handle(.started(inBackground: false))
    return inputs.flatMap { board.handle($0) }
  }

  private let resign = Springboard.Action.send(.willResignActive)
  private let background = Springboard.Action.send(.didEnterBackground)
  private let foreground = Springboard.Action.send(.willEnterForeground)
  private let active = Springboard.Action.send(.didBecomeActive)

  @Test(.rule("E-21")) func `home resigns, then enters the background`() {
    #expect(run([.home]) == [resign, background])
  }

  @Test(.rule("E-22"))
  func `a suspended app that is brought to the foreground enters the foreground, then becomes active`() {
    #expect(
      run([.home, .cameToRestInBackground, .launch(reason: .tap)]) == [
        resign, background, .resume, foreground, active,
      ])
  }

  @Test(.rule("E-23")) func `a URL is opened between the two messages of coming back`() {
    #expect(
      run([.home, .cameToRestInBackground, .openURL("a:b")])
        == [resign, background, .resume, foreground, .openURL("a:b"), active])
    var board = Springboard(usesScenes: true)
    #expect(board.handle(.openURL("a:b")) == [.start(reason: .url, url: "a:b")])
  }

  @Test(.rule("E-24")) func `the response is delivered between the two messages of the return`() {
    #expect(
      run([.home, .cameToRestInBackground, .respondToNotification])
        == [resign, background, .resume, foreground, .deliverNotification, active])
    // E-38: the app's own notification, in the list over the app.
    #expect(
      run([.interrupt(.notification), .respondToNotification])
        == [resign, .deliverNotification, active])
    #expect(run([.respondToNotification]) == [.deliverNotification])
    // The tap unlocks a locked device.
    #expect(
      run([.lock, .cameToRestInBackground, .respondToNotification])
        == [resign, background, .resume, foreground, .deliverNotification, active])
    var board = Springboard(usesScenes: true)
    #expect(
      board.handle(.respondToNotification) == [.start(reason: .notification, url: nil)])
  }

  @Test(.rule("L-54", "L-116", "L-160"))
  func `an event in the background wakes the app and leaves it in the background`() {
    var board = Springboard(usesScenes: false)
    _ = board.handle(.started(inBackground: false))
    #expect(board.handle(.wake(reason: .location)) == [])
    _ = board.handle(.home)
    #expect(board.handle(.wake(reason: .location)) == [])
    for reason in LaunchReason.allCases where reason.isInBackground {
      _ = board.handle(.cameToRestInBackground)
      #expect(board.handle(.wake(reason: reason)) == [.resume])
      #expect(board.state == .background)
      var fresh = Springboard(usesScenes: false)
      #expect(fresh.handle(.wake(reason: reason)) == [.start(reason: reason, url: nil)])
    }
  }

  @Test
  func
    `E-25 to E-27 the switcher resigns; choosing the app makes it active, choosing another only backgrounds it`()
  {
    #expect(run([.switcher, .switchToApp]) == [resign, active])
    #expect(run([.switcher, .switchToOther]) == [resign, background])
  }

  @Test(.rule("E-28")) func `to E-30 an alert resigns, its end makes active, its app takes over after that`()
  {
    #expect(run([.interrupt(.alert), .dismissInterruption]) == [resign, active])
    #expect(run([.interrupt(.alert), .acceptInterruption]) == [resign, active, resign, background])
  }

  @Test(.rule("E-31")) func `and E-32 locking is like home, unlocking comes back`() {
    #expect(
      run([.lock, .cameToRestInBackground, .unlock]) == [resign, background, .resume, foreground, active])
  }

  @Test(.rule("E-33")) func `to E-35 the power slider resigns; cancel makes active; accept shuts down`() {
    #expect(run([.powerButton, .cancelPowerSlider]) == [resign, active])
    #expect(run([.cancelPowerSlider]) == [resign, active])
    #expect(
      run([.powerButton, .acceptPowerSlider]) == [
        resign, background, .send(.willTerminate), .kill(.shutdown),
      ])
    #expect(
      run(scenes: true, [.acceptPowerSlider])
        == [resign, background, .send(.didDisconnect), .send(.willTerminate), .kill(.shutdown)])
  }

  @Test(.rule("E-36")) func `and E-37 a declined call and a closed Control Center make active again`() {
    #expect(run([.interrupt(.call), .dismissInterruption]) == [resign, active])
    #expect(run([.interrupt(.controlCenter), .dismissInterruption]) == [resign, active])
  }

  @Test(.rule("E-38")) func `tapping another app's notification backgrounds without becoming active first`() {
    #expect(run([.interrupt(.notification), .acceptInterruption]) == [resign, background])
  }

  @Test(.rule("E-39")) func `an app that is suspended is killed without a message`() {
    #expect(run([.home, .cameToRestInBackground, .terminate]) == [resign, background, .kill(.user)])
    #expect(run([.kill(.memory)]) == [.kill(.memory)])
  }

  @Test(.rule("E-40")) func `an app that is swiped away in front is told`() {
    #expect(run([.terminate]) == [resign, background, .send(.willTerminate), .kill(.terminated)])
    #expect(
      run(scenes: true, [.terminate])
        == [resign, .send(.didDisconnect), .send(.willTerminate), .kill(.terminated)])
  }

  @Test(.rule("E-41")) func `an app that exits on suspend never enters the background`() {
    #expect(run(exits: true, [.home]) == [resign, .send(.willTerminate), .kill(.terminated)])
    #expect(run(scenes: true, exits: true, [.home]) == [.send(.willTerminate), .kill(.terminated)])
  }

  @Test(.rule("E-625"))
  func
    `an app that exits on suspend keeps running when the device is locked: it resigns, and is active when unlocked`()
  {
    #expect(run(exits: true, [.lock, .unlock]) == [resign, active])
    #expect(run(scenes: true, exits: true, [.lock, .unlock]) == [resign, active])
    #expect(run(exits: true, [.interrupt(.call), .lock, .dismissInterruption, .unlock]) == [resign, active])
  }

  @Test(.rule("E-42")) func `an app that runs in the background is told of its termination`() {
    #expect(run([.home, .terminate]) == [resign, background, .send(.willTerminate), .kill(.terminated)])
  }

  @Test(.rule("E-44")) func `an app that was launched into the background is opened`() {
    var board = Springboard(usesScenes: true)
    #expect(board.handle(.launch(reason: .location)) == [.start(reason: .location, url: nil)])
    _ = board.handle(.started(inBackground: true))
    #expect(board.handle(.launch(reason: .tap)) == [foreground, active])
  }

  @Test(.rule("E-46")) func `resign is not repeated and background never comes without it`() {
    #expect(run([.switcher, .home]) == [resign, background])
    #expect(run([.interrupt(.call), .lock]) == [resign, background])
  }

  @Test(.rule("E-47")) func `an app in the background gets no message for buttons`() {
    let home: [Springboard.Input] = [.home, .cameToRestInBackground]
    for input: Springboard.Input in [
      .home, .switcher, .lock, .powerButton, .interrupt(.call), .dismissInterruption,
    ] {
      #expect(run(home + [input]) == [resign, background])
    }
    #expect(run(home + [.lock, .unlock]) == [resign, background])
  }

  @Test func `every input is harmless when no app runs`() {
    var board = Springboard(usesScenes: false)
    for input: Springboard.Input in [
      .home, .lock, .unlock, .switcher, .powerButton, .switchToApp, .switchToOther, .interrupt(.alert),
      .dismissInterruption, .acceptInterruption, .cancelPowerSlider, .acceptPowerSlider, .terminate,
      .kill(.user),
      .leaveForOther,
    ] {
      #expect(board.handle(input) == [])
      #expect(board.state == .notRunning)
    }
  }
}
