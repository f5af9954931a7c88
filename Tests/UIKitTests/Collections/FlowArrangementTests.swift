import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Positions in a flow layout; the expected values are computed by hand.
@Suite struct FlowArrangementTests {
  private func items(_ sizes: (CGFloat, CGFloat)...) -> [FlowArrangement.Extent] {
    sizes.map { FlowArrangement.Extent(line: $0.0, flow: $0.1) }
  }
  private func places(_ section: FlowArrangement.Section, room: CGFloat, pixel: CGFloat = 1) -> [[CGFloat]] {
    FlowArrangement([section], room: room, pixel: pixel).sections[0].items.map { [$0.line, $0.flow] }
  }

  @Test(.rule("E-363")) func `the remaining space is distributed between the items of a full line`() {
    // 3 × 100 and 2 × 10 fit into 350, a fourth item does not. The remaining 50 points are two gaps of 25.
    var section = FlowArrangement.Section(lineSpacing: 7, itemSpacing: 10)
    section.items = Array(repeating: .init(line: 100, flow: 40), count: 5)
    #expect(
      places(section, room: 350) == [[0, 0], [125, 0], [250, 0], [0, 47], [125, 47]])
  }

  @Test(.rule("E-363")) func `insets narrow the lines and move the section`() {
    // 320 − 10 − 20 = 290: two items of 100; the remaining 90 points are the gap.
    var section = FlowArrangement.Section(
      header: 30, footer: 5, before: 11, behind: 13, start: 10, end: 20, lineSpacing: 0, itemSpacing: 10)
    section.items = Array(repeating: .init(line: 100, flow: 50), count: 2)
    let arrangement = FlowArrangement([section, section], room: 320, pixel: 1)
    #expect(arrangement.sections[0].items.map { [$0.line, $0.flow] } == [[10, 41], [200, 41]])
    #expect(arrangement.sections[0].footer.flow == 104)
    #expect(arrangement.sections[1].header.flow == 109)
    #expect(arrangement.length == 218)
  }

  @Test(.rule("E-363")) func `the last line of items with different sizes has the minimum spacing`() {
    var section = FlowArrangement.Section(lineSpacing: 0, itemSpacing: 10)
    section.items = items((60, 20), (100, 40), (50, 30), (40, 30))
    // 60 + 10 + 100 fit into 200, 50 more do not: 40 points between the two items; the lower one is centered.
    #expect(places(section, room: 200) == [[0, 10], [100, 0], [0, 40], [60, 40]])
  }

  @Test(.rule("E-363")) func `an item is centered if a second one does not fit into the line`() {
    var section = FlowArrangement.Section(lineSpacing: 10, itemSpacing: 10)
    section.items = Array(repeating: .init(line: 200, flow: 50), count: 2)
    #expect(places(section, room: 300) == [[50, 0], [50, 60]])
  }

  @Test(.rule("E-363")) func `positions are rounded to pixels`() {
    var section = FlowArrangement.Section(lineSpacing: 0, itemSpacing: 0)
    section.items = Array(repeating: .init(line: 30, flow: 10), count: 3)
    // 101 − 90 = 11 points are left for two gaps of 5.5.
    #expect(places(section, room: 101).map { $0[0] } == [0, 35, 71])
    #expect(places(section, room: 101, pixel: 0.5).map { $0[0] } == [0, 35.5, 71])
  }

  @Test(.rule("E-362")) func `the lines in a range are found by search`() {
    var section = FlowArrangement.Section(lineSpacing: 10, itemSpacing: 0)
    section.items = Array(repeating: .init(line: 100, flow: 40), count: 1000)
    let arrangement = FlowArrangement([section], room: 100, pixel: 1)
    #expect(arrangement.length == 49_990)
    #expect(arrangement.lines(from: 95, to: 200) == 2..<4)
    #expect(arrangement.lines(from: 40, to: 50).isEmpty)
    #expect(arrangement.lines(from: -100, to: 1) == 0..<1)
  }
}
