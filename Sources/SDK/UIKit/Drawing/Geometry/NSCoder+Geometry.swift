import CarobFoundation
import CoreGraphics

// Geometry as text, as in storyboards and property lists: "{{0, 0}, {1, 2}}".

extension NSCoder {
  /// The numbers of a geometry text, or nil when it is none of `count` finite numbers.
  private static func numbers(_ text: String, _ count: Int) -> [CGFloat]? {
    let parts = text.split { "{}, ".contains($0) }.map { Double($0) }
    let numbers = parts.compactMap { $0 }.filter(\.isFinite)
    return numbers.count == count && parts.count == count ? numbers.map { CGFloat($0) } : nil
  }
  public static func string(for point: CGPoint) -> String { "{\(short(point.x)), \(short(point.y))}" }
  public static func string(for size: CGSize) -> String { "{\(short(size.width)), \(short(size.height))}" }
  public static func string(for rect: CGRect) -> String {
    "{\(string(for: rect.origin)), \(string(for: rect.size))}"
  }
  public static func string(for vector: CGVector) -> String { "{\(short(vector.dx)), \(short(vector.dy))}" }
  public static func string(for insets: UIEdgeInsets) -> String {
    "{\(short(insets.top)), \(short(insets.left)), \(short(insets.bottom)), \(short(insets.right))}"
  }
  public static func string(for transform: CGAffineTransform) -> String {
    let t = transform
    return "[" + [t.a, t.b, t.c, t.d, t.tx, t.ty].map(short).joined(separator: ", ") + "]"
  }
  public static func cgPoint(for string: String) -> CGPoint {
    numbers(string, 2).map { CGPoint(x: $0[0], y: $0[1]) } ?? .zero
  }
  public static func cgSize(for string: String) -> CGSize {
    numbers(string, 2).map { CGSize(width: $0[0], height: $0[1]) } ?? .zero
  }
  public static func cgVector(for string: String) -> CGVector {
    numbers(string, 2).map { CGVector(dx: $0[0], dy: $0[1]) } ?? .zero
  }
  public static func cgRect(for string: String) -> CGRect {
    numbers(string, 4).map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } ?? .zero
  }
  public static func uiEdgeInsets(for string: String) -> UIEdgeInsets {
    numbers(string, 4).map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) } ?? .zero
  }
  /// As the platform prints numbers: no fraction where there is none.
  static func short(_ value: CGFloat) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
  }
}

public func NSStringFromCGPoint(_ point: CGPoint) -> String { NSCoder.string(for: point) }
public func NSStringFromCGSize(_ size: CGSize) -> String { NSCoder.string(for: size) }
public func NSStringFromCGRect(_ rect: CGRect) -> String { NSCoder.string(for: rect) }
public func NSStringFromUIEdgeInsets(_ insets: UIEdgeInsets) -> String { NSCoder.string(for: insets) }
public func CGRectFromString(_ string: String) -> CGRect { NSCoder.cgRect(for: string) }
public func CGPointFromString(_ string: String) -> CGPoint { NSCoder.cgPoint(for: string) }
public func CGSizeFromString(_ string: String) -> CGSize { NSCoder.cgSize(for: string) }

extension NSValue {
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
  public convenience init(cgSize size: CGSize) { self.init(size: size) }
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
  public var cgPointValue: CGPoint { pointValue }
  public var cgSizeValue: CGSize { sizeValue }
  public var cgRectValue: CGRect { rectValue }
}
