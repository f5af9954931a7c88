import CoreGraphics
import Testing

@Suite struct PathTests {
  @Test func `an arc between two tangents touches both`() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 5)
    #expect(abs(path.currentPoint.x - 10) < 1e-9)
    #expect(abs(path.currentPoint.y - 5) < 1e-9)
    #expect(path.contains(CGPoint(x: 5, y: 1)))
    #expect(!path.contains(CGPoint(x: 9.5, y: 0.5)))
  }
}
