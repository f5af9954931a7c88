// Foundation's `init()` is nonisolated, and a main-actor `override init()` below it would be refused. The two classes
// hide it, so that every usual chain of initializers of an app's class compiles.

/// Hides `NSObject.init()` from main-actor subclasses.
open class _NoInit: NSObject {
  @usableFromInline nonisolated init(_carob: Void) { super.init() }
}

/// The root of main-actor classes: UIKit's own, and an app's that derive from `NSObject` on the main actor.
@preconcurrency @MainActor
open class _MainActorNSObject: _NoInit {
  public init() { super.init(_carob: ()) }
}
