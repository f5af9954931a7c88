import TestSupport
import Testing
import UIKit

@MainActor @Suite struct MetatypeConstructionTests {
  @Test(.rule("F-155")) func `metatypes of the SDK's classes create objects of exactly that class`() {
    func plain<T: UIView>(_ type: T.Type) -> T { T() }
    func framed<T: UIView>(_ type: T.Type) -> T {
      NSObject._carobInit(type, { $0.init(frame: CGRect(x: 1, y: 2, width: 3, height: 4)) })
    }
    #expect(type(of: plain(UILabel.self)) == UILabel.self)
    #expect(type(of: framed(UIButton.self)) == UIButton.self)
    #expect(framed(UIView.self).frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    let cell: UITableViewCell.Type = UITableViewCell.self
    #expect(
      NSObject._carobInit(cell, { $0.init(style: .value1, reuseIdentifier: "x") }).reuseIdentifier == "x")
    let controller: UIViewController.Type = UITableViewController.self
    #expect(type(of: NSObject._carobInit(controller, { $0.init() })) == UITableViewController.self)
    #expect(
      type(of: NSObject._carobInit(controller, { $0.init(nibName: nil, bundle: nil) }))
        == UITableViewController.self)
  }

  @Test(.rule("F-155")) func `metatypes of an app's classes use the classes' own initializers`() {
    func framed<T: UIView>(_ type: T.Type) -> T { T(frame: .zero) }
    #expect(framed(Framed.self).made == "init(frame:)")
    let controller: UIViewController.Type = FromNib.self
    #expect(
      (NSObject._carobInit(controller, { $0.init(nibName: "A", bundle: nil) }) as? FromNib)?.made == "A")
  }

  @Test(.rule("F-155")) func `the class of one initializer is not taken by another that its arguments call`()
  {
    let outer: UIView.Type = Framed.self
    let inner: UIView.Type = UILabel.self
    let view = NSObject._carobInit(
      outer,
      {
        $0.init(
          frame: NSObject._carobInit(inner, { $0.init(frame: CGRect(x: 0, y: 0, width: 5, height: 5)) }).frame
        )
      }
    )
    #expect(type(of: view) == Framed.self)
    #expect(view.frame.width == 5)
    func made<T: UIView>() -> T { T() }
    let label: UILabel = NSObject._carobInit(outer, { _ in made() })
    #expect(type(of: label) == UILabel.self)
  }

  @Test(.rule("E-850")) func `a navigation controller creates bars of the given classes`() {
    let stack = UINavigationController(navigationBarClass: OwnBar.self, toolbarClass: nil)
    #expect(type(of: stack.navigationBar) == OwnBar.self && type(of: stack.toolbar!) == UIToolbar.self)
  }
  private final class OwnBar: UINavigationBar {
    nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? {
      { OwnBar(frame: $0) }
    }
  }

  @Test(.rule("F-159")) func `an invalidating property requests a layout when it changes`() {
    let view = InvalidatingView()
    view.layoutIfNeeded()
    view.passes = 0
    view.number = 1
    view.layoutIfNeeded()
    #expect(view.passes == 0)
    view.number = 2
    view.layoutIfNeeded()
    #expect(view.passes == 1 && view.number == 2)
  }

  @Test(.rule("F-158"))
  func `a layer stores a managed property and is redrawn if it needs display for its key`() {
    let layer = ManagedLayer()
    #expect(layer.progress == 0)
    layer.displayIfNeeded()
    layer.progress = 0.5
    #expect(layer.progress == 0.5 && layer.value(forKey: "progress") as? CGFloat == 0.5)
    #expect(layer.needsDisplay())
    layer.setValue(2, forKey: "progress")
    #expect(layer.progress == 2)
  }
}

private final class Framed: UIView {
  var made = ""
  override init(frame: CGRect) {
    super.init(frame: frame)
    made = "init(frame:)"
  }
  required init?(coder: NSCoder) { nil }
  nonisolated override class var _carobNewFrame: (@MainActor (CGRect) -> UIView)? { { Framed(frame: $0) } }
}
private final class FromNib: UIViewController {
  var made = ""
  override init(nibName: String?, bundle: Bundle?) {
    super.init(nibName: nil, bundle: bundle)
    made = nibName ?? ""
  }
  required init?(coder: NSCoder) { nil }
  nonisolated override class var _carobNewController: (@MainActor (String?, Bundle?) -> UIViewController)? {
    { FromNib(nibName: $0, bundle: $1) }
  }
}
private final class InvalidatingView: UIView {
  @Invalidating(.layout) var number = 1
  var passes = 0
  override func layoutSubviews() { passes += 1 }
}
private final class ManagedLayer: CALayer {
  var progress: CGFloat {
    get { _managedValue("progress") }
    set { _setManagedValue(newValue, "progress") }
  }
  override class func needsDisplay(forKey key: String) -> Bool { key == "progress" }
}
