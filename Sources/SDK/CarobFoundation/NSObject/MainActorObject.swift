// Foundation's `init()` is nonisolated, so a main-actor `override init()` in a subclass would not compile.
// These two classes hide it, so that the usual initializers of app classes compile.

/// Hides `NSObject.init()` from main-actor subclasses.
open class _NoInit: NSObject {
  @usableFromInline nonisolated init(_carob: Void) { super.init() }
}

/// The root of main-actor classes: UIKit's classes, and an app's main-actor classes that derive from
/// `NSObject`.
@preconcurrency @MainActor
open class _MainActorNSObject: _NoInit {
  public init() { super.init(_carob: ()) }
}
