import GestureMachines
import TestSupport
import Testing

/// Pans, swipes, pinches, rotations and hovering.
@Suite struct MovementTests {
  // MARK: Pan

  @Test(.rule("E-183", "E-196"))
  func `a pan begins after ten points, changes, and ends with the last finger`() {
    var line = Timeline(PanMachine())
    line.down(10, 10)
    line.at(0.1)
    line.move(19.9, 10)
    line.at(0.2)
    line.move(20, 10)
    line.at(0.3)
    line.move(40, 30)
    #expect(line.machine.current - line.machine.origin == GesturePoint(30, 20))
    line.at(0.4)
    line.up(40, 30)
    #expect(line.take() == ["0.2 begin", "0.3 change", "0.4 end"])
    #expect(line.machine.restedTime == 0.1)
  }

  @Test(.rule("E-183")) func `a pan without movement fails, one that the system ends is cancelled`() {
    var line = Timeline(PanMachine())
    line.down(10, 10)
    line.at(0.1)
    line.up(15, 10)
    line.lift()
    line.down(10, 10)
    line.move(30, 10)
    line.at(0.2)
    line.cancel()
    #expect(
      line.take() == ["0.1 fail(\"the fingers did not move 10 pt\")", "0.1 begin", "0.2 cancel"])
  }

  @Test(.rule("E-196")) func `a pan's velocity is measured over the last tenth of a second`() {
    var line = Timeline(PanMachine())
    line.down(0, 0)
    line.at(1)
    line.move(20, 0)
    line.at(1.05)
    line.move(30, -10)
    #expect(abs(line.machine.velocity.x - 200) < 1e-6 && abs(line.machine.velocity.y + 200) < 1e-6)
    line.at(2)
    line.up(30, -10)
    #expect(line.machine.velocity == .zero)
  }

  @Test(.rule("E-196"))
  func `each pan measures its rest time from its first finger, and its velocity from its own samples`() {
    var line = Timeline(PanMachine())
    for (start, rest) in [(1.0, 0.05), (1.3, 0.08)] {
      line.at(start)
      line.down(0, 0, finger: 1)
      line.at(start + 0.02)
      line.down(0, 0, finger: 2)
      line.at(start + rest)
      line.move(40, 0, finger: 2)
      #expect(abs(line.machine.restedTime - rest) < 1e-9)
      #expect(abs(line.machine.velocity.x - 20 / (rest - 0.02)) < 1e-6)
      line.lift()
    }
  }

  @Test(.rule("E-183", "E-196")) func `an added finger does not change the velocity`() {
    var line = Timeline(PanMachine())
    line.down(0, 0, finger: 1)
    line.at(0.05)
    line.move(20, 0, finger: 1)
    line.at(0.06)
    line.down(120, 0, finger: 2)
    line.at(0.1)
    line.move(140, 0, finger: 2)
    #expect(abs(line.machine.velocity.x - 300) < 1e-6)
  }

  @Test(.rule("E-464")) func `a wheel movement after a touch begins a new pan`() {
    var line = Timeline(PanMachine())
    line.down(50, 50)
    line.at(0.1)
    line.move(90, 50)
    var machine = line.machine
    #expect(machine.scroll(.began, at: 0.12, by: .zero, .undecided) == nil)
    #expect(machine.current - machine.origin == .zero)
    #expect(machine.scroll(.moved, at: 0.15, by: GesturePoint(3, 0), .undecided) == .begin)
    #expect(machine.current - machine.origin == GesturePoint(3, 0))
    #expect(abs(machine.velocity.x - 100) < 1e-6)
  }

  @Test(.rule("E-464"))
  func `a wheel moves a pan without a threshold, and a wheel that does not move is no gesture`() {
    var machine = PanMachine()
    machine.minimumFingers = 2
    #expect(machine.scroll(.began, at: 0, by: .zero, .undecided) == nil)
    #expect(machine.scroll(.moved, at: 0.1, by: GesturePoint(0, 1), .undecided) == .begin)
    #expect(machine.scroll(.moved, at: 0.15, by: GesturePoint(2, 4), .underWay) == .change)
    #expect(machine.current - machine.origin == GesturePoint(2, 5))
    #expect(abs(machine.velocity.x - 40) < 1e-6 && abs(machine.velocity.y - 80) < 1e-6)
    #expect(machine.scroll(.ended, at: 1, by: .zero, .underWay) == .end)
    #expect(machine.velocity == .zero)
    // The next pan begins without a threshold, too.
    #expect(machine.scroll(.began, at: 2, by: GesturePoint(7, 0), .undecided) == .begin)
    #expect(machine.current - machine.origin == GesturePoint(7, 0))
    #expect(machine.scroll(.cancelled, at: 2.1, by: .zero, .underWay) == .cancel)
    #expect(machine.scroll(.ended, at: 3, by: .zero, .undecided) == nil)
  }

  @Test(.rule("E-183"))
  func `adding or lifting fingers keeps the translation; the centre of the fingers that are down counts`() {
    var line = Timeline(PanMachine())
    line.down(0, 0, finger: 1)
    line.move(20, 0, finger: 1)
    line.down(100, 100, finger: 2)
    #expect(line.machine.current - line.machine.origin == GesturePoint(20, 0))
    line.move(110, 100, finger: 2)
    #expect(line.machine.current - line.machine.origin == GesturePoint(25, 0))
    line.up(20, 0, finger: 1)
    line.move(111, 100, finger: 2)
    #expect(line.machine.current - line.machine.origin == GesturePoint(26, 0))
    line.up(111, 100, finger: 2)
    #expect(line.take() == ["0.0 begin", "0.0 change", "0.0 change", "0.0 end"])
  }

  @Test(.rule("E-183")) func `too few fingers do not begin, too many fail`() {
    var machine = PanMachine()
    machine.minimumFingers = 2
    machine.maximumFingers = 2
    var line = Timeline(machine)
    line.down(0, 0, finger: 1)
    line.move(50, 0, finger: 1)
    #expect(line.take() == [])
    line.down(100, 0, finger: 2)
    line.move(130, 0, finger: 2)
    #expect(line.take() == ["0.0 begin"])
    line.lift()
    for id in 1...3 { line.down(Double(id), 0, finger: id) }
    #expect(line.take() == ["0.0 fail(\"3 fingers\")"])
  }

  @Test(arguments: [
    (PanMachine.Edges.left, 19.0, 300.0), (.right, 380.0, 300.0), (.top, 100.0, 5.0), (.bottom, 100.0, 790.0),
  ])
  func `an edge pan begins only at its edge`(edges: PanMachine.Edges, x: Double, y: Double) {
    for (given, expected) in [(edges, ["0.0 begin"]), ([], ["0.0 fail(\"the touch is not at an edge\")"])] {
      var machine = PanMachine()
      machine.start = (given, GesturePoint(390, 800))
      var line = Timeline(machine)
      line.down(x, y)
      line.move(x + 12, y)
      #expect(line.take() == expected)
    }
  }

  // MARK: Swipe

  @Test(arguments: [
    (SwipeMachine.Directions.right, 60.0, 10.0), (.left, -60.0, 10.0), (.down, 10.0, 60.0),
    (.up, 10.0, -60.0),
  ])
  func `a swipe is recognized after fifty points in its direction`(
    direction: SwipeMachine.Directions, dx: Double, dy: Double
  ) {
    for (given, expected) in [
      (direction, ["0.2 recognize"]), ([], ["0.2 fail(\"the finger moved in another direction\")"]),
    ] {
      var machine = SwipeMachine()
      machine.directions = given
      var line = Timeline(machine)
      line.down(100, 100)
      line.at(0.1)
      line.move(100 + dx / 2, 100 + dy / 2)
      line.at(0.2)
      line.move(100 + dx, 100 + dy)
      line.up(100 + dx, 100 + dy)
      #expect(line.take() == expected)
    }
  }

  @Test(.rule("E-183")) func `a swipe fails when it is slow, crooked, short or has an extra finger`() {
    var line = Timeline(SwipeMachine())
    line.down(0, 0)
    line.at(0.6)
    line.move(10, 0)
    line.lift()
    line.down(0, 0)
    line.move(60, 40)
    line.lift()
    line.down(0, 0)
    line.move(40, 0)
    line.up(40, 0)
    line.lift()
    line.down(0, 0, finger: 1)
    line.down(0, 0, finger: 2)
    line.lift()
    line.down(0, 0)
    line.cancel()
    #expect(
      line.take() == [
        "0.6 fail(\"too slow for a swipe\")", "0.6 fail(\"the finger did not move straight\")",
        "0.6 fail(\"the finger did not move 50 pt\")", "0.6 fail(\"2 fingers\")",
        "0.6 fail(\"touches were cancelled\")",
      ])
  }

  // MARK: Pinch and rotation

  @Test(.rule("E-183")) func `a pinch begins after eight points and multiplies its scale`() {
    var line = Timeline(TwoFingerMachine(.distance))
    line.down(100, 0, finger: 1)
    line.down(200, 0, finger: 2)
    line.move(207, 0, finger: 2)
    #expect(line.take() == [])
    line.at(1)
    line.move(300, 0, finger: 2)
    #expect(line.machine.value == 2 && line.machine.velocity == 1)
    line.at(1.5)
    line.move(50, 0, finger: 1)
    #expect(line.machine.value == 2.5 && line.machine.velocity == 1)
    line.at(2)
    line.up(50, 0, finger: 1)
    line.up(300, 0, finger: 2)
    #expect(line.take() == ["1.0 begin", "1.5 change", "2.0 end"])
  }

  @Test(.rule("E-183"))
  func `a pinch with one finger or without a change fails; one that the system ends is cancelled`() {
    var line = Timeline(TwoFingerMachine(.distance))
    line.down(0, 0)
    line.move(90, 0)
    line.up(90, 0)
    line.lift()
    line.down(0, 0, finger: 1)
    line.down(50, 0, finger: 2)
    line.up(0, 0, finger: 1)
    line.move(500, 0, finger: 2)
    line.up(500, 0, finger: 2)
    line.lift()
    line.down(0, 0, finger: 1)
    line.down(50, 0, finger: 2)
    line.move(90, 0, finger: 2)
    line.cancel(2)
    #expect(
      line.take() == [
        "0.0 fail(\"the distance did not change\")", "0.0 fail(\"the distance did not change\")", "0.0 begin",
        "0.0 cancel",
      ])
  }

  @Test(.rule("E-183"), arguments: [(TwoFingerMachine.Quantity.distance, 1.0), (.angle, 0)])
  func `each pinch or rotation begins with velocity 0, measured from when its fingers touched down`(
    quantity: TwoFingerMachine.Quantity, atRest: Double
  ) {
    var line = Timeline(TwoFingerMachine(quantity))
    for start in [1.0, 4.0] {
      line.at(start)
      line.down(0, 0, finger: 1)
      line.down(100, 0, finger: 2)
      #expect(line.machine.value == atRest && line.machine.velocity == 0)
      line.at(start + 1)
      line.move(200, 200, finger: 2)
      let change = line.machine.value - atRest
      #expect(change > 0.5 && abs(line.machine.velocity - change) < 1e-9)
      // An added finger restarts the measurement of the velocity.
      line.at(start + 1.5)
      line.down(500, 0, finger: 3)
      line.at(start + 2)
      line.move(100, 200, finger: 2)
      let second = line.machine.value - atRest - change
      #expect(abs(line.machine.velocity - second / 0.5) < 1e-9)
      line.lift()
    }
  }

  @Test(.rule("E-183")) func `a rotation across the half turn takes the shorter direction`() {
    var line = Timeline(TwoFingerMachine(.angle))
    line.down(0, 0, finger: 1)
    line.down(100, 0, finger: 2)
    for (x, y) in [(0.0, 100.0), (-100.0, 0.0), (0.0, -100.0)] { line.move(x, y, finger: 2) }
    #expect(abs(line.machine.value - 3 * .pi / 2) < 1e-9)
    for (x, y) in [(-100.0, 0.0), (0.0, 100.0), (100.0, 0.0)] { line.move(x, y, finger: 2) }
    #expect(abs(line.machine.value) < 1e-9)
    line.up(100, 0, finger: 2)
    #expect(
      line.take() == ["0.0 begin"] + Array(repeating: "0.0 change", count: 5) + ["0.0 end"])
  }

  @Test(.rule("E-183")) func `a third finger does not make a pinch jump`() {
    var line = Timeline(TwoFingerMachine(.distance))
    line.down(0, 0, finger: 1)
    line.down(100, 0, finger: 2)
    line.move(200, 0, finger: 2)
    line.down(700, 0, finger: 3)
    line.move(900, 0, finger: 3)
    #expect(line.machine.value == 2)
  }

  // MARK: Hovering

  @Test(.rule("E-183")) func `hovering begins inside, changes there and ends outside`() {
    var machine = HoverMachine()
    let decisions = [HoverMachine.Input.outside, .inside, .inside, .outside, .outside, .inside].map {
      machine.handle($0)
    }
    #expect(decisions == [nil, .begin, .change, .end, nil, .begin])
  }
}
