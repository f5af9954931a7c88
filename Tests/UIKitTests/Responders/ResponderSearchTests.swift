import CarobFoundation
import CarobRuntime
import TestSupport
import Testing

@testable import UIKit

/// The search of the responder chain passes over views that it need not ask. The app's overrides are called for the
/// same responders, in the same order, and traces are the same.
@MainActor @Suite struct ResponderSearchTests {
  /// A control below these views, the first below the second, with views that override nothing between them, and
  /// `last` at the top.
  private func control(below views: [UIView], _ log: Log, _ last: UIView) -> (control: UIControl, top: UIView)
  {
    let control = UIControl()
    var top: UIView = control
    for parent in views.flatMap({ [$0, UIView()] }) + [last] {
      (parent as? Logging)?.log = log
      parent.addSubview(top)
      top = parent
    }
    return (control, top)
  }

  @Test(.rule("E-230")) func `the classes that a search passes over`() {
    let passed: [UIView.Type] = [
      UIView.self, UILabel.self, UIButton.self, UIScrollView.self, UITableViewCell.self, Performer.self,
    ]
    #expect(passed.filter { !$0._searchesPassOver }.map { "\($0)" } == [])
    let asked: [UIView.Type] = [
      UIWindow.self, UITextField.self, UITextView.self, Asked.self, Responding.self, Followed.self,
      Contained.self,
      BelowAsked.self,
    ]
    #expect(asked.filter(\._searchesPassOver).map { "\($0)" } == [])
    #expect(!UIResponder._searchesPassOver && !UIViewController._searchesPassOver)
  }

  @Test(.rule("E-230", "E-234")) func `what an app's views override is called, in the order of the chain`() {
    let log = Log()
    let views = [Asked(), Responding(), BelowAsked(), Followed(), Contained()]
    let calls = [
      "Asked can perform", "Responding responds", "BelowAsked can perform", "Followed next",
      "Contained superview",
    ]
    let (control, top) = control(below: views, log, Performer())
    control.addTarget(nil, action: "perform:", for: .touchUpInside)
    _ = log.take()
    control.sendActions(for: .touchUpInside)
    #expect(log.take() == calls + ["performed"])
    #expect(UIApplication.shared.sendAction("perform:", to: nil, from: control, for: nil))
    #expect(log.take() == calls + ["performed"])
    #expect(control.target(forAction: "perform:", withSender: nil) as? UIView === top)
    #expect(log.take() == calls)
    #expect(control.target(forAction: "nobodyHasThis", withSender: nil) == nil)
    #expect(log.take() == calls)
  }

  @Test(.rule("E-230")) func `the nearest view that performs the action gets it, without its superviews`() {
    let log = Log()
    let inner = Performer()
    let (control, top) = control(below: [UIScrollView(), UILabel()], log, inner)
    let outer = Performer()
    (inner.name, outer.name, inner.log, outer.log) = ("inner", "outer", log, log)
    outer.addSubview(top)
    control.addTarget(nil, action: "perform:", for: .touchUpInside)
    control.sendActions(for: .touchUpInside)
    #expect(log.take() == ["inner performed"])
    #expect(UIApplication.shared.sendAction("perform:", to: nil, from: inner, for: nil))
    #expect(log.take() == ["inner performed"])
  }

  @Test(.rule("E-215", "E-230")) func `an action with two arguments gets the event, also up the chain`() {
    withDevice { device in
      let root = device.showEmpty()
      let performer = Performer(frame: root.bounds)
      let control = UIControl(frame: CGRect(x: 10, y: 100, width: 50, height: 50))
      performer.log = device.log
      performer.addSubview(control)
      root.addSubview(performer)
      control.addTarget(nil, action: "perform:event:", for: .touchUpInside)
      device.turn()
      device.tap(control)
      #expect(device.log.take() == ["performed with UIEvent"])
      control.sendActions(for: .touchUpInside)
      #expect(device.log.take() == ["performed with nil"])
    }
  }

  @Test(.rule("E-230", "F-214")) func `methods that a class gets later are found`() {
    let log = Log()
    let (control, top) = control(below: [UIView()], log, Growing())
    control.addTarget(nil, action: "grow", for: .touchUpInside)
    for _ in 0..<2 { control.sendActions(for: .touchUpInside) }
    #expect(log.take() == [])
    Runtime.registerExtension(
      of: Growing.self, file: "Growing.swift",
      [.init(none: "grow", "grow()", 1) { unsafeDowncast($0, to: Growing.self).log?("grown") }])
    control.sendActions(for: .touchUpInside)
    #expect(log.take() == ["grown"] && top is Growing)
  }

