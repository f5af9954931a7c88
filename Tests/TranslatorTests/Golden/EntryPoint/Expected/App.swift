#sourceLocation(file: "/Project/App.swift", line: 1)
import UIKit

@main             
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "application:didFinishLaunchingWithOptions:", "application(_:didFinishLaunchingWithOptions:)", 6)] }; nonisolated override class var _carobSource: String { "App.swift" }; nonisolated override class var _carobName: String { "App.AppDelegate" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { AppDelegate() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil } }; extension AppDelegate { static func main() { _carobRunApp { AppDelegate() } } }
