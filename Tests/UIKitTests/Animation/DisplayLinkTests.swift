import CarobFoundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// Messages once a frame.
@MainActor @Suite struct DisplayLinkTests {
  private func linking(_ body: (TestDevice, CADisplayLink, Ticker) -> Void) {
    withDevice { device in
      let ticker = Ticker(device.log)
      let link = CADisplayLink(target: ticker, selector: "tick:")
      body(device, link, ticker)
      link.invalidate()
    }
  }

  @Test(.rule("E-597")) func `a message each sixtieth of a second, from the frame after it was added`() {
    linking { device, link, _ in
      device.advance(0.005)
      link.add(to: .main, forMode: .default)
      #expect(link.timestamp == 0 && link.targetTimestamp == 0 && link.duration == 0)
      device.advance(0.05)
      #expect(device.log.take() == ["frame 1 for 2", "frame 2 for 3", "frame 3 for 4"])
      #expect(link.duration == 1 / 60.0)
      #expect(LayerTree.shared.busyUntil == 0)
    }
  }

  @Test(.rule("E-597")) func `it rests while it is paused and ends for good when it is invalidated`() {
    linking { device, link, _ in
      link.add(to: .main, forMode: .common)
      device.advance(0.02)
      link.isPaused = true
      device.advance(1)
      link.isPaused = false
      device.advance(0.02)
      #expect(device.log.take() == ["frame 1 for 2", "frame 62 for 63"])
      link.invalidate()
      link.add(to: .main, forMode: .common)
      device.advance(1)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-597")) func `it may stop itself, and lets go of its target`() {
    withDevice { device in
      weak var gone: Ticker?
      do {
        let ticker = Ticker(device.log)
        gone = ticker
        ticker.stops = true
        CADisplayLink(target: ticker, selector: "tick:").add(to: .main, forMode: .default)
      }
      #expect(gone != nil)
      device.advance(1)
      #expect(device.log.take() == ["frame 1 for 2"] && gone == nil)
    }
  }

  @Test(.rule("E-597")) func `a rate that is preferred takes each nth frame`() {
    linking { device, link, _ in
      link.preferredFramesPerSecond = 20
      link.add(to: .main, forMode: .default)
      device.advance(0.11)
      #expect(device.log.take() == ["frame 3 for 6", "frame 6 for 9"])
      link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 60, preferred: 10)
      device.advance(0.1)
      // The one that it waits for, and then the new rate's.
      #expect(device.log.take() == ["frame 9 for 15", "frame 12 for 18"])
      #expect(link.preferredFramesPerSecond == 10)
    }
  }

  @Test(.rule("E-597")) func `what it changes is laid out in the same turn`() {
    withDevice { device in
      let root = device.showEmpty()
      let view = Laid(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      view.log = device.log
      root.addSubview(view)
      device.turn()
      _ = device.log.take()
      let ticker = Ticker(device.log)
      ticker.view = view
      let link = CADisplayLink(target: ticker, selector: "tick:")
      link.add(to: .main, forMode: .default)
      device.advance(0.04)
      #expect(device.log.take() == ["frame 1 for 2", "layout", "frame 2 for 3", "layout"])
      link.invalidate()
    }
  }
}

private final class Laid: UIView {
  var log: Log?
  override func layoutSubviews() {
    super.layoutSubviews()
    log?("layout")
  }
}

private final class Ticker: NSObject {
  let log: Log
  var stops = false
  var view: UIView?
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "tick:", "tick(_:)", 1) { ticker, link in
        MainActor.assumeIsolated {
          unsafeDowncast(ticker, to: Ticker.self).tick(link as! CADisplayLink)
        }
      }
    ]
  }
  @MainActor private func tick(_ link: CADisplayLink) {
    func frame(_ time: Double) -> Int { Int((time * 60).rounded()) }
    log("frame \(frame(link.timestamp)) for \(frame(link.targetTimestamp))")
    view?.setNeedsLayout()
    if stops { link.invalidate() }
  }
}
