import UIKit

// F-214: overrides in extensions of the SDK's classes.

/// Limits output to this test, because the SDK's own labels also move to superviews.
var labelsAreShown = false

extension UILabel {
  open override func didMoveToSuperview() { if labelsAreShown { print("label", type(of: self)) } }
  open override var tag: Int { didSet { print("tag", oldValue, tag) } }
  open override class var requiresConstraintBasedLayout: Bool { true }
}
extension UITraitCollection {
  open override var description: String { "traits" }
}

private class PrivateLabel: UILabel {}
class GenericLabel<Value>: UILabel { var value: Value? }
class BelowGeneric: GenericLabel<Int> {}
enum Space {
  class Nested: UILabel {}
  class Own: UILabel {
    override func didMoveToSuperview() {
      print("own")
      super.didMoveToSuperview()
    }
  }
}
class Outer { fileprivate class Deep: UILabel {} }

func overrides() {
  class Local: UILabel {}
  let view = UIView()
  labelsAreShown = true
  let labels = [
    UILabel(), PrivateLabel(), GenericLabel<String>(), BelowGeneric(), Space.Nested(), Space.Own(),
    Outer.Deep(),
    Local(),
  ]
  for label in labels { view.addSubview(label) }
  labelsAreShown = false
  UILabel().tag = 3
  for type in [UILabel.self, PrivateLabel.self, UIView.self] { print(type.requiresConstraintBasedLayout) }
  print(UITraitCollection())
}

// F-161, F-216, F-240: members that extensions add, and subclasses override.

extension UIView {
  @objc class func made() -> String { "view" }
  @objc class func made(by name: String) -> String { "view by \(name)" }
  @objc class var kind: String { "a view" }
  @objc func theme() -> String { "plain" }
}
class Fancy: UIView {
  override class func made() -> String { "fancy " + super.made() }
  override class func made(by name: String) -> String { "fancy " + super.made(by: name) }
  override class var kind: String { "fancy, " + super.kind }
  override func theme() -> String { "fancy, " + super.theme() }
}
class Fancier: Fancy { override class var kind: String { "more " + super.kind } }
class Base: UIView {}
extension Base {
  override class var layerClass: AnyClass { CAShapeLayer.self }
  @objc class func build() -> String { "base" }
  @objc class var shared: String { "base" }
}
class Sub: Base {
  override class func build() -> String { "sub, " + super.build() }
  override class var shared: String { "sub, " + super.shared }
}

func classMembers() {
  print(UIView.made(), UILabel.made(by: "me"), Fancy.made(), Fancy.made(by: "me"))
  for type in [UIView.self, UILabel.self, Fancy.self, Fancier.self] { print(type.kind, type.made()) }
  print(Fancy().theme(), (Fancy() as UIView).theme())
  for type in [Base.self, Sub.self] { print(type.build(), type.shared, Swift.type(of: type.init().layer)) }
}
