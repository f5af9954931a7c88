import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Optional methods are called only if the receiver responds to them.
@MainActor @Suite struct OptionalMethodTests {
  @Test(.rule("F-151", "F-150")) func `a delegate's responds(to:) is checked before each optional call`() {
    withDevice { device in
      let delegate = DenyingDelegate(device.log)
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      scroll.contentSize = CGSize(width: 100, height: 1000)
      device.showEmpty().addSubview(scroll)
      scroll.delegate = delegate
      device.turn()
      _ = device.log.take()
      scroll.contentOffset.y = 10
      #expect(device.log.take() == ["asked scrollViewDidScroll:", "did scroll"])
      delegate.denies = true
      scroll.contentOffset.y = 20
      #expect(device.log.take() == ["asked scrollViewDidScroll:"])
      delegate.denies = false
      scroll.contentOffset.y = 30
      #expect(device.log.take() == ["asked scrollViewDidScroll:", "did scroll"])
      scroll.delegate = nil
    }
  }

  @Test(.rule("F-151")) func `a method that the class does not implement is not called`() {
    withDevice { device in
      let delegate = EmptyDelegate(device.log)
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      scroll.delegate = delegate
      scroll.contentOffset.y = 10
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("F-151", "F-150"))
  func `optional calls to the app's own delegate protocols are checked, too`() {
    withDevice { device in
      let delegate = DenyingDelegate(device.log)
      var chooser: (any Choosing)? = delegate
      chooser?._ifResponds("didChoose:")?.didChoose(1)
      delegate.denies = true
      chooser?._ifResponds("didChoose:")?.didChoose(2)
      #expect(device.log.take() == ["asked didChoose:", "chose 1", "asked didChoose:"])
      chooser = nil
      chooser?._ifResponds("didChoose:")?.didChoose(3)
      #expect(device.log.take() == [])
    }
  }
}

@MainActor private protocol Choosing: _CarobOptional {
  func didChoose(_ number: Int)
}

private final class DenyingDelegate: UIResponder, UIScrollViewDelegate, Choosing {
  let log: Log
  nonisolated(unsafe) var denies = false  // because: it stays on the main thread
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    has("respondsToSelector:", "scrollViewDidScroll:", "didChoose:")
  }
  nonisolated override func responds(to selector: Selector!) -> Bool {
    MainActor.assumeIsolated { log("asked \(selector.name)") }
    return !denies && super.responds(to: selector)
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { log("did scroll") }
  func didChoose(_ number: Int) { log("chose \(number)") }
}

private final class EmptyDelegate: UIResponder, UIScrollViewDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { log("did scroll") }
}
