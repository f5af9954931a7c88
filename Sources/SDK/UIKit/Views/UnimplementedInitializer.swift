/// Stops the app as the platform does when a registered class lacks the initializer through which it must be made.
///
/// Swift gives a subclass with designated initializers of its own none of its superclass's.
func unimplementedInitializer(_ name: String, of cls: AnyClass) -> Never {
  fatalError("Use of unimplemented initializer '\(name)' for class '\(String(reflecting: cls))'")
}
