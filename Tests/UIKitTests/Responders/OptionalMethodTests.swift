import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Before an optional message its receiver is asked whether it responds to it.
@MainActor @Suite struct OptionalMethodTests {
  @Test(.rule("F-151", "F-150")) func `a delegate is asked before each optional call, and believed`() {
    withDevice { device in
      let delegate = Doubter(device.log)
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

  @Test(.rule("F-151")) func `a method that is not in the class is not called`() {
    withDevice { device in
      let delegate = Silent(device.log)
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      scroll.delegate = delegate
      scroll.contentOffset.y = 10
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("F-151", "F-150")) func `an optional call to a delegate of the app's own asks too`() {
    withDevice { device in
      let delegate = Doubter(device.log)
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

private final class Doubter: UIResponder, UIScrollViewDelegate, Choosing {
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

private final class Silent: UIResponder, UIScrollViewDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { log("did scroll") }
}
