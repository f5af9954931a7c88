import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The colours of bars whose class overrides them.
@MainActor @Suite struct BarColorTests {
  final class TintedBar: UINavigationBar {
    override var barTintColor: UIColor? {
      get { .red }
      set {}
    }
  }
  final class BlackBar: UINavigationBar {
    override var barStyle: UIBarStyle {
      get { .black }
      set {}
    }
  }

  @Test(.rule("E-774")) func `a bar shows the colour and style that a subclass returns`() {
    withDevice { device in
      let root = device.showEmpty()
      let bars = [TintedBar(), BlackBar(), UINavigationBar()]
      for bar in bars {
        bar.frame = CGRect(x: 0, y: 100, width: 390, height: 44)
        bar.items = [UINavigationItem(title: "Title")]
        root.addSubview(bar)
      }
      device.turn()
      #expect(bars.map(\.backgroundColor) == [.red, .black, .systemBackground])
    }
  }

  @Test(.rule("E-774")) func `a black tab bar is black`() {
    withDevice { device in
      let bar = UITabBar(frame: CGRect(x: 0, y: 700, width: 390, height: 49))
      device.showEmpty().addSubview(bar)
      bar.barStyle = .black
      device.turn()
      #expect(bar.backgroundColor == .black)
    }
  }
}
