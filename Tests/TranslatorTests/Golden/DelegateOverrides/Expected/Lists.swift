#sourceLocation(file: "/Project/Lists.swift", line: 1)
import UIKit

class PlaceholderText: UITextView {
  weak var former: UITextViewDelegate?
  override var delegate: (any UIScrollViewDelegate)? {
    didSet { let oldValue = oldValue as? any UITextViewDelegate; former = oldValue }
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Lists.swift" }; nonisolated override class var _carobName: String { "App.PlaceholderText" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { PlaceholderText() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { PlaceholderText(coder: $0) } }; nonisolated override class func _carobMaker(_ initializer: String) -> (@MainActor @Sendable ([Any?]) -> AnyObject)? { switch initializer { case "init(frame:textContainer:)": return { PlaceholderText(frame: _arg($0[0]) as CGRect, textContainer: _arg($0[1]) as NSTextContainer?) }; default: return nil } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { PlaceholderText(frame: $0) } } }

class ProxiedTable: UITableView {
  var own: UITableViewDelegate?
  override weak var delegate: (any UIScrollViewDelegate)? {
    get { own }
    set(other) { let other = other as? any UITableViewDelegate;
      own = other
      super.delegate = other
    }
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "delegate", "delegate", 12)] }; nonisolated override class var _carobSource: String { "Lists.swift" }; nonisolated override class var _carobName: String { "App.ProxiedTable" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { ProxiedTable() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { ProxiedTable(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { ProxiedTable(frame: $0) } }; nonisolated override class var _carobNewTable: (@MainActor @Sendable (CGRect, UITableView.Style) -> UITableView)? { { ProxiedTable(frame: $0, style: $1) } } }

class Notes: UITextView {
  override var delegate: (any UIScrollViewDelegate)? {
    willSet { let newValue = newValue as? any UIKit.UITextViewDelegate; print(newValue == nil) }
    didSet { print("changed") }
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Lists.swift" }; nonisolated override class var _carobName: String { "App.Notes" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Notes() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { Notes(coder: $0) } }; nonisolated override class func _carobMaker(_ initializer: String) -> (@MainActor @Sendable ([Any?]) -> AnyObject)? { switch initializer { case "init(frame:textContainer:)": return { Notes(frame: _arg($0[0]) as CGRect, textContainer: _arg($0[1]) as NSTextContainer?) }; default: return nil } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { Notes(frame: $0) } } }

@MainActor func tell(_ table: UITableView, _ path: IndexPath) {
  table.delegate?._ifResponds("tableView:didSelectRowAtIndexPath:")?.tableView(table, didSelectRowAt: path)
}

class Plain: UITableView {
  override var delegate: UIScrollViewDelegate? { didSet { reloadData() } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Lists.swift" }; nonisolated override class var _carobName: String { "App.Plain" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Plain() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { Plain(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { Plain(frame: $0) } }; nonisolated override class var _carobNewTable: (@MainActor @Sendable (CGRect, UITableView.Style) -> UITableView)? { { Plain(frame: $0, style: $1) } } }

class Scroller: UIScrollView {
  override var delegate: UIScrollViewDelegate? { didSet { print(oldValue == nil) } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Lists.swift" }; nonisolated override class var _carobName: String { "App.Scroller" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Scroller() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { Scroller(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { Scroller(frame: $0) } } }