  @Test(.rule("E-230", "F-214")) func `overrides in extensions of the SDK's classes are called`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let log = Log()
        Replacing.log = log
        let label = UILabel()
        let parent = UIView()
        parent.addSubview(label)
        precondition(label.target(forAction: "nobodyHasThis", withSender: nil) == nil && log.take() == [])
        _replaceMethods(of: UILabel.self, by: Replacing.AskedLabel.self, beside: Replacing.PlainLabel.self)
        precondition(label.target(forAction: "nobodyHasThis", withSender: nil) == nil)
        precondition(log.take() == ["label"])
        _replaceMethods(of: UIView.self, by: Replacing.FollowedView.self, beside: Replacing.PlainView.self)
        precondition(label.target(forAction: "nobodyHasThis", withSender: nil) == nil)
        precondition(log.take() == ["label", "next", "next"])
      }
    }
    // The first search is after the extension was installed.
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let log = Log()
        Replacing.log = log
        _replaceMethods(of: UIView.self, by: Replacing.FollowedView.self, beside: Replacing.PlainView.self)
        precondition(!UIView._searchesPassOver && !UILabel._searchesPassOver)
        let (label, parent) = (UILabel(), UIView())
        parent.addSubview(label)
        precondition(label.target(forAction: "nobodyHasThis", withSender: nil) == nil)
        precondition(log.take() == ["next", "next"])
      }
    }
  }

  @Test(.rule("E-230"))
  func `views that an override removes are deallocated, and the search goes on from the others`() {
    let log = Log()
    // The override removes the view between it and the performer: nobody is above it any more.
    do {
      let performer = Performer()
      let control = UIControl()
      do {
        let (middle, asked) = (Ending(), Asked())
        (performer.log, middle.log, asked.log) = (log, log, log)
        performer.addSubview(middle)
        middle.addSubview(asked)
        asked.addSubview(control)
        asked.whenAsked = { [unowned middle] in middle.removeFromSuperview() }
      }
      #expect(!UIApplication.shared.sendAction("perform:", to: nil, from: control, for: nil))
      #expect(log.take() == ["Asked can perform", "Ending ended"])
    }
    // The override moves its view to another one.
    do {
      let (performer, control) = (Performer(), UIControl())
      do {
        let (middle, asked) = (Ending(), Asked())
        (performer.log, middle.log, asked.log) = (log, log, log)
        middle.addSubview(asked)
        asked.addSubview(control)
        let parent = UIView()
        parent.addSubview(middle)
        performer.addSubview(UIView())
        asked.whenAsked = { [unowned performer, unowned asked] in
          _ = parent
          performer.subviews[0].addSubview(asked)
        }
      }
      #expect(UIApplication.shared.sendAction("perform:", to: nil, from: control, for: nil))
      #expect(log.take() == ["Asked can perform", "performed"])
      (control.superview as? Asked)?.whenAsked = nil
      #expect(log.take() == ["Ending ended"])
    }
  }

  @Test(.rule("E-230", "E-234"))
  func `a responder that only the search retains is deallocated before the next is asked`() {
    let log = Log()
    let (control, top) = control(below: [], log, Followed())
    let performer = Performer()
    performer.log = log
    (top as? Followed)?.makeNext = {
      let (temporary, ending) = (Followed(), Ending())
      (temporary.log, ending.log) = (log, log)
      temporary.makeNext = { [ending] in
        _ = ending
        return performer
      }
      return temporary
    }
    #expect(UIApplication.shared.sendAction("perform:", to: nil, from: control, for: nil))
    #expect(log.take() == ["Followed next", "Followed next", "Ending ended", "performed"])
    // The end of a chain whose last view nobody else retains.
    (top as? Followed)?.makeNext = {
      let ending = Ending()
      ending.log = log
      return ending
    }
    #expect(!UIApplication.shared.sendAction("perform:", to: nil, from: control, for: nil))
    #expect(log.take() == ["Followed next", "Ending ended"])
  }

  @Test(.rule("E-230", "E-517"))
  func `a view that can paste because of its paste configuration performs paste`() {
    withDevice { device in
      let (control, top) = control(below: [UIView()], device.log, UIView())
      UIPasteboard.general.string = "text"
      #expect(control.target(forAction: "paste:", withSender: nil) == nil)
      top.pasteConfiguration = UIPasteConfiguration(forAccepting: String.self)
      #expect(control.target(forAction: "paste:", withSender: nil) as? UIView === top)
    }
  }

  @Test(.rule("E-230")) func `the trace lists all responders that were asked, and recording changes no call`()
    async
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      await MainActor.run {
        let log = Log()
        let suite = ResponderSearchTests()
        let (control, top) = suite.control(below: [Asked(), Followed()], log, Performer())
        control.addTarget(nil, action: "perform:", for: .touchUpInside)
        _ = log.take()
        control.sendActions(for: .touchUpInside)
        let unrecorded = log.take()
        let sink = Details()
        Journal.start(sink)
        control.sendActions(for: .touchUpInside)
        let wasSent = UIApplication.shared.sendAction("nobodyHasThis", to: nil, from: control, for: nil)
        Journal.stop()
        print((["without recording"] + unrecorded + ["with recording"] + log.take()).joined(separator: "\n"))
        print(sink.log.events.joined(separator: "\n"))
        precondition(!wasSent && top is Performer)
      }
    }
    let calls = ["Asked can perform", "Followed next"]
    let chain = "UIControl → Asked → UIView → Followed → UIView → Performer"
    #expect(
      String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
        == [
          ["without recording"], calls, ["performed", "with recording"], calls, ["performed"], calls,
          ["perform: handled \(chain)", "nobodyHasThis unhandled \(chain)"],
        ].flatMap { $0.map { Substring($0) } })
  }
}

