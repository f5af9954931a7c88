import UIKit

#if os(iOS) && !os(macOS)
  class ConfiguredController: UIViewController {
    #if targetEnvironment(simulator)
      @IBAction func simulated(_ sender: Any) {}
    #else
      @IBAction func onDevice(_ sender: Any) {}
    #endif
    #if DEBUG
      @IBAction func debugged(_ sender: Any) {}
    #endif
    func use() {
      #if os(Linux)
        _ = #selector(nothing)
      #elseif canImport(UIKit) || os(tvOS)
        _ = #selector(simulated)
      #endif
    }
  }
#else
  class ConfiguredController: NSResponder {}
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif
#if swift(>=6.9) || compiler(<5)
  class ConfiguredNever: NSObject {}
#endif
