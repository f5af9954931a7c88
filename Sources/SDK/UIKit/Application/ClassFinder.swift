import CarobFoundation

/// Finds classes by the names that storyboards, Info.plist and archives use.
enum ClassFinder {
  /// The module of the app; names without a module are looked for there first.
  nonisolated(unsafe) static var appModule: String?

  /// The module of a product of this name: `Two Words` is built as `Two_Words`.
  static func moduleName(ofProduct name: String) -> String {
    let identifier = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return identifier.first?.isNumber == true ? "_" + identifier.dropFirst() : identifier
  }

  // OPTIMIZATION: the runtime looks through every class for a name each time; a scene of 500 views took 0.1 s to be read.
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
    if name.contains(".") { return _typeByName(name) as? AnyClass ?? NSClassFromString(name) }
    for module in [module, appModule, "UIKit", "UIKitDrawing", "MapKit", "AVKit"] {
      guard let module, !module.isEmpty else { continue }
      if let found = NSClassFromString("\(module).\(name)") { return found }
    }
    return nil
  }

  /// A new instance through the class's generated factory.
  @MainActor
  static func make(_ cls: AnyClass) -> AnyObject? {
    guard let type = cls as? NSObject.Type, let new = type._carobNew else { return nil }
    return new()
  }
}
