import TestSupport
import Testing

@testable import Device

@Suite struct BackgroundTimeTests {
  private func situation(
    _ seconds: Double, _ change: (inout BackgroundTime.Situation) -> Void = { _ in }
  ) -> BackgroundTime.Situation {
    var situation = BackgroundTime.Situation(now: DeviceTime(seconds: seconds), taskTime: 30)
    change(&situation)
    return situation
  }

  @Test(.rule("E-49")) func `an app that rests is suspended at once, a busy one when it rests`() {
    var time = BackgroundTime()
    #expect(time.shouldSuspend(situation(1) { $0.isBusy = true }) == false)
    #expect(time.shouldSuspend(situation(2)) == true)
  }

  @Test(.rule("E-51")) func `background tasks get 30 seconds from the moment when nothing else counts`() {
    var time = BackgroundTime()
    time.tasks = 1
    #expect(time.shouldSuspend(situation(1) { $0.isBusy = true }) == false)
    #expect(time.deadline == nil)
    #expect(time.shouldSuspend(situation(2)) == false)
    #expect(time.shouldSuspend(situation(9)) == false)
    #expect(time.deadline == DeviceTime(seconds: 32))
    #expect(time.takeExpiry(at: DeviceTime(seconds: 31.9)) == false)
    #expect(time.takeExpiry(at: DeviceTime(seconds: 32)) == true)
    #expect(time.takeExpiry(at: DeviceTime(seconds: 33)) == false)
    time.tasks = 0
    #expect(time.shouldSuspend(situation(33)) == true)
  }

  @Test(.rule("E-51"))
  func `tasks that are ended early, and a return to the foreground, cancel the deadline`() {
    var time = BackgroundTime()
    time.tasks = 2
    #expect(time.shouldSuspend(situation(0)) == false)
    time.tasks = 0
    #expect(time.shouldSuspend(situation(5)) == true)
    #expect(time.deadline == nil)
    time.tasks = 1
    #expect(time.shouldSuspend(situation(10)) == false)
    time.resumed()
    #expect(time.deadline == nil)
  }

  @Test(.rule("L-54")) func `an app that was woken for a location has ten seconds`() {
    var time = BackgroundTime()
    time.wake(at: DeviceTime(seconds: 5))
    #expect(time.wakeDeadline == DeviceTime(seconds: 15))
    #expect(time.shouldSuspend(situation(14.9)) == false)
    #expect(time.shouldSuspend(situation(15)) == true)
    time.wake(at: DeviceTime(seconds: 20))
    time.enteredForeground()
    #expect(time.shouldSuspend(situation(21)) == true)
  }

  @Test(.rule("L-27", "L-116")) func `location updates and notifications keep an app running`() {
    var time = BackgroundTime()
    #expect(time.shouldSuspend(situation(1) { $0.isKeptByLocation = true }) == false)
    #expect(time.shouldSuspend(situation(2) { $0.handlesNotifications = true }) == false)
    #expect(time.shouldSuspend(situation(3)) == true)
  }

  @Test func `in real time an app has two seconds, each time it enters the background`() {
    var time = BackgroundTime()
    for start in [10.0, 100] {
      #expect(time.shouldSuspend(situation(start) { $0.isRealTime = true }) == false)
      #expect(time.shouldSuspend(situation(start + 1.9) { $0.isRealTime = true }) == false)
      #expect(time.shouldSuspend(situation(start + 2) { $0.isRealTime = true }) == true)
      time.isNotInBackground()
    }
  }
}
