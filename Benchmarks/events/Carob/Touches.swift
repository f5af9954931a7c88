// The touches that `Benchmarks/events/run` measures: trees of views, and one touch.
@_spi(Testing) import UIKit

/// A view that handles touches, like an app's.
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

  /// 1,000 views, 20 deep: ten children at each level of the path, with the one on the path behind the
  /// others.
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

  /// A thousand siblings; the touch hits the rearmost one.
  static func flat() -> UIView {
    let root = root()
    for index in 0..<1000 {
      root.addSubview(Leaf(frame: CGRect(x: index * 100, y: 0, width: 100, height: 100)))
    }
    return root.subviews[0]
  }

  /// Ten nested views with ten recognizers, of which the hit view's tap recognizer acts.
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

  /// Five levels with ten children each: 111,110 views.
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

  /// A row's operation: a touch begins and ends.
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
      // Below the status bar, because a tap there searches for a scroll view.
      let point = CGPoint(x: x(), y: 75)
      UIApplication.shared.receiveFinger(.began, at: point, time: time)
      UIApplication.shared.receiveFinger(.ended, at: point, time: time + 0.05)
    }
    tap()
    // A recognized tap cancels the view's touch just before its action (E-185).
    precondition(
      sum.pointee == before + (row == "touch.tap" ? 3 : 2), "\(row) reached \(sum.pointee - before)")
    // Called like an app's main-actor code, without an isolation check.
    return unsafeBitCast(tap, to: (() -> Void).self)
  }

  static func end() { for case let view as UIView in kept { view.removeFromSuperview() } }
}
