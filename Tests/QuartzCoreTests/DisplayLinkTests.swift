import CarobFoundation
import TestSupport
import Testing

@testable import QuartzCore

/// Messages of display links.
@MainActor @Suite struct DisplayLinkTests {
  private func linking(_ body: (LayerScreen, CADisplayLink, Ticker) -> Void) {
    withScreen { screen in
      let ticker = Ticker(screen.log)
      let link = CADisplayLink(target: ticker, selector: "tick:")
      body(screen, link, ticker)
      link.invalidate()
    }
  }

  @Test(.rule("E-597"))
  func `a link sends a message every sixtieth of a second, from the frame after it was added`() {
    linking { screen, link, _ in
      screen.advance(0.005)
      link.add(to: .main, forMode: .default)
      #expect(link.timestamp == 0 && link.targetTimestamp == 0 && link.duration == 0)
      screen.advance(0.05)
      #expect(screen.log.take() == ["frame 1 for 2", "frame 2 for 3", "frame 3 for 4"])
      #expect(link.duration == 1 / 60.0)
      #expect(LayerTree.shared.busyUntil == 0)
    }
  }

  @Test(.rule("E-597")) func `a paused link sends nothing, and an invalidated one ends for good`() {
    linking { screen, link, _ in
      link.add(to: .main, forMode: .common)
      screen.advance(0.02)
      link.isPaused = true
      screen.advance(1)
      link.isPaused = false
      screen.advance(0.02)
      #expect(screen.log.take() == ["frame 1 for 2", "frame 62 for 63"])
      link.invalidate()
      link.add(to: .main, forMode: .common)
      screen.advance(1)
      #expect(screen.log.take() == [])
    }
  }

  @Test(.rule("E-597")) func `a link may invalidate itself in its message, and then releases its target`() {
    withScreen { screen in
      weak var gone: Ticker?
      do {
        let ticker = Ticker(screen.log)
        gone = ticker
        ticker.stops = true
        CADisplayLink(target: ticker, selector: "tick:").add(to: .main, forMode: .default)
      }
      #expect(gone != nil)
      screen.advance(1)
      #expect(screen.log.take() == ["frame 1 for 2"] && gone == nil)
    }
  }

  @Test(.rule("E-597")) func `a preferred rate selects every nth frame`() {
    linking { screen, link, _ in
      link.preferredFramesPerSecond = 20
      link.add(to: .main, forMode: .default)
      screen.advance(0.11)
      #expect(screen.log.take() == ["frame 3 for 6", "frame 6 for 9"])
      link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 60, preferred: 10)
      screen.advance(0.1)
      // First the frame that it was waiting for, then frames at the new rate.
      #expect(screen.log.take() == ["frame 9 for 15", "frame 12 for 18"])
      #expect(link.preferredFramesPerSecond == 10)
    }
  }

  @Test(.rule("E-597")) func `changes in a link's message are laid out in the same turn`() {
    withScreen { screen in
      let layer = screen.shown(LoggingLayer())
      layer.log = screen.log
      let ticker = Ticker(screen.log)
      ticker.layer = layer
      let link = CADisplayLink(target: ticker, selector: "tick:")
      link.add(to: .main, forMode: .default)
      screen.advance(0.04)
      #expect(screen.log.take() == ["frame 1 for 2", "layout", "frame 2 for 3", "layout"])
      link.invalidate()
    }
  }

  @Test(.rule("E-597"))
  func `a link sends nothing until it is added for the loop's current mode`() {
    linking { screen, link, _ in
      link.add(to: .main, forMode: .tracking)
      screen.advance(0.03)
      #expect(screen.log.take() == [])
      link.add(to: .main, forMode: .default)
      screen.advance(0.02)
      #expect(screen.log.take().count == 2)
      link.remove(from: .main, forMode: .default)
      screen.advance(0.1)
      #expect(screen.log.take() == [])
    }
  }

  @Test(.rule("E-597")) func `a link on another run loop warns that it never fires`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        // nonisolated(unsafe) because only the other thread touches it.
        nonisolated(unsafe) let link = CADisplayLink(target: NSObject(), selector: "tick:")
        let other = Thread { link.add(to: .current, forMode: .default) }
        other.start()
        while !other.isFinished { usleep(1000) }
      }
    }
    #expect(errors(of: result).contains("CADisplayLink on another run loop than the main one"))
  }
}

private final class Ticker: NSObject {
  let log: Log
  var stops = false
  var layer: CALayer?
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
    layer?.setNeedsLayout()
    if stops { link.invalidate() }
  }
}
