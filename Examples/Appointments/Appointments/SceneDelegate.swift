import UIKit

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    if let response = connectionOptions.notificationResponse {
      print("connected for \(response.notification.request.identifier)")
    }
    window = UIWindow(windowScene: scene)
    window?.rootViewController = UINavigationController(rootViewController: ListViewController())
    window?.makeKeyAndVisible()
  }

  func sceneWillEnterForeground(_ scene: UIScene) {}
  func sceneDidBecomeActive(_ scene: UIScene) {}
  func sceneWillResignActive(_ scene: UIScene) {}
  func sceneDidEnterBackground(_ scene: UIScene) {}
}
