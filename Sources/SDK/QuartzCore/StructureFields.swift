import CarobFoundation
import CoreGraphics

/// Reads and sets fields of structures in key paths of layers and animations, such as `bounds.size.width`
/// and `transform.rotation.z` (E-620).
enum StructureFields {
  /// The number or structure at `path` in `value`; nil if there is no such field.
  static func value(_ value: Any?, _ path: ArraySlice<String>) -> Any? {
    guard let field = path.first else { return value }
    let rest = path.dropFirst()
    switch (value, field) {
    case (let point as CGPoint, "x"): return number(point.x, rest)
    case (let point as CGPoint, "y"): return number(point.y, rest)
    case (let size as CGSize, "width"): return number(size.width, rest)
    case (let size as CGSize, "height"): return number(size.height, rest)
    case (let rect as CGRect, "origin"): return self.value(rect.origin, rest)
    case (let rect as CGRect, "size"): return self.value(rect.size, rest)
    case (let transform as CATransform3D, _):
      let parts = TransformParts(transform)
      let part = path.joined(separator: ".")
      // The translation as a whole is a size.
      if part == "translation" { return CGSize(width: parts.translation.x, height: parts.translation.y) }
      return TransformParts.names.contains(part) ? NSNumber(value: parts[part]) : nil
    default: return nil
    }
  }

  private static func number(_ value: CGFloat, _ rest: ArraySlice<String>) -> Any? {
    rest.isEmpty ? NSNumber(value: Double(value)) : nil
  }

  /// `value` with the field at `path` set to `new`; nil if there is no such field, or `new` has the wrong
  /// type.
  static func setting(_ value: Any?, _ path: ArraySlice<String>, to new: Any?) -> Any? {
    guard let field = path.first else { return new }
    let rest = path.dropFirst()
    switch (value, field) {
    case (var point as CGPoint, "x"): return set(&point, \.x, new, rest)
    case (var point as CGPoint, "y"): return set(&point, \.y, new, rest)
    case (var size as CGSize, "width"): return set(&size, \.width, new, rest)
    case (var size as CGSize, "height"): return set(&size, \.height, new, rest)
    case (var rect as CGRect, "origin"):
      guard let origin = setting(rect.origin, rest, to: structure(new)) as? CGPoint else { return nil }
      rect.origin = origin
      return rect
    case (var rect as CGRect, "size"):
      guard let size = setting(rect.size, rest, to: structure(new)) as? CGSize else { return nil }
      rect.size = size
      return rect
    case (let transform as CATransform3D, _):
      var parts = TransformParts(transform)
      let part = path.joined(separator: ".")
      if part == "translation", let size = structure(new) as? CGSize {
        (parts.translation.x, parts.translation.y) = (Double(size.width), Double(size.height))
        return parts.transform
      }
      guard TransformParts.names.contains(part), let number = number(new) else { return nil }
      parts[part] = number
      return parts.transform
    default: return nil
    }
  }

  private static func set<Structure>(
    _ value: inout Structure, _ field: WritableKeyPath<Structure, CGFloat>, _ new: Any?,
    _ rest: ArraySlice<String>
  ) -> Any? {
    guard rest.isEmpty, let number = number(new) else { return nil }
    value[keyPath: field] = CGFloat(number)
    return value
  }

  private static func number(_ value: Any?) -> Double? {
    switch value {
    case let number as NSNumber: number.doubleValue
    case let number as Double: number
    case let number as CGFloat: Double(number)
    case let number as Float: Double(number)
    case let number as Int: Double(number)
    default: nil
    }
  }
  private static func structure(_ value: Any?) -> Any? { (value as? NSValue)?.unboxed ?? value }
}
