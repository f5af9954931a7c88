import UIKit

// The language constructs that apps use, the most frequent first: each is used, and its effect is printed.

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = TableViewController()
    window?.makeKeyAndVisible()
    return true
  }
}

class TableViewController: UIViewController {
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    attributes()
    selectors(in: view)
    keys()
    foundation()
    casts()
    modules()
    libraries()
    rectangles(in: view)
  }
}
