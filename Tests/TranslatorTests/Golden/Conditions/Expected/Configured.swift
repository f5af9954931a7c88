#sourceLocation(file: "/Project/Configured.swift", line: 1)
import UIKit

#if true    && !os(macOS)
  class ConfiguredController: UIViewController {
    #if true                        
                func simulated(_ sender: Any) {}
    #else
      @IBAction func onDevice(_ sender: Any) {}
    #endif
    #if DEBUG
      @IBAction func debugged(_ sender: Any) {}
    #endif
    func use() {
      #if false    
        _ = #selector(nothing)
      #elseif true             || os(tvOS)
        _ = Selector(_carob: "simulated:", ConfiguredController.simulated(_:))
      #endif
    }
   nonisolated override class var _carobMethods: [_CarobMethod] { [.init(object: "simulated:", "simulated(_:)", 6) { s, o in unsafeDowncast(s, to: ConfiguredController.self).simulated(_unused(o)) }] }; nonisolated override class var _carobSource: String { "Configured.swift" }; nonisolated override class var _carobName: String { "App.ConfiguredController" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ConfiguredController() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { ConfiguredController(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { ConfiguredController(nibName: $0, bundle: $1) } } }
#else
  class ConfiguredController: NSResponder {}
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif
#if swift(>=6.9) || compiler(<5)
  class ConfiguredNever: NSObject {}
#endif
