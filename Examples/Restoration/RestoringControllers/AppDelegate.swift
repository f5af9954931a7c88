import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {

    var window: UIWindow?

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
    }

    // MARK: State

    func application(_ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder) -> Bool {
        true
    }

    func application(_ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder) -> Bool {
        // The state of another version would be incompatible.
        let version = coder.decodeObject(
            of: NSString.self, forKey: UIApplication.stateRestorationBundleVersionKey)
        return version as String? == Bundle.main.infoDictionary?["CFBundleVersion"] as? String
    }

    func application(_ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder) {
        coder.encode("the bird watcher", forKey: "who")
    }

    func application(_ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder) {
        print("welcome back, \(coder.decodeObject(forKey: "who") as? String ?? "stranger")")
    }

}
