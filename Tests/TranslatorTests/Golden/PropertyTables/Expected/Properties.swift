#sourceLocation(file: "/Project/Properties.swift", line: 1)
import UIKit

class PropertiesController: UIViewController {
            private weak var label: UILabel!
            var buttons: [UIButton]!
            weak var field: UITextField? { didSet { field?.text = "x" } }
                 var ratio: Double = 1
        var name = ""
        let constant = 1
        var computed: Int { 3 }
        var both: Int { get { 1 } set {} }
                 var isEnabled = true
        private(set) var readable = 0
        lazy var slow = [1]
        static var shared = 1
            var first, second: UIView!
  var plain = 0
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(value: "name", "name", 8) { s, _, _, _ in unsafeDowncast(s, to: PropertiesController.self).name }, .init("setName:", "name", 8) { s, a, _, _ in unsafeDowncast(s, to: PropertiesController.self).name = _arg(a) }, .init(value: "constant", "constant", 9) { s, _, _, _ in unsafeDowncast(s, to: PropertiesController.self).constant }, .init(value: "computed", "computed", 10) { s, _, _, _ in unsafeDowncast(s, to: PropertiesController.self).computed }, .init(value: "both", "both", 11) { s, _, _, _ in unsafeDowncast(s, to: PropertiesController.self).both }, .init("setBoth:", "both", 11) { s, a, _, _ in unsafeDowncast(s, to: PropertiesController.self).both = _arg(a) }, .init(value: "enabled", "isEnabled", 12) { s, _, _, _ in unsafeDowncast(s, to: PropertiesController.self).isEnabled }, .init("setEnabled:", "isEnabled", 12) { s, a, _, _ in unsafeDowncast(s, to: PropertiesController.self).isEnabled = _arg(a) }, .init(value: "readable", "readable", 13) { s, _, _, _ in unsafeDowncast(s, to: PropertiesController.self).readable }, .init("setReadable:", "readable", 13) { s, a, _, _ in unsafeDowncast(s, to: PropertiesController.self).readable = _arg(a) }, .init(value: "slow", "slow", 14) { s, _, _, _ in unsafeDowncast(s, to: PropertiesController.self).slow }, .init("setSlow:", "slow", 14) { s, a, _, _ in unsafeDowncast(s, to: PropertiesController.self).slow = _arg(a) }, .init(value: "extra", "extra", 20) { s, _, _, _ in unsafeDowncast(s, to: PropertiesController.self).extra }] }; nonisolated override class var _carobSource: String { "Properties.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("label", \PropertiesController.label), .init("buttons", \PropertiesController.buttons), .init("field", \PropertiesController.field) { $0.field = $1 }, .init("ratio", \PropertiesController.ratio), .init("name", \PropertiesController.name), .init(readOnly: "constant", \PropertiesController.constant), .init(readOnly: "computed", \PropertiesController.computed), .init("both", \PropertiesController.both) { $0.both = $1 }, .init("enabled", \PropertiesController.isEnabled), .init("readable", \PropertiesController.readable), .init("slow", \PropertiesController.slow), .init("first", \PropertiesController.first), .init("second", \PropertiesController.second), .init(readOnly: "extra", \PropertiesController.extra)] }; nonisolated override class var _carobName: String { "App.PropertiesController" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { PropertiesController() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { PropertiesController(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { PropertiesController(nibName: $0, bundle: $1) } } }
extension PropertiesController {
        var extra: String { "x" }
}
class PropertiesSub: PropertiesController {
  override var computed: Int { 4 }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(value: "computed", "computed", 23) { s, _, _, _ in unsafeDowncast(s, to: PropertiesSub.self).computed }] }; nonisolated override class var _carobSource: String { "Properties.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init(readOnly: "computed", \PropertiesSub.computed)] }; nonisolated override class var _carobName: String { "App.PropertiesSub" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { PropertiesSub() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { PropertiesSub(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { PropertiesSub(nibName: $0, bundle: $1) } } }
class SettersOfTheirOwn: UIView {
            var watched: UIView! { didSet { print(watched.tag) } }
        var computed: Int {
    get { 1 }
    set { print(newValue) }
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(value: "computed", "computed", 27) { s, _, _, _ in unsafeDowncast(s, to: SettersOfTheirOwn.self).computed }, .init("setComputed:", "computed", 27) { s, a, _, _ in unsafeDowncast(s, to: SettersOfTheirOwn.self).computed = _arg(a) }] }; nonisolated override class var _carobSource: String { "Properties.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("watched", \SettersOfTheirOwn.watched) { $0.watched = $1 }, .init("computed", \SettersOfTheirOwn.computed) { $0.computed = $1 }] }; nonisolated override class var _carobName: String { "App.SettersOfTheirOwn" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { SettersOfTheirOwn() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { SettersOfTheirOwn(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { SettersOfTheirOwn(frame: $0) } } }
