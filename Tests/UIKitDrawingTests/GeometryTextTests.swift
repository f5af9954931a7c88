import Testing
import UIKit

@Suite struct GeometryTextTests {
  @Test func `geometry is written as strings and read back`() {
    #expect(NSStringFromCGPoint(CGPoint(x: 1, y: 2.5)) == "{1, 2.5}")
    #expect(NSStringFromCGRect(CGRect(x: 1, y: 2, width: 3, height: 4)) == "{{1, 2}, {3, 4}}")
    #expect(NSStringFromCGVector(CGVector(dx: 1, dy: -2)) == "{1, -2}")
    #expect(NSStringFromUIOffset(UIOffset(horizontal: 1, vertical: 2)) == "{1, 2}")
    let transform = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(NSStringFromCGAffineTransform(transform) == "[1, 2, 3, 4, 5, 6]")
    #expect(CGAffineTransformFromString("[1, 2, 3, 4, 5, 6]") == transform)
    #expect(CGVectorFromString("{1, -2}") == CGVector(dx: 1, dy: -2))
    #expect(UIEdgeInsetsFromString("{1, 2, 3, 4}") == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(UIOffsetFromString("{1, 2}") == UIOffset(horizontal: 1, vertical: 2))
    let insets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(NSDirectionalEdgeInsetsFromString(NSStringFromDirectionalEdgeInsets(insets)) == insets)
    #expect(CGRectFromString("nonsense") == .zero && CGAffineTransformFromString("[1]") == .identity)
  }

  @Test func `NSValue holds geometry`() {
    let transform = CGAffineTransform(rotationAngle: 1)
    #expect(NSValue(cgAffineTransform: transform).cgAffineTransformValue == transform)
    #expect(NSValue(cgAffineTransform: transform) == NSValue(cgAffineTransform: transform))
    #expect(NSValue(cgPoint: .zero).cgAffineTransformValue == .identity)
    #expect(NSValue(cgVector: CGVector(dx: 1, dy: 2)).cgVectorValue == CGVector(dx: 1, dy: 2))
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(NSValue(uiEdgeInsets: insets).uiEdgeInsetsValue == insets)
    let directional = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(NSValue(directionalEdgeInsets: directional).directionalEdgeInsetsValue == directional)
    #expect(NSValue(uiOffset: UIOffset(horizontal: 1, vertical: 2)).uiOffsetValue.vertical == 2)
  }

  @Test func `archives hold geometry`() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    let transform = CGAffineTransform(scaleX: 2, y: 3)
    archiver.encode(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "rect")
    archiver.encode(UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4), forKey: "insets")
    archiver.encode(transform, forKey: "transform")
    archiver.encode(CGVector(dx: 1, dy: 2), forKey: "vector")
    archiver.finishEncoding()
    let coder = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(coder.decodeCGRect(forKey: "rect") == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(coder.decodeUIEdgeInsets(forKey: "insets").right == 4)
    #expect(coder.decodeCGAffineTransform(forKey: "transform") == transform)
    #expect(coder.decodeCGVector(forKey: "vector") == CGVector(dx: 1, dy: 2))
    #expect(coder.decodeCGPoint(forKey: "missing") == .zero)
  }
}
