import CarobFoundation
import CoreGraphics

// Geometry as strings, as in storyboards and property lists: "{{0, 0}, {1, 2}}".

extension NSCoder {
  /// The numbers in a geometry string, or nil unless it holds exactly `count` finite numbers.
  private static func numbers(_ text: String, _ count: Int) -> [CGFloat]? {
    let parts = text.split { "{}[], ".contains($0) }.map { Double($0) }
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
  public static func string(for offset: UIOffset) -> String {
    "{\(short(offset.horizontal)), \(short(offset.vertical))}"
  }
  public static func string(for insets: NSDirectionalEdgeInsets) -> String {
    "{\(short(insets.top)), \(short(insets.leading)), \(short(insets.bottom)), \(short(insets.trailing))}"
  }
  public static func uiOffset(for string: String) -> UIOffset {
    numbers(string, 2).map { UIOffset(horizontal: $0[0], vertical: $0[1]) } ?? .zero
  }
  public static func nsDirectionalEdgeInsets(for string: String) -> NSDirectionalEdgeInsets {
    numbers(string, 4).map {
      NSDirectionalEdgeInsets(top: $0[0], leading: $0[1], bottom: $0[2], trailing: $0[3])
    } ?? .zero
  }
  public static func cgAffineTransform(for string: String) -> CGAffineTransform {
    numbers(string, 6).map { CGAffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]) }
      ?? .identity
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
  /// Formats a number as the platform does: whole numbers have no fraction.
  package static func short(_ value: CGFloat) -> String {
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

public func NSStringFromCGVector(_ vector: CGVector) -> String { NSCoder.string(for: vector) }
public func NSStringFromCGAffineTransform(_ transform: CGAffineTransform) -> String {
  NSCoder.string(for: transform)
}
public func NSStringFromUIOffset(_ offset: UIOffset) -> String { NSCoder.string(for: offset) }
public func NSStringFromDirectionalEdgeInsets(_ insets: NSDirectionalEdgeInsets) -> String {
  NSCoder.string(for: insets)
}
public func CGVectorFromString(_ string: String) -> CGVector { NSCoder.cgVector(for: string) }
public func CGAffineTransformFromString(_ string: String) -> CGAffineTransform {
  NSCoder.cgAffineTransform(for: string)
}
public func UIEdgeInsetsFromString(_ string: String) -> UIEdgeInsets { NSCoder.uiEdgeInsets(for: string) }
public func UIOffsetFromString(_ string: String) -> UIOffset { NSCoder.uiOffset(for: string) }
public func NSDirectionalEdgeInsetsFromString(_ string: String) -> NSDirectionalEdgeInsets {
  NSCoder.nsDirectionalEdgeInsets(for: string)
}

/// Archives geometry as strings. The toolchain's Foundation encodes points, sizes and rectangles, also as
/// strings.
extension NSCoder {
  public func encode(_ vector: CGVector, forKey key: String) { put(NSCoder.string(for: vector), key) }
  public func encode(_ insets: UIEdgeInsets, forKey key: String) { put(NSCoder.string(for: insets), key) }
  public func encode(_ insets: NSDirectionalEdgeInsets, forKey key: String) {
    put(NSCoder.string(for: insets), key)
  }
  public func encode(_ offset: UIOffset, forKey key: String) { put(NSCoder.string(for: offset), key) }
  public func encode(_ transform: CGAffineTransform, forKey key: String) {
    put(NSCoder.string(for: transform), key)
  }

  public func decodeCGPoint(forKey key: String) -> CGPoint { NSCoder.cgPoint(for: text(key)) }
  public func decodeCGSize(forKey key: String) -> CGSize { NSCoder.cgSize(for: text(key)) }
  public func decodeCGRect(forKey key: String) -> CGRect { NSCoder.cgRect(for: text(key)) }
  public func decodeCGVector(forKey key: String) -> CGVector { NSCoder.cgVector(for: text(key)) }
  public func decodeUIEdgeInsets(forKey key: String) -> UIEdgeInsets { NSCoder.uiEdgeInsets(for: text(key)) }
  public func decodeDirectionalEdgeInsets(forKey key: String) -> NSDirectionalEdgeInsets {
    NSCoder.nsDirectionalEdgeInsets(for: text(key))
  }
  public func decodeUIOffset(forKey key: String) -> UIOffset { NSCoder.uiOffset(for: text(key)) }
  public func decodeCGAffineTransform(forKey key: String) -> CGAffineTransform {
    NSCoder.cgAffineTransform(for: text(key))
  }

  private func put(_ text: String, _ key: String) { encode(text as NSString, forKey: key) }
  private func text(_ key: String) -> String {
    guard containsValue(forKey: key) else { return "" }
    return decodeObject(of: NSString.self, forKey: key) as String? ?? ""
  }
}

// DEVIATION: the toolchain's `NSValue` holds only points, sizes, rectangles and insets. A vector or an
// offset is stored as a point, directional insets as a rectangle, so each equals a point or rectangle with
// the same numbers.
extension NSValue {
  public convenience init(cgVector vector: CGVector) { self.init(point: CGPoint(x: vector.dx, y: vector.dy)) }
  public convenience init(uiOffset offset: UIOffset) {
    self.init(point: CGPoint(x: offset.horizontal, y: offset.vertical))
  }
  public convenience init(uiEdgeInsets insets: UIEdgeInsets) {
    self.init(
      edgeInsets: NSEdgeInsets(
        top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right))
  }
  public convenience init(directionalEdgeInsets insets: NSDirectionalEdgeInsets) {
    self.init(rect: CGRect(x: insets.top, y: insets.leading, width: insets.bottom, height: insets.trailing))
  }
  public convenience init(cgAffineTransform transform: CGAffineTransform) {
    self.init(interned: transform)
  }
  public var cgVectorValue: CGVector { CGVector(dx: pointValue.x, dy: pointValue.y) }
  public var uiOffsetValue: UIOffset { UIOffset(horizontal: pointValue.x, vertical: pointValue.y) }
  public var uiEdgeInsetsValue: UIEdgeInsets {
    let insets = edgeInsetsValue
    return UIEdgeInsets(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
  public var directionalEdgeInsetsValue: NSDirectionalEdgeInsets {
    let rect = rectValue
    return NSDirectionalEdgeInsets(
      top: rect.origin.x, leading: rect.origin.y, bottom: rect.width, trailing: rect.height)
  }
  public var cgAffineTransformValue: CGAffineTransform {
    unboxed as? CGAffineTransform ?? .identity
  }
}

extension NSValue {
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
  public convenience init(cgSize size: CGSize) { self.init(size: size) }
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
  public var cgPointValue: CGPoint { pointValue }
  public var cgSizeValue: CGSize { sizeValue }
  public var cgRectValue: CGRect { rectValue }
}
