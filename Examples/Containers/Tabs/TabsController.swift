import UIKit

class DayScreen: Screen {}

class NightScreen: Screen {}

/// Two tabs, and a delegate that decides on selections and is notified of them.
class TabsController: UITabBarController, UITabBarControllerDelegate {

    override func viewDidLoad() {
        super.viewDidLoad()
        delegate = self
        let day = DayScreen("Day", .systemYellow)
        day.tabBarItem = UITabBarItem(title: "Day", image: UIImage(systemName: "sun.max"), tag: 0)
        let night = NightScreen("Night", .systemIndigo)
        night.tabBarItem = UITabBarItem(title: "Night", image: UIImage(systemName: "moon"), tag: 1)
        viewControllers = [day, night]
    }

    func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool {
        true
    }

    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {
        print("selected \(viewController.title ?? "")")
    }

}
