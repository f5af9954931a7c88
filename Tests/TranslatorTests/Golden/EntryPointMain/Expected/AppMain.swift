#sourceLocation(file: "/Project/AppMain.swift", line: 1)
import UIKit

@main class Delegate: UIResponder { nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "AppMain.swift" }; nonisolated override class var _carobName: String { "App.Delegate" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Delegate() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil } }; extension Delegate { static func main() { _carobRunApp { Delegate() } } }

extension Delegate: UIApplicationDelegate {}
