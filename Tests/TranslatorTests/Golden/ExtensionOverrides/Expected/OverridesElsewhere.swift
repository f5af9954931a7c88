#sourceLocation(file: "/Project/OverridesElsewhere.swift", line: 1)
import UIKit

extension OverridesController {
           func _carob_viewWillAppear(_ animated: Bool) { super.viewWillAppear(animated) }
}; extension OverridesController { nonisolated static var _carobExt_OverridesController_OverridesElsewhere_swift_1: [_CarobMethod] { [.init(has: "viewWillAppear:", "viewWillAppear(_:)", 4)] } }
class RefreshedElsewhere: UIViewController { nonisolated override class var _carobMethods: [_CarobMethod] { [.init(value: "refreshed:twice:", "refreshed(_:twice:)", 8) { s, a, b, _ in unsafeDowncast(s, to: RefreshedElsewhere.self).refreshed(_arg(a), twice: _arg(b)) }] }; nonisolated override class var _carobSource: String { "OverridesElsewhere.swift" }; nonisolated override class var _carobName: String { "App.RefreshedElsewhere" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { RefreshedElsewhere() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { RefreshedElsewhere(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { RefreshedElsewhere(nibName: $0, bundle: $1) } } }
extension RefreshedElsewhere {
           func refreshed(_ sender: Any?, twice: Bool) -> Int { super._carob_refreshed(sender, twice: twice) + 1 }
}
