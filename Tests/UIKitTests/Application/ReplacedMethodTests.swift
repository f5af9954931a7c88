import CarobRuntime
import TestSupport
import Testing

@testable import UIKit

/// Overrides that an app declares in an extension of an SDK class.
@Suite @MainActor struct ReplacedMethodTests {
  @Test(.rule("F-214"))
  func `an override in an extension applies to all subclasses without their own override`() {
    class Local: UICollectionReusableView {}
    _replaceMethods(of: UICollectionReusableView.self, by: Overrides.self, beside: Plain.self)
    let views = [
      UICollectionReusableView(), UICollectionViewCell(), UICollectionViewListCell(), PrivateCell(),
      Outer.Nested(), Local(), Generic<Int>(), BelowGeneric(), Generic<String>(), Own(), UIView(), UILabel(),
    ]
    Record.calls = []
    for view in views { view.tintColorDidChange() }
    #expect(
      Record.calls == [
        "UICollectionReusableView", "UICollectionViewCell", "UICollectionViewListCell", "PrivateCell",
        "Nested", "Local", "Generic<Int>", "BelowGeneric", "Generic<String>", "own", "Own",
      ])
  }

  @Test(.rule("F-214"))
  func `all subclasses of a class are found, including private, nested and local ones`() {
    class Local: PrivateBase {}
    _ = Local()
    let names = LoadedClasses.below(PrivateBase.self).map { "\($0)" }.sorted()
    #expect(names == ["BelowBoth", "GenericBelow<Bool>", "Inner", "Local"])
  }
}

@MainActor private enum Record { static var calls: [String] = [] }

extension UICollectionReusableView {
  fileprivate func replacedTintColorDidChange() {
    super.tintColorDidChange()
    Record.calls.append("\(type(of: self))")
  }
}
private class Overrides: UICollectionReusableView {
  override func tintColorDidChange() { replacedTintColorDidChange() }
}
private class Plain: UICollectionReusableView {}
private class PrivateCell: UICollectionViewCell {}
private enum Outer { class Nested: UICollectionViewCell {} }
private class Generic<Element>: UICollectionViewCell {}
private class BelowGeneric: Generic<Bool> {}
private class Own: UICollectionViewCell {
  override func tintColorDidChange() {
    Record.calls.append("own")
    // As the translator generates it, because the compiler binds `super` to the SDK's method.
    super.replacedTintColorDidChange()
  }
}
private class PrivateBase {}
private class GenericBelow<Element>: PrivateBase {}
private class BelowBoth: GenericBelow<Bool> { class Inner: PrivateBase {} }
