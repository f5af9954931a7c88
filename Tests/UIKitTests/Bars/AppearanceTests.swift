import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Appearance proxies. The classes are defined here, so that the proxies do not affect other tests.
@MainActor @Suite struct AppearanceTests {
  private func withProxies(_ classes: [AnyClass], _ body: (TestDevice) -> Void) {
    withDevice(body)
    for cls in classes { AppearanceProxies.forget(cls) }
  }

  @Test func `values of the proxy are applied to instances that move to a window`() {
    withProxies([Plain.self]) { device in
      let root = device.showEmpty()
      let before = Plain()
      root.addSubview(before)
      Plain.appearance().textColor = .red
      Plain.appearance().backgroundColor = .green
      let (untouched, own, outside) = (Plain(), Plain(), Plain())
      own.textColor = .blue
      root.addSubview(untouched)
      root.addSubview(own)
      #expect([before, untouched, own, outside].map(\.textColor) == [.label, .red, .blue, .label])
      #expect([before, untouched, own, outside].map(\.backgroundColor) == [nil, .green, .green, nil])
      #expect(Plain.appearance() === Plain.appearance())
    }
  }

  @Test
  func `a subclass's proxy takes precedence over its superclass's, a container's over the general one`() {
    withProxies([Plain.self, Special.self]) { device in
      let root = device.showEmpty()
      let crate = ContainerView()
      root.addSubview(crate)
      Plain.appearance().textColor = .red
      Plain.appearance().font = .systemFont(ofSize: 9)
      Special.appearance().textColor = .green
      Plain.appearance(whenContainedInInstancesOf: [ContainerView.self]).textColor = .blue
      let labels = [Plain(), Special(), Plain()]
      root.addSubview(labels[0])
      root.addSubview(labels[1])
      crate.addSubview(labels[2])
      #expect(labels.map(\.textColor) == [.red, .green, .blue])
      #expect(labels.map { $0.font.pointSize } == [9, 9, 9])
    }
  }

  @Test func `bars and bar items support appearance proxies`() {
    withProxies([Bar.self, Item.self]) { device in
      let root = device.showEmpty()
      Bar.appearance().barTintColor = .red
      Bar.appearance().titleTextAttributes = [.foregroundColor: UIColor.white]
      Item.appearance().setTitleTextAttributes([.foregroundColor: UIColor.yellow], for: .normal)
      let bar = Bar(frame: CGRect(x: 0, y: 59, width: 393, height: 44))
      let item = UINavigationItem(title: "Title")
      let button = Item()
      button.title = "Act"
      item.rightBarButtonItem = button
      bar.items = [item]
      root.addSubview(bar)
      device.turn()
      #expect(bar.backgroundColor == .red)
      let title = bar.subviews.compactMap { $0 as? UILabel }.first { $0.text == "Title" }
      #expect(title?.textColor == .white)
      let shown = bar.subviews.compactMap { $0 as? UIButton }.first { $0.title(for: .normal) == "Act" }
      #expect(shown?.titleColor(for: .normal) == .yellow)
    }
  }

  @Test func `an empty background and an empty shadow make a bar transparent`() {
    withDevice { device in
      let bar = UINavigationBar(frame: CGRect(x: 0, y: 59, width: 393, height: 44))
      device.showEmpty().addSubview(bar)
      bar.setBackgroundImage(UIImage(), for: .default)
      #expect(bar.backgroundColor == .clear)
      bar.setBackgroundImage(nil, for: .default)
      #expect(bar.backgroundColor == .systemBackground)
    }
  }

  @Test func `a content size change is posted after the traits have changed`() {
    withDevice { device in
      var told: [String] = []
      let token = NotificationCenter.default.addObserver(
        forName: UIContentSizeCategory.didChangeNotification, object: UIApplication.shared, queue: nil
      ) { note in
        let new = note.userInfo?[UIContentSizeCategory.newValueUserInfoKey] as? String
        MainActor.assumeIsolated {
          told.append("\(new ?? "?") \(UIApplication.shared.preferredContentSizeCategory == .extraLarge)")
        }
      }
      DeviceInput.handle(.environment(.contentSize("extraLarge")))
      NotificationCenter.default.removeObserver(token)
      #expect(told == ["UICTContentSizeCategoryXL true"])
    }
  }
}

private class Plain: UILabel {
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { Plain(coder: $0) }
  }
}
private final class Special: Plain {
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { Special(coder: $0) }
  }
}
private final class ContainerView: UIView {}
private final class Bar: UINavigationBar {
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { Bar(coder: $0) }
  }
}
private final class Item: UIBarButtonItem {
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { Item(coder: $0) }
  }
}