/// Keeps the `chain` of each action.
private final class Details: JournalSink {
  let log = Log()
  func record(_ event: borrowing JournalEvent) {
    guard let chain = event.detail.first(where: { $0.key == "chain" }) else { return }
    log("\(event.name) \(event.outcome) \(chain.value)")
  }
  func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {}
}

@MainActor private protocol Logging: AnyObject {
  var log: Log? { get set }
}

private class Asked: UIView, Logging {
  var log: Log?
  var whenAsked: (() -> Void)?
  override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    log?("\(type(of: self)) can perform")
    whenAsked?()
    return super.canPerformAction(action, withSender: sender)
  }
}

private final class BelowAsked: Asked {}

private final class Responding: UIView, Logging {
  nonisolated(unsafe) var log: Log?  // because the tests use it on the main thread
  nonisolated override func responds(to selector: Selector!) -> Bool {
    log?("Responding responds")
    return super.responds(to: selector)
  }
}

private final class Followed: UIView, Logging {
  var log: Log?
  var makeNext: (() -> UIResponder?)?
  override var next: UIResponder? {
    log?("Followed next")
    return makeNext?() ?? super.next
  }
}

private final class Contained: UIView, Logging {
  var log: Log?
  override var superview: UIView? {
    log?("Contained superview")
    return super.superview
  }
}

private final class Ending: UIView, Logging {
  nonisolated(unsafe) var log: Log?  // because the tests use it on the main thread
  deinit { log?("Ending ended") }
}

private final class Growing: UIView, Logging {
  var log: Log?
}

private final class Performer: UIView, Logging {
  var log: Log?
  var name = ""
  private func heard(_ event: String) { log?((name.isEmpty ? "" : "\(name) ") + event) }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "perform:", "perform(_:)", 1) { s, _ in
        unsafeDowncast(s, to: Performer.self).heard("performed")
      },
      .init("perform:event:", "perform(_:event:)", 2) { s, _, event, _ in
        let name = event.map { "\(type(of: $0))" } ?? "nil"
        unsafeDowncast(s, to: Performer.self).heard("performed with \(name)")
      },
    ]
  }
}

/// What the translator generates for overrides in extensions.
@MainActor private enum Replacing {
  static var log: Log?
  class PlainLabel: UILabel {}
  class AskedLabel: UILabel {
    override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
      Replacing.log?("label")
      return false
    }
  }
  class PlainView: UIView {}
  class FollowedView: UIView {
    override var next: UIResponder? {
      Replacing.log?("next")
      return superview
    }
  }
}
