#sourceLocation(file: "/Project/OverridesElsewhere.swift", line: 1)
import UIKit

extension OverridesController {
           func _carob_viewWillAppear(_ animated: Bool) { super.viewWillAppear(animated) }
}; extension OverridesController { nonisolated static var _carobExt_OverridesController_OverridesElsewhere_swift_1: [_CarobMethod] { [.init(has: "viewWillAppear:", "viewWillAppear(_:)", 4)] } }
