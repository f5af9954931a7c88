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

  @Test func `an arc goes through increasing angles unless it is clockwise`() {
    func box(_ start: CGFloat, _ end: CGFloat, _ clockwise: Bool) -> CGRect {
      let path = CGMutablePath()
      path.addArc(center: .zero, radius: 10, startAngle: start, endAngle: end, clockwise: clockwise)
      return path.boundingBoxOfPath
    }
    let quarter = box(0, .pi / 2, false)
    #expect(abs(quarter.minX) < 1e-9 && abs(quarter.maxX - 10) < 1e-9 && abs(quarter.maxY - 10) < 0.01)
    // In the other direction the arc is three quarters of the circle.
    let rest = box(0, .pi / 2, true)
    #expect(abs(rest.minX + 10) < 0.01 && abs(rest.minY + 10) < 0.01)
    #expect(abs(box(0, 2 * .pi, false).width - 20) < 0.01)
    #expect(abs(box(0, 7, false).width - 20) < 0.01)
  }

  @Test func `a bounding box contains the control points or only the curve`() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addCurve(to: CGPoint(x: 10, y: 0), control1: CGPoint(x: 0, y: 10), control2: CGPoint(x: 10, y: 10))
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(abs(path.boundingBoxOfPath.height - 7.5) < 1e-9)
    #expect(CGMutablePath().boundingBox.isNull)
  }

  @Test func `winding and even-odd rules differ where a path overlaps itself`() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 30, height: 30))
    path.addRect(CGRect(x: 10, y: 10, width: 10, height: 10))
    #expect(path.contains(CGPoint(x: 15, y: 15)))
    #expect(!path.contains(CGPoint(x: 15, y: 15), using: .evenOdd))
    #expect(path.contains(CGPoint(x: 5, y: 5), using: .evenOdd))
    #expect(!path.contains(CGPoint(x: 35, y: 5)))
    #expect(path.contains(CGPoint(x: 0, y: 0)))
  }

  @Test func `a stroked line has the line width and its caps`() {
    let line = CGMutablePath()
    line.move(to: CGPoint(x: 10, y: 10))
    line.addLine(to: CGPoint(x: 30, y: 10))
    func stroked(_ cap: CGLineCap) -> CGRect {
      line.copy(strokingWithWidth: 4, lineCap: cap, lineJoin: .miter, miterLimit: 10).boundingBoxOfPath
    }
    #expect(stroked(.butt) == CGRect(x: 10, y: 8, width: 20, height: 4))
    #expect(stroked(.square) == CGRect(x: 8, y: 8, width: 24, height: 4))
    #expect(abs(stroked(.round).minX - 8) < 0.01)
  }

  @Test func `a stroked corner is mitred up to its limit`() {
    let corner = CGMutablePath()
    corner.move(to: CGPoint(x: 0, y: 0))
    corner.addLine(to: CGPoint(x: 10, y: 0))
    corner.addLine(to: CGPoint(x: 10, y: 10))
    func covers(_ join: CGLineJoin, _ limit: CGFloat) -> Bool {
      corner.copy(strokingWithWidth: 4, lineCap: .butt, lineJoin: join, miterLimit: limit)
        .contains(CGPoint(x: 11.9, y: -1.9))
    }
    #expect(covers(.miter, 10))
    #expect(!covers(.miter, 1))
    #expect(!covers(.round, 10))
    #expect(!covers(.bevel, 10))
  }

  @Test func `dashes begin at the phase`() {
    let line = CGMutablePath()
    line.move(to: .zero)
    line.addLine(to: CGPoint(x: 20, y: 0))
    let dashed = line.copy(dashingWithPhase: 2, lengths: [5, 3])
    var pieces: [CGFloat] = []
    dashed.applyWithBlock { pieces.append($0.pointee.points[0].x) }
    #expect(pieces == [0, 3, 6, 11, 14, 19])
  }

  @Test func `elements are enumerated as they were added`() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 3, y: 4))
    path.closeSubpath()
    path.addLine(to: CGPoint(x: 9, y: 9))
    var types: [CGPathElementType] = []
    path.applyWithBlock { types.append($0.pointee.type) }
    #expect(types == [.moveToPoint, .addQuadCurveToPoint, .closeSubpath, .moveToPoint, .addLineToPoint])
    #expect(path.currentPoint == CGPoint(x: 9, y: 9))
  }

  @Test func `isRect is true for rectangles and false for other paths`() {
    var found = CGRect.zero
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(CGPath(rect: rect, transform: nil).isRect(&found))
    #expect(found == rect)
    #expect(!CGPath(ellipseIn: rect, transform: nil).isRect(nil))
  }
}
