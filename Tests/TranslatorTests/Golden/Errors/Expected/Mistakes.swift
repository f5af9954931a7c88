#sourceLocation(file: "/Project/Mistakes.swift", line: 1)
import SwiftUI
import UIKit

class Mistakes: UIViewController {
        func move(toPoint x: Int) {}
        func moveTo(point x: Int) {}
        func one(_ x: Int) {}
              func other(_ x: Int) {}
  func use(_ x: Any) {
    _ = #selector(1 + 2)
    _ = Selector(_carob: "somethingElse", Mistakes.somethingElse)
    _ = Selector(_carob: "plain", Mistakes.plain)
    _ = Selector(_carob: "one:", Mistakes.one(_:))
    (x as AnyObject).unknownMember()
    _ = #keyPath(Mistakes)
  }
  func other(_ sender: AnyObject) { sender.nothingKnown() }
  func plain() {}
             var computed: NSString { get { "" } set {} }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init("moveToPoint:", "move(toPoint:)", 5) { s, a, _, _ in unsafeDowncast(s, to: Mistakes.self).move(toPoint: _arg(a)) }, .init("moveToPoint:", "moveTo(point:)", 6) { s, a, _, _ in unsafeDowncast(s, to: Mistakes.self).moveTo(point: _arg(a)) }, .init("one:", "one(_:)", 7) { s, a, _, _ in unsafeDowncast(s, to: Mistakes.self).one(_arg(a)) }, .init("one:", "other(_:)", 8) { s, a, _, _ in unsafeDowncast(s, to: Mistakes.self).other(_arg(a) as Int) }] }; nonisolated override class var _carobSource: String { "Mistakes.swift" }; nonisolated override class var _carobName: String { "App.Mistakes" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Mistakes() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { Mistakes(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { Mistakes(nibName: $0, bundle: $1) } } }
class Counter: NSObject { @NSManaged var count: Int ; nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "count", "count", 21) { s, _, _, _ in unsafeDowncast(s, to: Counter.self).count }, .init(any: "setCount:", "count", 21) { s, a, _, _ in unsafeDowncast(s, to: Counter.self).count = _arg(a) }] }; nonisolated override class var _carobSource: String { "Mistakes.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init(managed: "count", \Counter.count)] }; nonisolated override class var _carobName: String { "App.Counter" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Counter() } } }
class Page: NSManagedObject {
  @NSManaged func turn()
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyNone: "turn", "turn()", 23) { s in unsafeDowncast(s, to: Page.self).turn() }] }; nonisolated override class var _carobSource: String { "Mistakes.swift" }; nonisolated override class var _carobName: String { "App.Page" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { nil }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil }; nonisolated override class var _carobNewManaged: (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)? { { Page(entity: $0, insertInto: $1) } } }
