import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
  ) {
    print("connect")
    guard let scene = scene as? UIWindowScene else { return }
    window = UIWindow(windowScene: scene)
    window?.rootViewController = UIViewController()
    window?.makeKeyAndVisible()
  }

  func sceneDidBecomeActive(_ scene: UIScene) { print("active") }
  func sceneWillResignActive(_ scene: UIScene) { print("resign") }
  func sceneDidEnterBackground(_ scene: UIScene) { AppDelegate.enteredBackground() }
  func sceneWillEnterForeground(_ scene: UIScene) { print("fore") }
  func sceneDidDisconnect(_ scene: UIScene) { print("disconnect") }
  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    for context in contexts { print("open \(context.url)") }
  }
}
