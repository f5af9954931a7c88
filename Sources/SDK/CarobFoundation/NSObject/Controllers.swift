/// Gives diagnostics of timers and notifications access to view controllers. Set by UIKit at launch.
package enum Controllers {
  // Written once at launch, before the app's code runs.
  /// Whether the object is a view controller.
  nonisolated(unsafe) package static var isController: ((AnyObject) -> Bool)?
  /// Whether the object is a view controller that was on the screen and has been removed.
  nonisolated(unsafe) package static var hasLeftTheScreen: (@MainActor (AnyObject) -> Bool)?
}
