#sourceLocation(file: "/Project/TablesElsewhere.swift", line: 1)
import UIKit

extension TablesController {
        func elsewhere(_ sender: UIView) { secret() }
        private func secret() {}
}; extension TablesController { nonisolated static var _carobExt_TablesController_TablesElsewhere_swift_1: [_CarobMethod] { [.init(object: "elsewhere:", "elsewhere(_:)", 4) { s, o in unsafeDowncast(s, to: TablesController.self).elsewhere(_unused(o)) }, .init(none: "secret", "secret()", 5) { s in unsafeDowncast(s, to: TablesController.self).secret() }] } }
extension TablesNamespace.Inner {
        func elsewhere() {}
}; extension TablesNamespace.Inner { nonisolated static var _carobExt_TablesNamespace_Inner_TablesElsewhere_swift_2: [_CarobMethod] { [.init(none: "elsewhere", "elsewhere()", 8) { s in unsafeDowncast(s, to: TablesNamespace.Inner.self).elsewhere() }] } }
extension UIView {
        func tablesShake() {}
        fileprivate func tablesWobble(_ times: Int) {}
}; extension UIView { nonisolated static var _carobExt_UIView_TablesElsewhere_swift_3: [_CarobMethod] { [.init(none: "tablesShake", "tablesShake()", 11) { s in unsafeDowncast(s, to: UIView.self).tablesShake() }, .init("tablesWobble:", "tablesWobble(_:)", 12) { s, a, _, _ in unsafeDowncast(s, to: UIView.self).tablesWobble(_arg(a)) }] } }
private extension UILabel {
        func tablesBlink() {}
}; extension UILabel { nonisolated static var _carobExt_UILabel_TablesElsewhere_swift_4: [_CarobMethod] { [.init(none: "tablesBlink", "tablesBlink()", 15) { s in unsafeDowncast(s, to: UILabel.self).tablesBlink() }] } }
extension String {
  func tablesNothing() {}
}
