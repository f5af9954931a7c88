import Testing

@testable import UIKit
@testable import UIKitDrawing

@Suite struct BezierPathTests {
  @Test func `clockwise is as seen on screen with y pointing down`() {
    // From 3 o'clock to 6 o'clock.
    let path = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(abs(path.bounds.minX) < 1e-9 && abs(path.bounds.maxY - 10) < 0.01 && path.bounds.minY > -1e-9)
    let other = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(abs(other.bounds.minX + 10) < 0.01)
  }

  @Test func `only the given corners are rounded`() {
    let path = UIBezierPath(
      roundedRect: CGRect(x: 0, y: 0, width: 100, height: 100), byRoundingCorners: [.topLeft, .bottomRight],
      cornerRadii: CGSize(width: 30, height: 30))
    #expect(!path.contains(CGPoint(x: 2, y: 2)))
    #expect(path.contains(CGPoint(x: 98, y: 2)))
    #expect(path.contains(CGPoint(x: 2, y: 98)))
    #expect(!path.contains(CGPoint(x: 98, y: 98)))
    #expect(path.bounds == CGRect(x: 0, y: 0, width: 100, height: 100))
  }

  @Test func `reversing changes the direction`() {
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 10))
    let back = path.reversing()
    #expect(back.currentPoint == .zero)
    #expect(back.bounds == path.bounds)
    // The reversed inner rectangle makes a hole in the outer one.
    let ring = UIBezierPath(rect: CGRect(x: 0, y: 0, width: 30, height: 30))
    ring.append(UIBezierPath(rect: CGRect(x: 10, y: 10, width: 10, height: 10)).reversing())
    #expect(!ring.contains(CGPoint(x: 15, y: 15)))
    #expect(ring.contains(CGPoint(x: 5, y: 5)))
  }

  @Test func `an empty path has no bounds and contains nothing`() {
    let path = UIBezierPath()
    #expect(path.isEmpty && path.bounds == .zero && !path.contains(.zero))
  }

  @Test func `dashes are returned as they were set`() {
    let path = UIBezierPath()
    path.setLineDash([4, 2], count: 2, phase: 1)
    var lengths: [CGFloat] = [0, 0]
    var count = 0
    var phase: CGFloat = 0
    path.getLineDash(&lengths, count: &count, phase: &phase)
    #expect(lengths == [4, 2] && count == 2 && phase == 1)
  }

  @Test func `paths fill and stroke with the current colours`() {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in
      UIColor.red.setFill()
      UIColor.blue.setStroke()
      let path = UIBezierPath(rect: CGRect(x: 5, y: 5, width: 10, height: 10))
      path.lineWidth = 2
      path.fill()
      path.stroke()
    }
    let surface = image.cgImage!.surface
    #expect(surface[30, 30] == 0xFFFF_0000)
    #expect(surface[15, 30] == 0xFF00_00FF)
    #expect(surface[9, 30] == 0)
  }

  @Test func `geometry converts to strings and back`() {
    #expect(NSCoder.string(for: CGRect(x: 1, y: 2, width: 3.5, height: 4)) == "{{1, 2}, {3.5, 4}}")
    #expect(NSCoder.cgRect(for: "{{1, 2}, {3.5, 4}}") == CGRect(x: 1, y: 2, width: 3.5, height: 4))
    #expect(NSCoder.cgPoint(for: "nonsense") == .zero)
    #expect(
      CGRect(x: 0, y: 0, width: 100, height: 50).inset(by: UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        == CGRect(x: 2, y: 1, width: 94, height: 46))
  }
}
