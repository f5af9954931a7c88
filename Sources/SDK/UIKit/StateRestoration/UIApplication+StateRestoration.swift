import CarobFoundation

extension UIApplication {
  /// The key, in the application's data, of the CFBundleVersion that saved the state.
  nonisolated public static let stateRestorationBundleVersionKey =
    "UIApplicationStateRestorationBundleVersion"
  /// The key of the raw value of the device's `UIUserInterfaceIdiom`.
  nonisolated public static let stateRestorationUserInterfaceIdiomKey =
    "UIApplicationStateRestorationUserInterfaceIdiom"
  /// The key of the time at which the state was saved.
  nonisolated public static let stateRestorationTimestampKey = "UIApplicationStateRestorationTimestamp"
  nonisolated public static let stateRestorationSystemVersionKey =
    "UIApplicationStateRestorationSystemVersion"
  /// The key, in a controller's data, of the storyboard that it was created from.
  nonisolated public static let stateRestorationViewControllerStoryboardKey =
    "UIStateRestorationViewControllerStoryboardKey"

  /// Lets an object other than a controller take part in saving and restoring. The object is not retained
  /// (E-405).
  public class func registerObject(
    forStateRestoration object: any UIStateRestoring, restorationIdentifier: String
  ) { RegisteredObjects.add(object, restorationIdentifier) }

  /// Extends restoration beyond the launch. `applicationFinishedRestoringState()` is called after
  /// `completeStateRestoration()` (E-402).
  public func extendStateRestoration() { StateRestorer.current?.extend() }
  public func completeStateRestoration() { StateRestorer.current?.complete() }

  /// Has no effect, because no snapshot of the app is shown at launch.
  public func ignoreSnapshotOnNextApplicationLaunch() {}
}

public let UIStateRestorationViewControllerStoryboardKey = UIApplication
  .stateRestorationViewControllerStoryboardKey
