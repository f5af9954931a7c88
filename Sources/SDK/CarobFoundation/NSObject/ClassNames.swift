import CarobRuntime
import Foundation

/// Maps classes to their Objective-C names, and names to classes (F-180).
package enum ClassNames {
  /// The modules whose classes have names without a module prefix, because they are Objective-C classes on
  /// the platform.
  private static let plainModules: Set<String> = [
    "AVFoundation", "AVKit", "CarobFoundation", "CoreData", "CoreGraphics", "CoreLocation", "Foundation",
    "FoundationEssentials",
    "FoundationNetworking", "FoundationXML", "MapKit", "MediaPlayer", "QuartzCore", "UIKit",
    "UIKitDrawing",
    "UserNotifications", "Contacts", "CoreMotion",
  ]

  private struct Names {
    var names: [ObjectIdentifier: String] = [:]
    var classes: [String: AnyClass] = [:]
    var texts: [String: UInt] = [:]
  }
  private static let known = Guarded(Names())

  /// `App.VC`, `UIView`, `_TtCC4Desc5Model5Inner`.
  package static func name(of cls: AnyClass) -> String {
    let key = ObjectIdentifier(cls)
    if let name = known.withLock({ $0.names[key] }) { return name }
    let name = newName(of: cls)
    return known.withLock { known in
      known.names[key] = name
      if known.classes[name] == nil { known.classes[name] = cls }
      return name
    }
  }

  /// The class with a name as returned by `name(of:)`; nil if there is none.
  package static func find(_ name: String) -> AnyClass? {
    if let cls = known.withLock({ $0.classes[name] }) { return cls }
    let found: AnyClass? =
      candidates(name).lazy.compactMap { _typeByName($0) as? AnyClass }.first
      // NB: the toolchain's function traps for names that it cannot parse.
      ?? (name.contains(".") ? nil : Foundation.NSClassFromString("Foundation." + name))
    // Only Objective-C classes are found by a name without a module; an app's class is not.
    guard let found, Self.name(of: found) == name else { return nil }
    return found
  }

  /// The name as a C string that is never freed.
  package static func text(_ name: String) -> UnsafePointer<CChar> {
    let address = known.withLock { known -> UInt in
      if let address = known.texts[name] { return address }
      let text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: name.utf8.count + 1)
      _ = text.initialize(from: name.utf8CString)
      let address = UInt(bitPattern: text.baseAddress)
      known.texts[name] = address
      return address
    }
    return UnsafePointer(bitPattern: address).unsafelyUnwrapped
  }

  private static func candidates(_ name: String) -> [String] {
    if name.hasPrefix("_TtC") { return [String(name.dropFirst(3))] }
    return name.contains(".") ? [name] : plainModules.sorted().map { "\($0).\(name)" }
  }

  private static func newName(of cls: AnyClass) -> String {
    let full = String(reflecting: cls)
    let module = full.prefix { $0 != "." } + "."
    // NB: a class without its own name inherits the superclass's.
    if let given = (cls as? NSObject.Type)?._carobName, !given.hasPrefix(module), full.hasPrefix(module),
      given != (_getSuperclass(cls) as? NSObject.Type)?._carobName
    {
      return given  // `@objc(Name)`
    }
    let parts = full.split(separator: ".").map(String.init)
    if parts.count == 2 { return plainModules.contains(parts[0]) ? parts[1] : full }
    if let nested = nestedName(parts) { return nested }
    // Local and private types have no expressible name; their context is omitted.
    return withoutContexts(full)
  }

  /// `_TtCC4Desc5Model5Inner` for `Desc.Model.Inner`: the kinds from inner to outer, then the names.
  private static func nestedName(_ parts: [String]) -> String? {
    guard parts.allSatisfy({ $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } })
    else { return nil }
    var mangled = sized(parts[0])
    var kinds = ""
    for part in parts.dropFirst() {
      guard let kind = ["C", "V", "O"].first(where: { _typeByName(mangled + sized(part) + $0) != nil }) else {
        return nil
      }
      mangled += sized(part) + kind
      kinds = kind + kinds
    }
    return "_Tt" + kinds + parts.map(sized).joined()
  }

  private static func sized(_ name: String) -> String { "\(name.utf8.count)\(name)" }

  /// `Desc.Local` for `Desc.(unknown context at $5555…).Local`.
  private static func withoutContexts(_ name: String) -> String {
    var depth = 0
    var parts = [""]
    for character in name {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      case "." where depth == 0: parts.append("")
      case _ where depth == 0: parts[parts.count - 1].append(character)
      default: break
      }
    }
    return parts.filter { !$0.isEmpty }.joined(separator: ".")
  }
}

/// Implements `NSStringFromClass`, which the translator generates in each module.
public func _stringFromClass(_ cls: AnyClass) -> String { ClassNames.name(of: cls) }

/// Implements `NSClassFromString`.
public func _classFromString(_ name: String) -> AnyClass? { ClassNames.find(name) }

/// The name of an object's class, as a C string that is never freed.
public func object_getClassName(_ object: Any?) -> UnsafePointer<CChar> {
  guard let object else { return ClassNames.text("nil") }
  return ClassNames.text(ClassNames.name(of: object as? AnyClass ?? type(of: object as AnyObject)))
}

/// The class of an object; nil for nil.
public func object_getClass(_ object: Any?) -> AnyClass? { object.map { type(of: $0 as AnyObject) } }

/// The name of a class, as a C string that is never freed.
public func class_getName(_ cls: AnyClass?) -> UnsafePointer<CChar> {
  ClassNames.text(cls.map(ClassNames.name) ?? "nil")
}

/// The superclass; nil for a root class.
public func class_getSuperclass(_ cls: AnyClass?) -> AnyClass? { cls.flatMap(_getSuperclass) }
