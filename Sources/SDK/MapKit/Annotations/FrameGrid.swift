import CoreGraphics

/// A spatial index of rectangles, which finds those that intersect another one without checking all.
struct FrameGrid {
  private struct Cell: Hashable {
    let x: Int
    let y: Int
  }
  private var cells: [Cell: [CGRect]] = [:]
  private static let edge: CGFloat = 64

  private func cells(of frame: CGRect) -> [Cell] {
    func index(_ value: CGFloat) -> Int { Int((value / Self.edge).rounded(.down)) }
    return (index(frame.minY)...index(frame.maxY)).flatMap { y in
      (index(frame.minX)...index(frame.maxX)).map { Cell(x: $0, y: y) }
    }
  }

  mutating func add(_ frame: CGRect) {
    for cell in cells(of: frame) { cells[cell, default: []].append(frame) }
  }

  func hits(_ frame: CGRect) -> Bool {
    cells(of: frame).contains { cell in cells[cell]?.contains { $0.intersects(frame) } == true }
  }
}
