#sourceLocation(file: "/Project/Making.swift", line: 1)
import UIKit

class MakingPlain: NSObject { nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingPlain" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingPlain() } } }
class MakingArgument: NSObject { init(x: Int) { super.init() } ; nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingArgument" } }
class MakingBoth: NSObject {
  let x: Int
  init(x: Int) { self.x = x; super.init() }
  convenience override init() { self.init(x: 1) }
 nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingBoth" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingBoth() } } }
class MakingDefault: NSObject { init(x: Int = 3) { super.init() } ; nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingDefault" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingDefault() } } }
class MakingFailable: NSObject { init?(x: Int = 3) { super.init() } ; nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingFailable" } }
class MakingBelow: MakingArgument { nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingBelow" } }
class MakingCoding: NSObject {
  required init?(coder: NSCoder) { super.init() }
 nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingCoding" }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingCoding(coder: $0) } } }
class MakingController: UIViewController { nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingController" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingController() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingController(coder: $0) } } }
class MakingControllerArgument: UIViewController {
  init(model: Int) { super.init(nibName: nil, bundle: nil) }
  required init?(coder: NSCoder) { fatalError() }
 nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingControllerArgument" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { nil }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingControllerArgument(coder: $0) } } }
class MakingControllerUnavailable: UIViewController {
  init(model: Int) { super.init(nibName: nil, bundle: nil) }
  @available(*, unavailable) required init?(coder: NSCoder) { fatalError() }
 nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingControllerUnavailable" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { nil }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil } }
class MakingView: UIView {
  override init(frame: CGRect) { super.init(frame: frame) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
 nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingView" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingView() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingView(coder: $0) } } }
class MakingViewBelow: MakingView { nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingViewBelow" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingViewBelow() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingViewBelow(coder: $0) } } }
class MakingCell: UITableViewCell {
  override init(style: Int, reuseIdentifier: String?) { super.init(style: style, reuseIdentifier: reuseIdentifier) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
 nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingCell" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingCell() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingCell(coder: $0) } } }
class MakingConvenience: UIViewController { convenience init(x: Int) { self.init() } ; nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingConvenience" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingConvenience() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingConvenience(coder: $0) } } }
                 class MakingNamed: NSObject { nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "ShortName" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingNamed() } } }
class MakingGesture: UITapGestureRecognizer { nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingGesture" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingGesture() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingGesture(coder: $0) } } }
class MakingGeneric<T>: UIView { nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingGeneric" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingGeneric() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingGeneric(coder: $0) } } }
private class MakingPrivate: UIView { nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingPrivate" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingPrivate() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingPrivate(coder: $0) } } }
enum MakingSpace { class Inner: NSObject { nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingSpace.Inner" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Inner() } } } }
class MakingAliased: MakingAlias { nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingAliased" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingAliased() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingAliased(coder: $0) } } }
typealias MakingAlias = MakingView
class MakingSegue: UIStoryboardSegue { override func perform() {} ; nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "perform", "perform()", 42)] }; nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingSegue" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { nil }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil }; nonisolated override class var _carobNewSegue: (@MainActor @Sendable (String?, UIViewController, UIViewController) -> UIStoryboardSegue)? { { MakingSegue(identifier: $0, source: $1, destination: $2) } } }
class MakingSegueArguments: UIStoryboardSegue {
  override init(identifier: String?, source: UIViewController, destination: UIViewController) {
    super.init(identifier: identifier, source: source, destination: destination)
  }
 nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobName: String { "App.MakingSegueArguments" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { nil }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil }; nonisolated override class var _carobNewSegue: (@MainActor @Sendable (String?, UIViewController, UIViewController) -> UIStoryboardSegue)? { { MakingSegueArguments(identifier: $0, source: $1, destination: $2) } } }
class MakingLayer: CALayer {
        var amount = 1.0
  override class func needsDisplay(forKey key: String) -> Bool { key == "amount" || super.needsDisplay(forKey: key) }
  override init() { super.init() }
  override init(layer: Any) { super.init(layer: layer) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
  override func draw(in context: AnyObject) {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "amount", "amount", 49) { s, _, _, _ in unsafeDowncast(s, to: MakingLayer.self).amount }, .init(any: "setAmount:", "amount", 49) { s, a, _, _ in unsafeDowncast(s, to: MakingLayer.self).amount = _arg(a) }, .init(has: "needsDisplayForKey:", "needsDisplay(forKey:)", 50), .init(has: "drawInContext:", "draw(in:)", 54)] }; nonisolated override class var _carobSource: String { "Making.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("amount", \MakingLayer.amount)] }; nonisolated override class var _carobName: String { "App.MakingLayer" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { MakingLayer() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { MakingLayer(coder: $0) } } }
