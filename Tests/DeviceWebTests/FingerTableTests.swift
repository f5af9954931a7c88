import DeviceProtocol
import Testing

@testable import DeviceWeb

struct FingerTableTests {
  private typealias Finger = TouchEvent.Finger

  @Test func `a finger keeps its id until it is lifted, and the next one gets another`() throws {
    var table = FingerTable()
    var last: UInt32 = 40
    let makeID: () -> UInt32 = {
      last += 1
      return last
    }
    let phases: [TouchEvent.Phase] = [.began, .moved, .stationary, .ended, .began, .cancelled]
    let ids = try phases.map { phase in
      try table.translate([Finger(id: 1, phase: phase, x: 0, y: 0)], makeID: makeID)[0].id
    }
    #expect(ids == [41, 41, 41, 41, 42, 42])
    #expect(table.isEmpty)
  }

  @Test(arguments: [TouchEvent.Phase.moved, .stationary, .ended, .cancelled])
  func `a finger that is not down cannot change`(phase: TouchEvent.Phase) {
    var table = FingerTable()
    #expect(throws: PageInput.Invalid.self) {
      try table.translate([Finger(id: 1, phase: phase, x: 0, y: 0)]) { 1 }
    }
  }

  @Test func `a finger cannot begin twice`() throws {
    var table = FingerTable()
    _ = try table.translate([Finger(id: 1, phase: .began, x: 0, y: 0)]) { 1 }
    #expect(throws: PageInput.Invalid("fingers: began twice")) {
      try table.translate([Finger(id: 1, phase: .began, x: 0, y: 0)]) { 2 }
    }
  }

  @Test func `fingers that are down are cancelled at their last positions`() throws {
    var table = FingerTable()
    var last: UInt32 = 0
    _ = try table.translate(
      [Finger(id: 5, phase: .began, x: 1, y: 1), Finger(id: 6, phase: .began, x: 2, y: 2)]
    ) {
      last += 1
      return last
    }
    _ = try table.translate([Finger(id: 6, phase: .moved, x: 9, y: 9)]) { 0 }
    #expect(
      table.cancelAll() == [
        Finger(id: 1, phase: .cancelled, x: 1, y: 1), Finger(id: 2, phase: .cancelled, x: 9, y: 9),
      ])
    #expect(table.isEmpty)
  }
}
