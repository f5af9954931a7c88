@_spi(Messages) import CarobRuntime
import CarobFoundation

extension NSEntityDescription {
  /// Looks up the class of the entity's objects by name; nil for `NSManagedObject` itself and if no class is
  /// found, which is reported once.
  ///
  /// `App.Note` is a module and a class. `Note` is an Objective-C name: `@objc(Note)` in the model's module.
  package final func findObjectClass() -> NSObject.Type? {
    let given = managedObjectClassName ?? "NSManagedObject"
    if given == "NSManagedObject" { return nil }
    if let cls = _classFromString(given) as? NSObject.Type { return cls }
    if given.contains(".") {
      // NB: this finds a class with a custom Objective-C name by its Swift name.
      if let cls = _typeByName(Self.mangled(given)) as? NSObject.Type { return cls }
    } else if !module.isEmpty, let cls = _typeByName(Self.mangled("\(module).\(given)")) as? NSObject.Type,
      _stringFromClass(cls) == given
    {
      return cls
    }
    Journal.warn(
      "Unable to load class named '\(given)' for entity '\(name ?? "")'. Class not found, using default "
        + "NSManagedObject instead.", rule: "C-103")
    return nil
  }

  /// `3App4NoteC` for `App.Note`.
  private static func mangled(_ name: String) -> String {
    let parts = name.split(separator: ".")
    guard parts.count == 2 else { return name }
    return parts.map { "\($0.utf8.count)\($0)" }.joined() + "C"
  }
}
