import GestureMachines

/// Sends touches to a machine as a recognizer would, and records its decisions with their times.
struct Timeline<Machine: GestureMachine> {
  private(set) var machine: Machine
  private(set) var decisions: [String] = []
  private var time = 0.0
  private var fingers: [(id: Int, sample: TouchSample)] = []
  private var standing = GestureInput.Standing.undecided
  private var isOver = false
  private var alarm: Double?

  init(_ machine: Machine) { self.machine = machine }

  /// The decisions since the last call.
  mutating func take() -> [String] {
    defer { decisions = [] }
    return decisions
  }

  // MARK: Input

  mutating func at(_ time: Double) {
    if let alarm, alarm <= time, !isOver {
      self.alarm = nil
      self.time = alarm
      tell(.alarm)
    }
    self.time = time
  }
  mutating func down(_ x: Double, _ y: Double, finger id: Int = 1) {
    settle()
    let place = GesturePoint(x, y)
    fingers.append((id, TouchSample(.began, place, from: place)))
    tell(.began)
  }
  mutating func move(_ x: Double, _ y: Double, finger id: Int = 1) { change(id, .moved, x, y, .moved) }
  mutating func up(_ x: Double, _ y: Double, finger id: Int = 1) { change(id, .ended, x, y, .ended) }
  mutating func cancel(_ id: Int = 1) {
    settle()
    for index in fingers.indices where fingers[index].id == id { fingers[index].sample.phase = .cancelled }
    tell(.cancelled)
  }
  /// Lifts the fingers: the machine is reset, or keeps the attempt for the next tap.
  mutating func lift(keeping: Bool = false) {
    fingers = []
    guard !keeping else { return }
    machine.reset()
    alarm = nil
    standing = .undecided
    isOver = false
  }

  // MARK: The recognizer's role

  private mutating func change(
    _ id: Int, _ phase: TouchSample.Phase, _ x: Double, _ y: Double, _ kind: GestureInput.Kind
  ) {
    settle()
    for index in fingers.indices where fingers[index].id == id {
      fingers[index].sample.phase = phase
      fingers[index].sample.place = GesturePoint(x, y)
    }
    tell(kind)
  }

  private mutating func settle() {
    for index in fingers.indices where !fingers[index].sample.isOver {
      fingers[index].sample.phase = .stationary
    }
  }

  private mutating func tell(_ kind: GestureInput.Kind) {
    guard !isOver,
      let decision = machine.handle(GestureInput(kind, at: time, standing, fingers.map(\.sample)))
    else { return }
    switch decision {
    case .wait(let seconds):
      alarm = time + seconds
      return
    case .begin: standing = .underWay
    case .change: break
    default: isOver = true
    }
    decisions.append("\(time) \(decision)")
  }
}
