/// Stops the app, as the platform does, if a registered class lacks the initializer that the framework calls.
///
/// In Swift, a subclass with its own designated initializers inherits none of its superclass's.
func unimplementedInitializer(_ name: String, of cls: AnyClass) -> Never {
  fatalError("Use of unimplemented initializer '\(name)' for class '\(String(reflecting: cls))'")
}
