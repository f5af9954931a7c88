import CoreGraphics
import Testing

@Suite struct GeometryTests {
  @Test func `transforms concatenate from left to right`() {
    let move = CGAffineTransform(translationX: 10, y: 0)
    let turn = CGAffineTransform(rotationAngle: .pi / 2)
    let point = CGPoint(x: 1, y: 0)
    let turned = point.applying(turn.concatenating(move))
    #expect(abs(turned.x - 10) < 1e-12 && abs(turned.y - 1) < 1e-12)
    // `rotated(by:)` applies the rotation first.
    #expect(move.rotated(by: .pi / 2) == turn.concatenating(move))
    #expect(
      CGAffineTransform.identity.translatedBy(x: 2, y: 3).scaledBy(x: 2, y: 2)
        == CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 2, ty: 3))
  }

  @Test func `an inverse undoes a transform, and a singular transform is returned unchanged`() {
    let transform = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: 7)
    let point = CGPoint(x: 4, y: 9)
    let back = point.applying(transform).applying(transform.inverted())
    #expect(abs(back.x - 4) < 1e-12 && abs(back.y - 9) < 1e-12)
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  @Test func `the components of a transform give the same transform`() {
    let transform = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: 7)
    let again = CGAffineTransform(transform.decomposed())
    for (a, b) in zip(
      [again.a, again.b, again.c, again.d, again.tx, again.ty], [2, 1, -1, 3, 5, 7] as [CGFloat])
    {
      #expect(abs(a - b) < 1e-12)
    }
  }

  @Test func `a transformed rectangle is the bounding box of its transformed corners`() {
    let rect = CGRect(x: 0, y: 0, width: 10, height: 20).applying(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(abs(rect.minX + 20) < 1e-9 && abs(rect.width - 20) < 1e-9 && abs(rect.height - 10) < 1e-9)
  }

  @Test func `geometry prints as tuples`() {
    #expect("\(CGRect(x: 1, y: 2, width: 3, height: 4))" == "(1.0, 2.0, 3.0, 4.0)")
    #expect("\(CGPoint(x: 1, y: 2.5))" == "(1.0, 2.5)")
    #expect("\(CGSize(width: 1, height: 2))" == "(1.0, 2.0)")
  }
}
