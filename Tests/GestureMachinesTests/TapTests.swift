import GestureMachines
import TestSupport
import Testing

/// Taps and long presses.
@Suite struct TapTests {
  private func taps(_ count: Int, fingers: Int = 1) -> Timeline<TapMachine> {
    var machine = TapMachine()
    machine.tapsRequired = count
    machine.fingersRequired = fingers
    return Timeline(machine)
  }

  @Test(.rule("E-183", "E-196")) func `one tap is recognized when the finger is lifted`() {
    var line = taps(1)
    line.down(10, 10)
    line.at(0.2)
    line.move(50, 10)
    line.up(50, 10)
    #expect(line.take() == ["0.2 recognize"])
  }

  @Test(.rule("E-196")) func `a tap that moves more than 45 points has failed for good`() {
    var line = taps(1)
    line.down(10, 10)
    line.at(0.1)
    line.move(56, 10)
    line.at(0.2)
    line.up(10, 10)
    #expect(line.take() == ["0.1 fail(\"moved 46 pt\")"])
  }

  @Test(.rule("E-196")) func `three taps are recognized when each comes within 0.35 s of the previous one`() {
    var line = taps(3)
    for start in [0.0, 0.4] {
      line.at(start)
      line.down(10, 10)
      line.at(start + 0.1)
      line.up(10, 10)
      line.lift(keeping: true)
    }
    #expect(line.machine.isBetweenTaps)
    line.at(0.8)
    line.down(20, 10)
    #expect(!line.machine.isBetweenTaps)
    line.at(0.9)
    line.up(20, 10)
    #expect(line.take() == ["0.9 recognize"])
  }

  @Test(.rule("E-196")) func `a double tap fails when the time for the second tap has passed`() {
    var line = taps(2)
    line.down(10, 10)
    line.at(0.25)
    line.up(10, 10)
    line.lift(keeping: true)
    line.at(2)
    #expect(line.take() == ["0.6 fail(\"tap 1 of 2\")"])
    #expect(!line.machine.isBetweenTaps)
    // The time limit does not run while the second finger is down.
    line.lift()
    line.down(10, 10)
    line.at(2.25)
    line.up(10, 10)
    line.lift(keeping: true)
    line.at(2.5)
    line.down(10, 10)
    line.at(3)
    line.up(10, 10)
    #expect(line.take() == ["3.0 recognize"])
  }

  @Test(.rule("E-196")) func `the distance of a tap is measured from the previous tap`() {
    var line = taps(2)
    for x in [200.0, 240.0] {
      line.down(x, 200)
      line.at(0.1)
      line.up(x, 200)
      line.lift(keeping: true)
    }
    #expect(line.take() == ["0.1 recognize"])
  }

  @Test(.rule("E-196")) func `a machine that is reset is not between taps`() {
    var line = taps(2)
    line.down(10, 10)
    line.up(10, 10)
    #expect(line.machine.isBetweenTaps)
    line.lift()
    #expect(!line.machine.isBetweenTaps)
  }

  @Test(.rule("E-196")) func `taps too far apart are not recognized`() {
    var line = taps(2)
    line.down(10, 10)
    line.up(10, 10)
    line.lift(keeping: true)
    line.at(0.1)
    line.down(60, 10)
    #expect(line.take() == ["0.1 fail(\"the taps are too far apart\")"])
  }

  @Test(.rule("E-189"))
  func `a tap with two fingers is recognized when the last one is lifted, and fails with a third`() {
    var line = taps(1, fingers: 2)
    line.down(10, 10, finger: 1)
    line.at(0.1)
    line.down(60, 10, finger: 2)
    line.at(0.2)
    line.up(10, 10, finger: 1)
    line.at(0.3)
    line.up(60, 10, finger: 2)
    #expect(line.take() == ["0.3 recognize"])
    line.lift()
    line.down(10, 10, finger: 1)
    line.down(60, 10, finger: 2)
    line.at(0.4)
    line.down(90, 10, finger: 3)
    #expect(line.take() == ["0.4 fail(\"3 fingers\")"])
    line.lift()
    line.down(10, 10, finger: 1)
    line.up(10, 10, finger: 1)
    #expect(line.take() == ["0.4 fail(\"1 fingers\")"])
  }

  @Test(.rule("E-183")) func `a touch that the system cancels fails the tap`() {
    var line = taps(1)
    line.down(10, 10)
    line.cancel()
    #expect(line.take() == ["0.0 fail(\"touches were cancelled\")"])
  }

  // MARK: Long press

  private func press(after taps: Int = 0, fingers: Int = 1) -> Timeline<LongPressMachine> {
    var machine = LongPressMachine()
    machine.tapsRequired = taps
    machine.fingersRequired = fingers
    return Timeline(machine)
  }

  @Test(.rule("E-196"))
  func `a press begins after half a second, reports movement and ends with the finger`() {
    var line = press()
    line.down(10, 10)
    line.at(0.3)
    line.move(20, 10)
    line.at(0.7)
    line.move(90, 10)
    line.at(0.8)
    line.up(90, 10)
    #expect(line.take() == ["0.5 begin", "0.7 change", "0.8 end"])
  }

  @Test(.rule("E-196"))
  func `a press fails when the finger moves more than ten points or lifts before it begins`() {
    var line = press()
    line.down(10, 10)
    line.at(0.4)
    line.move(20.1, 10)
    line.at(1)
    #expect(line.take() == ["0.4 fail(\"moved 10 pt\")"])
    line.lift()
    line.down(10, 10)
    line.at(1.4)
    line.up(10, 10)
    #expect(line.take() == ["1.4 fail(\"lifted before 0.5 s\")"])
  }

  @Test(.rule("E-183")) func `an extra finger fails a press before it begins, and is ignored later`() {
    var line = press()
    line.down(10, 10, finger: 1)
    line.at(0.1)
    line.down(60, 10, finger: 2)
    #expect(line.take() == ["0.1 fail(\"2 fingers\")"])
    line.lift()
    line.down(10, 10, finger: 1)
    line.at(1)
    line.down(60, 10, finger: 2)
    line.cancel(1)
    #expect(line.take() == ["0.6 begin", "1.0 cancel"])
  }

  @Test(.rule("E-196")) func `the duration of a press with two fingers starts with the second`() {
    var line = press(fingers: 2)
    line.down(10, 10, finger: 1)
    line.at(0.4)
    line.down(60, 10, finger: 2)
    line.at(2)
    #expect(line.take() == ["0.9 begin"])
  }

  @Test(.rule("E-196"))
  func `a press with one tap needs both; a tap alone or a press alone is not recognized`() {
    var line = press(after: 1)
    line.down(10, 10)
    line.at(0.1)
    line.up(10, 10)
    line.lift(keeping: true)
    line.at(0.25)
    line.down(10, 10)
    line.at(1)
    line.up(10, 10)
    #expect(line.take() == ["0.75 begin", "1.0 end"])
    line.lift()
    line.down(10, 10)
    line.up(10, 10)
    line.lift(keeping: true)
    line.at(3)
    #expect(line.take() == ["1.35 fail(\"tap 1 of 2\")"])
    line.lift()
    line.down(10, 10)
    line.at(5)
    #expect(line.take() == [])
  }
}
