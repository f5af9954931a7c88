import UIKit

class FirstScreen: Screen {}

class SecondScreen: Screen {}

/// A navigation controller with two screens.
func makeStack() -> UIViewController {
    let first = FirstScreen("First", .systemTeal)
    let navigation = UINavigationController(rootViewController: first)
    first.addButton("Go on") { [weak navigation] in
        navigation?.pushViewController(SecondScreen("Second", .systemMint), animated: true)
    }
    return navigation
}
