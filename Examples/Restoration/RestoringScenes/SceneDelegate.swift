import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {

    static let activityType = "org.example.RestoringScenes.watching"

    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        // Continues with the saved activity, unless the app was opened with a link, which is more recent.
        scene.userActivity =
            session.stateRestorationActivity ?? NSUserActivity(activityType: SceneDelegate.activityType)
        if let activity = connectionOptions.userActivities.first {
            open(activity)
        } else if let bird = session.stateRestorationActivity?.userInfo?["bird"] as? String {
            show(bird)
        }
    }

    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        scene.userActivity
    }

    func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {
        print("saving \(userActivity.userInfo?["bird"] as? String ?? "no bird")")
    }

    func scene(_ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity) {
        let bird = (window?.rootViewController as? UINavigationController)?.topViewController
        (bird as? BirdViewController)?.restoreUserActivityState(stateRestorationActivity)
    }

    func sceneWillEnterForeground(_ scene: UIScene) {
    }

    func sceneDidEnterBackground(_ scene: UIScene) {
    }

    // MARK: Links

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        open(userActivity)
    }

    private func open(_ activity: NSUserActivity) {
        guard let bird = activity.webpageURL?.lastPathComponent, Bird.names.contains(bird) else { return }
        show(bird)
    }

    private func show(_ bird: String) {
        guard let navigation = window?.rootViewController as? UINavigationController,
            let screen = navigation.storyboard?.instantiateViewController(withIdentifier: "Bird")
                as? BirdViewController
        else { return }
        screen.bird = bird
        navigation.popToRootViewController(animated: false)
        navigation.pushViewController(screen, animated: false)
    }

}
