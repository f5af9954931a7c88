#sourceLocation(file: "/Project/Previews.swift", line: 1)
import UIKit

class PreviewedController: UIViewController {
        func fire() {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(none: "fire", "fire()", 4) { s in unsafeDowncast(s, to: PreviewedController.self).fire() }] }; nonisolated override class var _carobSource: String { "Previews.swift" }; nonisolated override class var _carobName: String { "App.PreviewedController" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { PreviewedController() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { PreviewedController(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { PreviewedController(nibName: $0, bundle: $1) } } }
                                  





  // of the #Preview
#if DEBUG
  #Preview("debug") { PreviewedController() }
#endif
func afterPreviews() -> Selector { Selector(_carob: "fire", PreviewedController.fire) }
