@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// Manages the activities of responders and continues activities in the app (E-407, E-409).
@MainActor
enum UserActivities {
  static func changed(of responder: UIResponder, from old: NSUserActivity?) {
    let new = responder.userActivity
    guard old !== new else { return }
    (old?.owners as? ActivityResponders)?.remove(responder)
    guard let new else { return }
    let owners = new.owners as? ActivityResponders ?? ActivityResponders()
    owners.add(responder)
    new.owners = owners
  }

  // MARK: Continuing (E-409)

  /// A web link opened with this app becomes an activity, not a URL to open.
  static func webPage(_ url: URL) -> NSUserActivity? {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return nil }
    let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
    activity.webpageURL = url
    return activity
  }

  /// The launch options for an app without scenes.
  static func launchOption(_ activity: NSUserActivity) -> [AnyHashable: Any] {
    [
      UIApplication.LaunchOptionsKey.userActivityType: activity.activityType,
      "UIApplicationLaunchOptionsUserActivityKey": activity,
    ]
  }

  /// Announces an activity and passes it to the running app; false if the app does not implement this.
  static func resume(_ activity: NSUserActivity) -> Bool {
    let application = UIApplication.shared
    if let scene = application.orderedScenes.first {
      guard let delegate = scene.delegate, Runtime.answers(delegate, "scene:continueUserActivity:") else {
        return false
      }
      delegate.tell(
        from: scene, mechanism: .lifecycle, category: .functional,
        "scene(_:willContinueUserActivityWithType:)",
        "scene:willContinueUserActivityWithType:"
      ) { $0.scene(scene, willContinueUserActivityWithType: activity.activityType) }
      delegate.tell(
        from: scene, mechanism: .lifecycle, category: .functional, "scene(_:continue:)",
        "scene:continueUserActivity:"
      ) { $0.scene(scene, continue: activity) }
      return true
    }
    guard let delegate = application.delegate,
      application.implementedDelegateMethods.contains("application:continueUserActivity:restorationHandler:")
    else { return false }
    _ = delegate.ask(
      from: application, mechanism: .lifecycle, "application(_:willContinueUserActivityWithType:)",
      "application:willContinueUserActivityWithType:"
    ) { $0.application(application, willContinueUserActivityWithType: activity.activityType) }
    _ = delegate.ask(
      from: application, mechanism: .lifecycle, "application(_:continue:restorationHandler:)",
      "application:continueUserActivity:restorationHandler:"
    ) {
      $0.application(application, continue: activity) { restored in
        for object in restored ?? [] {
          Journal.deliver(.responder, "restoreUserActivityState(_:)", to: object, category: .functional) {
            object.restoreUserActivityState(activity)
          }
        }
      }
    }
    return true
  }
}

/// The responders that share an activity, in the order in which they were set; held weakly.
@MainActor
final class ActivityResponders: UserActivityOwners {
  private var entries: [ZeroingElement<UIResponder>] = []
  private var all: [UIResponder] { entries.compactMap(\.object) }

  func add(_ responder: UIResponder) {
    entries.removeAll { $0.object == nil }
    entries.append(ZeroingElement(responder))
  }
  func remove(_ responder: UIResponder) { entries.removeAll { $0.object === responder } }

  nonisolated var fillUserInfo: Bool {
    MainActor.assumeIsolated {
      all.contains { Runtime.implementation(type(of: $0), "updateUserActivityState(_:)") != nil }
    }
  }

  nonisolated func update(_ activity: NSUserActivity) {
    MainActor.assumeIsolated {
      for responder in all {
        Journal.deliver(
          .responder, "updateUserActivityState(_:)", to: responder, from: activity, category: .query
        ) { responder.updateUserActivityState(activity) }
      }
      // E-999
      let application = UIApplication.shared
      application.delegate?.tell(
        from: application, mechanism: .lifecycle, category: .lifetime, "application(_:didUpdate:)",
        "application:didUpdateUserActivity:"
      ) { $0.application(application, didUpdate: activity) }
    }
  }
}
