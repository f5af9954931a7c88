#sourceLocation(file: "/Project/Overrides.swift", line: 1)
import UIKit

class OverridesController: UIViewController { override func viewDidAppear(_ animated: Bool) { _carob_viewDidAppear(animated) }; override var prefersStatusBarHidden: Bool { _carob_prefersStatusBarHidden }; override func prepare(for segue: UIStoryboardSegue, sender: Any?) { _carob_prepare(for: segue, sender: sender) }; func overridden(_ x: Int) -> Int { _carob_overridden(x) }; override func viewWillAppear(_ animated: Bool) { _carob_viewWillAppear(animated) }; nonisolated override class var _carobMethods: [_CarobMethod] { var m: [_CarobMethod] = [.init(has: "viewDidAppear:", "viewDidAppear(_:)", 5), .init(has: "prefersStatusBarHidden", "prefersStatusBarHidden", 9), .init(has: "prepareForSegue:sender:", "prepare(for:sender:)", 10), .init(value: "overridden:", "overridden(_:)", 12) { s, a, _, _ in unsafeDowncast(s, to: OverridesController.self).overridden(_arg(a)) }, .init(none: "notOverridden", "notOverridden()", 13) { s in unsafeDowncast(s, to: OverridesController.self).notOverridden() }]; m += _carobExt_OverridesController_OverridesElsewhere_swift_1; return m }; nonisolated override class var _carobSource: String { "Overrides.swift" }; nonisolated override class var _carobName: String { "App.OverridesController" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OverridesController() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { OverridesController(coder: $0) } } }
extension OverridesController {
           func _carob_viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    print("viewDidAppear(_:)")
  }
           var _carob_prefersStatusBarHidden: Bool { return true }
           func _carob_prepare(for segue: UIStoryboardSegue, sender: Any?) { helper() }
  private func helper() {}
        func _carob_overridden(_ x: Int) -> Int { x }
        func notOverridden() {}
}
class OverridesSub: OverridesController {
  override func overridden(_ x: Int) -> Int { super.overridden(x) + 1 }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(value: "overridden:", "overridden(_:)", 16) { s, a, _, _ in unsafeDowncast(s, to: OverridesSub.self).overridden(_arg(a)) }] }; nonisolated override class var _carobSource: String { "Overrides.swift" }; nonisolated override class var _carobName: String { "App.OverridesSub" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OverridesSub() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { OverridesSub(coder: $0) } } }
public class OverridesPublic: UIView { public override func layoutSubviews() { _carob_layoutSubviews() }; nonisolated override public class var _carobMethods: [_CarobMethod] { [.init(has: "layoutSubviews", "layoutSubviews()", 20)] }; nonisolated override public class var _carobSource: String { "Overrides.swift" }; nonisolated override public class var _carobName: String { "App.OverridesPublic" }; nonisolated override public class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OverridesPublic() } }; nonisolated override public class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { OverridesPublic(coder: $0) } }; nonisolated override public class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { OverridesPublic(frame: $0) } } }
extension OverridesPublic {
  public          func _carob_layoutSubviews() {}
}
