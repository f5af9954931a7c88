import CarobFoundation

/// Finds classes by the names that storyboards, Info.plist and archives use.
enum ClassFinder {
  /// The app's module, which is searched first for names without a module.
  nonisolated(unsafe) static var appModule: String?

  /// The module name of a product: `Two Words` is built as `Two_Words`.
  static func moduleName(ofProduct name: String) -> String {
    let identifier = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return identifier.first?.isNumber == true ? "_" + identifier.dropFirst() : identifier
  }

  // OPTIMIZATION: the runtime scans all classes on every lookup; without this cache, decoding a scene of 500
  // views took 0.1 s.
  private static let found = Guarded<[String: AnyClass]>([:])

  /// `Module.Class`, or `Class` in the given module, the app's module, or UIKit.
  static func find(_ name: String, module: String? = nil) -> AnyClass? {
    let key = module.map { "\($0)/\(name)" } ?? name
    if let known = found.withLock({ $0[key] }) { return known }
    let cls: AnyClass? = lookUp(name, module)
    if let cls { found.withLock { $0[key] = cls } }
    return cls
  }

  private static func lookUp(_ name: String, _ module: String?) -> AnyClass? {
    if name.contains(".") {
      if let found = _typeByName(name) as? AnyClass ?? NSClassFromString(name) { return found }
      // NB: apps know the classes of UIKitDrawing as UIKit's.
      return name.hasPrefix("UIKit.")
        ? NSClassFromString("UIKitDrawing" + name.dropFirst("UIKit".count)) : nil
    }
    for module in [module, appModule, "UIKit", "UIKitDrawing", "MapKit", "AVKit"] {
      guard let module, !module.isEmpty else { continue }
      if let found = NSClassFromString("\(module).\(name)") { return found }
    }
    return nil
  }

  /// Creates an instance with the class's generated factory; nil if the class has none.
  @MainActor
  static func make(_ cls: AnyClass) -> AnyObject? {
    guard let type = cls as? NSObject.Type, let new = type._carobNew else { return nil }
    return new()
  }
}
