import TestSupport
import Testing

@testable import UIKit
@testable import UIKitDrawing

private func components(_ color: UIColor, _ style: UIUserInterfaceStyle = .light) -> [Int] {
  var (r, g, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
  color.resolvedColor(with: UITraitCollection(userInterfaceStyle: style)).getRed(
    &r, green: &g, blue: &b, alpha: &a)
  return [r * 255, g * 255, b * 255, a * 100].map { Int($0.rounded()) }
}

@Suite struct ColorTests {
  @Test(.rule("E-800")) func `a color without components draws nothing`() {
    #expect(components(UIColor()) == [0, 0, 0, 0])
    #expect(components(.groupTableViewBackground) == components(.systemGroupedBackground))
  }
  @Test func `system colours have their published values in light and dark`() {
    #expect(components(.systemBlue) == [0, 122, 255, 100])
    #expect(components(.systemBlue, .dark) == [10, 132, 255, 100])
    #expect(components(.label) == [0, 0, 0, 100])
    #expect(components(.label, .dark) == [255, 255, 255, 100])
    #expect(components(.secondaryLabel) == [60, 60, 67, 60])
    #expect(components(.systemBackground, .dark) == [0, 0, 0, 100])
    #expect(components(.separator) == [60, 60, 67, 29])
    #expect(components(.darkGray) == [85, 85, 85, 100])
    #expect(components(.clear) == [0, 0, 0, 0])
  }

  @Test func `elevated dark backgrounds are lighter`() {
    let traits = UITraitCollection(traitsFrom: [
      UITraitCollection(userInterfaceStyle: .dark), UITraitCollection(userInterfaceLevel: .elevated),
    ])
    #expect(
      UIColor.systemBackground.resolvedColor(with: traits)
        == UIColor(red: 28 / 255, green: 28 / 255, blue: 30 / 255, alpha: 1))
  }

  @Test func `each thread has its own current traits`() {
    final class Seen: @unchecked Sendable {
      // @unchecked because the semaphore orders what the two threads do.
      var style: UIUserInterfaceStyle?
    }
    UITraitCollection(userInterfaceStyle: .dark).performAsCurrent {
      let seen = Seen()
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        seen.style = UITraitCollection.current.userInterfaceStyle
        done.signal()
      }
      done.wait()
      #expect(seen.style == .light)
      #expect(UITraitCollection.current.userInterfaceStyle == .dark)
    }
  }

  @Test func `hue, saturation and brightness convert in both directions`() {
    #expect(components(UIColor(hue: 1.0 / 3, saturation: 1, brightness: 1, alpha: 1)) == [0, 255, 0, 100])
    #expect(
      components(UIColor(hue: 0.5, saturation: 0.5, brightness: 0.8, alpha: 1)) == [102, 204, 204, 100])
    #expect(components(UIColor(hue: 1, saturation: 1, brightness: 1, alpha: 1)) == [255, 0, 0, 100])
    var (h, s, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    UIColor(red: 0, green: 0, blue: 1, alpha: 0.5).getHue(&h, saturation: &s, brightness: &b, alpha: &a)
    #expect(abs(h - 2.0 / 3) < 1e-9 && s == 1 && b == 1 && a == 0.5)
  }

  @Test func `a dynamic colour is resolved with the traits, also with another alpha`() {
    let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .red }
    #expect(components(color) == [255, 0, 0, 100])
    #expect(components(color, .dark) == [255, 255, 255, 100])
    #expect(components(color.withAlphaComponent(0.5), .dark) == [255, 255, 255, 50])
  }

  @Test func `colours are equal by model and components`() {
    #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(UIColor.white != UIColor(red: 1, green: 1, blue: 1, alpha: 1))
    #expect(UIColor.white == UIColor(white: 1, alpha: 1))
    #expect(UIColor.label == UIColor.label)
    #expect(UIColor.red.hash == UIColor(red: 1, green: 0, blue: 0, alpha: 1).hash)
  }

  @Test func `colours print as on the platform`() {
    #expect("\(UIColor.red)" == "UIExtendedSRGBColorSpace 1 0 0 1")
    #expect("\(UIColor(white: 0.5, alpha: 1))" == "UIExtendedGrayColorSpace 0.5 1")
  }

  @Test func `an unknown colour name gives nil`() {
    #expect(UIColor(named: "no such colour") == nil)
  }

  @Test func `the names in storyboards find system colours`() {
    #expect(UIColor.systemColor(named: "systemBackgroundColor") === UIColor.systemBackground)
    #expect(UIColor.systemColor(named: "labelColor") === UIColor.label)
    #expect(UIColor.systemColor(named: "tintColor") === UIColor.tintColor)
    #expect(UIColor.systemColor(named: "nothing") == nil)
  }
}
