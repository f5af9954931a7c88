import CarobFoundation
import UIKit

/// A view controller that logs the calls it receives.
open class Screen: UIViewController {
  public let name: String
  public let log: Log
  /// Layout methods may be called any number of times, so only tests of layout log them.
  public var logsLayout = false

  public init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }
  public required init?(coder: NSCoder) { nil }

  public func note(_ event: String) { log("\(name).\(event)") }

  open override func loadView() {
    note("loadView")
    super.loadView()
  }
  open override func viewDidLoad() {
    super.viewDidLoad()
    note("viewDidLoad")
  }
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    note("willAppear")
  }
  open override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    note("isAppearing")
  }
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    note("didAppear")
  }
  open override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    note("willDisappear")
  }
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    note("didDisappear")
  }
  open override func updateViewConstraints() {
    super.updateViewConstraints()
    if logsLayout { note("updateViewConstraints") }
  }
  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    if logsLayout { note("willLayout") }
  }
  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    if logsLayout { note("didLayout") }
  }
  open override func willMove(toParent parent: UIViewController?) {
    super.willMove(toParent: parent)
    note("willMove(\(parent == nil ? "nil" : "parent"))")
  }
  open override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    note("didMove(\(parent == nil ? "nil" : "parent"))")
  }
}

/// A view that logs touches and its moves through the view hierarchy.
open class LoggingView: UIView {
  public let name: String
  public let log: Log
  public var logsHierarchy = false

  public init(_ name: String, _ log: Log, _ frame: CGRect) {
    self.name = name
    self.log = log
    super.init(frame: frame)
  }
  public required init?(coder: NSCoder) { nil }

  private func note(_ touches: Set<UITouch>, _ phase: String) {
    log("\(name).\(phase)\(touches.count == 1 ? "" : " \(touches.count)")")
  }
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, "began") }
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, "moved") }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, "ended") }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    note(touches, "cancelled")
  }

  private func step(_ event: String) { if logsHierarchy { log("\(name).\(event)") } }
  open override func willMove(toWindow window: UIWindow?) {
    super.willMove(toWindow: window)
    step("willMove(toWindow: \(window == nil ? "nil" : "w"))")
  }
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    step("didMoveToWindow")
  }
  open override func willMove(toSuperview superview: UIView?) {
    super.willMove(toSuperview: superview)
    step("willMove(toSuperview: \(superview == nil ? "nil" : "p"))")
  }
  open override func didMoveToSuperview() {
    super.didMoveToSuperview()
    step("didMoveToSuperview")
  }
  open override func didAddSubview(_ subview: UIView) {
    super.didAddSubview(subview)
    step("didAddSubview")
  }
  open override func willRemoveSubview(_ subview: UIView) {
    step("willRemoveSubview")
    super.willRemoveSubview(subview)
  }
}

/// A target with actions of all three signatures, and two more names.
public final class Listener: UIResponder {
  public let log: Log
  public let name: String
  public init(_ log: Log, _ name: String = "") {
    self.log = log
    self.name = name
    super.init()
  }
  public var follower: UIResponder?
  public override var next: UIResponder? { follower }

  public override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "plain", "plain()", 1) { unsafeDowncast($0, to: Listener.self).heard("plain") },
      .init(object: "sent:", "sent(_:)", 1) { s, sender in
        unsafeDowncast(s, to: Listener.self).heard("sent from \(sender.map { "\(type(of: $0))" } ?? "nil")")
      },
      .init("sent:event:", "sent(_:event:)", 1) { s, sender, event, _ in
        unsafeDowncast(s, to: Listener.self).heard("sent with \(event == nil ? "no event" : "event")")
      },
      .init(none: "first", "first()", 1) { unsafeDowncast($0, to: Listener.self).heard("first") },
      .init(none: "second", "second()", 1) { unsafeDowncast($0, to: Listener.self).heard("second") },
    ]
  }
  private func heard(_ what: String) { log(name.isEmpty ? what : "\(name).\(what)") }
}
