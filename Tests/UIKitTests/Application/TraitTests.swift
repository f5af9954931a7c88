import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Overridden traits, and who is notified.
@MainActor @Suite struct TraitTests {
  @Test func `traits and drawing classes are UIKit's by name, whatever module builds them`() {
    #expect(UITraitUserInterfaceStyle.identifier == "UIKit.UITraitUserInterfaceStyle")
    #expect(ClassFinder.find("UIKit.UIColor") == UIColor.self)
    #expect(_stringFromClass(UIColor.self) == "UIColor")
  }

  private struct Mood: UITraitDefinition {
    static let defaultValue = "calm"
  }

  private final class Watcher: UIViewController {
    let name: String
    let log: Log
    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
      super.init(nibName: nil, bundle: nil)
    }
    required init?(coder: NSCoder) { nil }
    override func viewDidLoad() {
      super.viewDidLoad()
      registerForTraitChanges([UITraitHorizontalSizeClass.self, UITraitUserInterfaceStyle.self]) {
        (self: Self, old: UITraitCollection) in
        self.log(
          "\(self.name) \(old.userInterfaceStyle.rawValue)→\(self.traitCollection.userInterfaceStyle.rawValue)"
        )
      }
    }
    override func traitCollectionDidChange(_ old: UITraitCollection?) {
      super.traitCollectionDidChange(old)
      log("\(name) did change from \(old?.horizontalSizeClass.rawValue ?? -1)")
    }
  }

  private func embedded(_ device: TestDevice) -> (parent: Watcher, child: Watcher) {
    let (parent, child) = (Watcher("parent", device.log), Watcher("child", device.log))
    device.show(parent)
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    device.turn()
    _ = device.log.take()
    return (parent, child)
  }

  @Test(.rule("E-573", "E-574"))
  func `an overridden style applies to descendants, which are notified once`() {
    withDevice { device in
      let (parent, child) = embedded(device)
      child.overrideUserInterfaceStyle = .dark
      #expect(device.log.take() == ["child did change from 1", "child 1→2"])
      #expect(child.view.traitCollection.userInterfaceStyle == .dark)
      #expect(parent.view.traitCollection.userInterfaceStyle == .light)
      // The child keeps its own style.
      parent.overrideUserInterfaceStyle = .dark
      #expect(device.log.take() == ["parent did change from 1", "parent 1→2"])
    }
  }

  @Test(.rule("E-573")) func `a parent overrides the traits of a child, and a view those of its subviews`() {
    withDevice { device in
      let (parent, child) = embedded(device)
      let inner = UIView()
      child.view.addSubview(inner)
      parent.setOverrideTraitCollection(UITraitCollection(horizontalSizeClass: .regular), forChild: child)
      #expect(device.log.take() == ["child did change from 1", "child 1→1"])
      #expect(inner.traitCollection.horizontalSizeClass == .regular)
      #expect(parent.overrideTraitCollection(forChild: child)?.horizontalSizeClass == .regular)
      inner.traitOverrides.verticalSizeClass = .compact
      #expect(
        inner.traitCollection.verticalSizeClass == .compact
          && child.traitCollection.verticalSizeClass == .regular)
      #expect(inner.traitOverrides.contains(UITraitVerticalSizeClass.self))
      inner.traitOverrides.remove(UITraitVerticalSizeClass.self)
      #expect(inner.traitCollection.verticalSizeClass == .regular)
      #expect(inner.traitOverrides.verticalSizeClass == .unspecified)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-574")) func `custom traits are inherited and their changes reported`() {
    withDevice { device in
      let (parent, child) = embedded(device)
      #expect(child.traitCollection[Mood.self] == "calm")
      let log = device.log
      let registration = child.registerForTraitChanges([Mood.self]) {
        (child: Watcher, old: UITraitCollection) in
        log("\(old[Mood.self])→\(child.traitCollection[Mood.self])")
      }
      parent.traitOverrides[Mood.self] = "wild"
      #expect(device.log.take().filter { $0.contains("wild") } == ["calm→wild"])
      child.unregisterForTraitChanges(registration)
      parent.traitOverrides[Mood.self] = "calm"
      #expect(device.log.take().filter { $0.contains("wild") } == [])
      let made = UITraitCollection { traits in
        traits.userInterfaceStyle = .dark
        traits[Mood.self] = "odd"
      }
      #expect(made.userInterfaceStyle == .dark && made[Mood.self] == "odd")
      #expect(made.changedTraits(from: nil).map { "\($0)" } == ["UITraitUserInterfaceStyle"])
    }
  }
}
