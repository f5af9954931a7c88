import CarobFoundation

extension UIApplication {
  /// In the application's part of a saved state: the CFBundleVersion that saved it.
  nonisolated public static let stateRestorationBundleVersionKey =
    "UIApplicationStateRestorationBundleVersion"
  /// The raw value of the device's `UIUserInterfaceIdiom`, as a number.
  nonisolated public static let stateRestorationUserInterfaceIdiomKey =
    "UIApplicationStateRestorationUserInterfaceIdiom"
  /// When it was saved.
  nonisolated public static let stateRestorationTimestampKey = "UIApplicationStateRestorationTimestamp"
  nonisolated public static let stateRestorationSystemVersionKey =
    "UIApplicationStateRestorationSystemVersion"
  /// In a controller's part: the storyboard that it came from.
  nonisolated public static let stateRestorationViewControllerStoryboardKey =
    "UIStateRestorationViewControllerStoryboardKey"

  /// Lets an object that is no controller take part in saving and restoring. It is not kept alive (E-405).
  public class func registerObject(
    forStateRestoration object: any UIStateRestoring, restorationIdentifier: String
  ) { RegisteredObjects.add(object, restorationIdentifier) }

  /// Restoring goes on after the launch: `applicationFinishedRestoringState()` waits for the other call (E-402).
  public func extendStateRestoration() { StateRestorer.current?.extend() }
  public func completeStateRestoration() { StateRestorer.current?.complete() }

  /// No picture of the app is shown at its launch, so there is none to leave out.
  public func ignoreSnapshotOnNextApplicationLaunch() {}
}

public let UIStateRestorationViewControllerStoryboardKey = UIApplication
  .stateRestorationViewControllerStoryboardKey
