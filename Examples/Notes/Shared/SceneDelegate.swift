import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {

    var window: UIWindow?

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene,
            let delegate = UIApplication.shared.delegate as? AppDelegate
        else { return }
        let container = delegate.persistentContainer
        let categories = UINavigationController(
            rootViewController: CategoriesViewController(container: container))
        categories.tabBarItem = UITabBarItem(title: "Categories", image: UIImage(systemName: "folder"), tag: 0)
        let notes = UINavigationController(
            rootViewController: NotesViewController(container: container, category: nil))
        notes.tabBarItem = UITabBarItem(title: "All Notes", image: UIImage(systemName: "note.text"), tag: 1)
        let tabs = UITabBarController()
        tabs.viewControllers = [categories, notes]
        let window = UIWindow(windowScene: scene)
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        self.window = window
    }

}
