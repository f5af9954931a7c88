// The touches that `Benchmarks/events/run` measures: trees of views, and a finger.
@_spi(Testing) import UIKit

/// A view that hears touches, as an app's does.
final class Leaf: UIView {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { sum.pointee &+= 1 }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { sum.pointee &+= 1 }
  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { sum.pointee &+= 1 }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "touchesBegan:withEvent:", "touchesBegan(_:with:)", 1),
      .init(has: "touchesEnded:withEvent:", "touchesEnded(_:with:)", 2),
      .init(has: "touchesCancelled:withEvent:", "touchesCancelled(_:with:)", 3),
    ]
  }
  nonisolated override class var _carobSource: String { "Touches.swift" }
}

@MainActor
enum Touches {
  static let window: UIWindow = {
    UIApplication.shared.beginWithoutDevice()
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100_000, height: 100))
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    return window
  }()

  private static func root() -> UIView {
    let root = UIView(frame: window.bounds)
    window.addSubview(root)
    kept.append(root)
    return root
  }

  /// Depth 20, ten children at each level of the path, the one on the path behind the others; 1,000 views.
  static func tree() -> UIView {
    var here = root()
    var views = 1
    for level in 0..<20 {
      let next = level == 19 ? Leaf(frame: here.bounds) : UIView(frame: here.bounds)
      here.addSubview(next)
      views += 1
      for _ in 0..<9 {
        let sibling = UIView(frame: CGRect(x: 0, y: 50, width: 10, height: 10))
        here.addSubview(sibling)
        views += 1
        for _ in 0..<(level < 17 ? 4 : 7) where views < 1000 {
          sibling.addSubview(UIView(frame: sibling.bounds))
          views += 1
        }
      }
      here = next
    }
    return here
  }

  /// A thousand beside each other; the finger meets the one that is farthest behind.
  static func flat() -> UIView {
    let root = root()
    for index in 0..<1000 {
      root.addSubview(Leaf(frame: CGRect(x: index * 100, y: 0, width: 100, height: 100)))
    }
    return root.subviews[0]
  }

  /// Ten views above each other with ten recognizers, of which the hit view's tap acts.
  static func path() {
    var here = root()
    for level in 0..<10 {
      let next = level == 9 ? Leaf(frame: here.bounds) : UIView(frame: here.bounds)
      here.addSubview(next)
      let recognizer: UIGestureRecognizer =
        switch level {
        case 9: UITapGestureRecognizer(target: target, action: Selector("take:"))
        case 0, 3, 6: UIPanGestureRecognizer(target: target, action: Selector("take:"))
        case 1, 4, 7: UISwipeGestureRecognizer(target: target, action: Selector("take:"))
        default: UILongPressGestureRecognizer(target: target, action: Selector("take:"))
        }
      next.addGestureRecognizer(recognizer)
      here = next
    }
  }
  private static let target = Receiver()

  /// Ten children each, five levels: 111,110 views.
  static func wide() {
    func fill(_ view: UIView, _ level: Int) {
      let width = view.bounds.width / 10
      for index in 0..<10 {
        let frame = CGRect(x: CGFloat(index) * width, y: 0, width: width, height: 100)
        let child = level == 5 ? Leaf(frame: frame) : UIView(frame: frame)
        view.addSubview(child)
        if level < 5 { fill(child, level + 1) }
      }
    }
    fill(root(), 1)
  }

  /// What a row does: a finger comes down and leaves.
  static func operation(_ row: String) -> () -> Void {
    var x = { 5.0 }
    switch row {
    case "touch.tree": _ = tree()
    case "touch.flat": _ = flat()
    case "touch.wide":
      wide()
      x = { random() * 100_000 }
    default: path()
    }
    var time = 0.0
    let before = sum.pointee
    let tap: @MainActor () -> Void = {
      time += 1
      // Below the status bar: a tap there looks for what scrolls.
      let point = CGPoint(x: x(), y: 75)
      UIApplication.shared.receiveFinger(.began, at: point, time: time)
      UIApplication.shared.receiveFinger(.ended, at: point, time: time + 0.05)
    }
    tap()
    // A tap that is recognized cancels the view's touch just before its action (E-185).
    precondition(
      sum.pointee == before + (row == "touch.tap" ? 3 : 2), "\(row) reached \(sum.pointee - before)")
    // As an app's own code of the main actor, without a check.
    return unsafeBitCast(tap, to: (() -> Void).self)
  }

  static func end() { for case let view as UIView in kept { view.removeFromSuperview() } }
}
