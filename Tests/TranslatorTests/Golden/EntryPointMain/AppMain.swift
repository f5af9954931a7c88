import UIKit

@main class Delegate: UIResponder {}

extension Delegate: UIApplicationDelegate {}
