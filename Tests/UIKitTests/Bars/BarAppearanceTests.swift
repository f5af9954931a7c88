import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Appearance objects of bars and bar items.
@MainActor @Suite struct BarAppearanceTests {
  private func buttons(_ bar: UIView) -> [String: UIButton] {
    Dictionary(
      bar.subviews.compactMap { $0 as? UIButton }.filter { !$0.isHidden }.map {
        ($0.title(for: .normal) ?? "", $0)
      }, uniquingKeysWith: { first, _ in first })
  }
  private func items(_ titles: String...) -> [UIBarButtonItem] {
    titles.map { UIBarButtonItem(title: $0, style: .plain, target: nil, action: nil) }
  }
  private func bar(_ device: TestDevice) -> UINavigationBar {
    let bar = UINavigationBar(frame: CGRect(x: 0, y: 59, width: 393, height: 44))
    let item = UINavigationItem(title: "Above")
    let done = UIBarButtonItem(title: "Done", style: .done, target: nil, action: nil)
    item.rightBarButtonItems = [done] + items("Plain")
    bar.items = [UINavigationItem(title: "Below"), item]
    device.showEmpty().addSubview(bar)
    return bar
  }

  @Test(.rule("E-495")) func `plain, done and back buttons have separate appearances`() {
    withDevice { device in
      let bar = bar(device)
      let appearance = UINavigationBarAppearance()
      appearance.buttonAppearance.normal.titleTextAttributes = [
        .foregroundColor: UIColor.red, .font: UIFont.systemFont(ofSize: 11),
      ]
      appearance.doneButtonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.green]
      appearance.backButtonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.blue]
      bar.standardAppearance = appearance
      device.turn()
      let shown = buttons(bar)
      #expect(
        shown.mapValues { $0.titleLabel?.textColor } == [
          "Plain": .red, "Done": .green, "Below": .blue,
        ])
      #expect(
        shown.mapValues { $0.titleLabel?.font } == [
          "Plain": .systemFont(ofSize: 11), "Done": .systemFont(ofSize: 17, weight: .semibold),
          "Below": .systemFont(ofSize: 17),
        ])
    }
  }

  @Test(.rule("E-495"))
  func `states without values use the normal state; the item's own attributes take precedence`() {
    withDevice { device in
      let bar = bar(device)
      let look = UIBarButtonItemAppearance(style: .plain)
      look.normal.titleTextAttributes = [.foregroundColor: UIColor.red]
      look.highlighted.titleTextAttributes = [.foregroundColor: UIColor.orange]
      #expect(look.disabled.titleTextAttributes[.foregroundColor] as? UIColor == .red)
      #expect(look.focused.titleTextAttributes[.foregroundColor] as? UIColor == .orange)
      let picture = UIImage(systemName: "star")
      look.disabled.backgroundImage = picture
      look.normal.titlePositionAdjustment = UIOffset(horizontal: 4, vertical: -3)
      bar.standardAppearance.buttonAppearance = look
      device.turn()
      let plain = buttons(bar)["Plain"]
      plain?.isHighlighted = true
      #expect(plain?.titleLabel?.textColor == .orange && plain?.currentBackgroundImage == nil)
      plain?.isHighlighted = false
      let place = plain?.titleLabel?.center ?? .zero
      let middle = CGPoint(x: plain?.bounds.midX ?? 0, y: plain?.bounds.midY ?? 0)
      #expect(place.x - middle.x == 4 && place.y - middle.y == -3)
      let item = bar.topItem?.rightBarButtonItems?[1]
      item?.isEnabled = false
      #expect(plain?.titleLabel?.textColor == .tertiaryLabel && plain?.currentBackgroundImage != nil)
      item?.isEnabled = true
      item?.setTitleTextAttributes([.foregroundColor: UIColor.purple], for: .normal)
      #expect(plain?.titleLabel?.textColor == .purple)
    }
  }

  @Test(.rule("E-497"))
  func `a bar stores a copy that can be modified in place; items can have their own appearances`() {
    withDevice { device in
      let bar = bar(device)
      let appearance = UINavigationBarAppearance()
      appearance.configureWithOpaqueBackground()
      appearance.backgroundColor = .red
      bar.standardAppearance = appearance
      appearance.backgroundColor = .green
      appearance.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.green]
      device.turn()
      #expect(bar.backgroundColor == .red && buttons(bar)["Plain"]?.titleLabel?.textColor != .green)
      bar.standardAppearance.backgroundColor = .yellow
      bar.standardAppearance.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.brown]
      device.turn()
      #expect(bar.backgroundColor == .yellow && buttons(bar)["Plain"]?.titleLabel?.textColor == .brown)
      appearance.titleTextAttributes = [.foregroundColor: UIColor.white]
      bar.topItem?.standardAppearance = appearance
      device.turn()
      let title = bar.subviews.compactMap { $0 as? UILabel }.first { $0.text == "Above" }
      #expect(bar.backgroundColor == .green && title?.textColor == .white)
      bar.popItem(animated: false)
      #expect(bar.backgroundColor == .yellow && title?.textColor == .label)
      let copy = appearance.copy() as? UINavigationBarAppearance
      #expect(copy !== appearance && copy?.backgroundColor == .green)
      let other = UITabBarAppearance(barAppearance: appearance)
      #expect(other.backgroundColor == .green)
    }
  }

  @Test(.rule("E-498")) func `the appearance determines the line below a bar`() {
    withDevice { device in
      let bar = bar(device)
      @MainActor func line() -> UIView? { bar.subviews.first { $0.bounds.height == 1 / UIScreen.main.scale } }
      device.turn()
      #expect(line()?.backgroundColor == .separator && line()?.alpha == 1)
      bar.standardAppearance.shadowColor = .red
      #expect(line()?.backgroundColor == .red)
      bar.standardAppearance.shadowColor = nil
      #expect(line()?.alpha == 0)
      bar.standardAppearance.configureWithDefaultBackground()
      #expect(line()?.alpha == 1)
      bar.standardAppearance.shadowImage = UIImage()
      #expect(line()?.alpha == 0)
    }
  }

  @Test(.rule("E-495")) func `the appearance determines a toolbar's buttons`() {
    withDevice { device in
      let bar = UIToolbar(frame: CGRect(x: 0, y: 700, width: 393, height: 44))
      bar.items = items("One")
      device.showEmpty().addSubview(bar)
      let appearance = UIToolbarAppearance()
      appearance.backgroundColor = .yellow
      appearance.buttonAppearance.normal.titleTextAttributes = [.foregroundColor: UIColor.red]
      bar.standardAppearance = appearance
      device.turn()
      #expect(buttons(bar)["One"]?.titleLabel?.textColor == .red)
      #expect(bar.subviews.first?.backgroundColor == .yellow)
      bar.standardAppearance.buttonAppearance.normal.titleTextAttributes = [:]
      device.turn()
      #expect(buttons(bar)["One"]?.titleLabel?.textColor == bar.tintColor)
    }
  }

  @Test(.rule("E-496")) func `tabs have the colours, fonts, offsets and badges of their state`() throws {
    try withDevice { device in
      let bar = UITabBar(frame: CGRect(x: 0, y: 700, width: 393, height: 49))
      let pictures = (UIImage(systemName: "star"), UIImage(systemName: "star.fill"))
      bar.items = [
        UITabBarItem(title: "One", image: pictures.0, selectedImage: pictures.1),
        UITabBarItem(title: "Two", image: pictures.0, tag: 2),
      ]
      device.showEmpty().addSubview(bar)
      let appearance = UITabBarAppearance()
      let look = appearance.stackedLayoutAppearance
      look.normal.titleTextAttributes = [
        .foregroundColor: UIColor.red, .font: UIFont.systemFont(ofSize: 8),
      ]
      look.normal.iconColor = .green
      look.normal.badgeBackgroundColor = .blue
      look.selected.iconColor = .orange
      look.selected.titlePositionAdjustment = UIOffset(horizontal: 0, vertical: -2)
      bar.standardAppearance = appearance
      bar.items?[1].badgeValue = "3"
      device.turn()
      @MainActor func parts(_ index: Int) throws -> (title: UILabel, picture: UIImageView, badge: UILabel) {
        let tab = bar.subviews.filter { $0 is UIControl }[index]
        let labels = tab.subviews.compactMap { $0 as? UILabel }
        return (labels[0], try #require(tab.subviews.compactMap { $0 as? UIImageView }.first), labels[1])
      }
      let (one, two) = (try parts(0), try parts(1))
      #expect(one.title.textColor == bar.tintColor && two.title.textColor == .red)
      #expect(one.title.font == .systemFont(ofSize: 8) && two.title.font == .systemFont(ofSize: 8))
      #expect(one.picture.tintColor == .orange && two.picture.tintColor == .green)
      #expect(one.title.frame.minY - two.title.frame.minY == -2)
      #expect(one.badge.isHidden && !two.badge.isHidden && two.badge.text == "3")
      #expect(two.badge.backgroundColor == .blue && two.badge.frame.height == 18)
      bar.items?[1].badgeColor = .purple
      bar.selectedItem = bar.items?[1]
      #expect(two.badge.backgroundColor == .purple)
      #expect(one.picture.tintColor == .green && two.picture.tintColor == .orange)
      // An item's own attributes take precedence.
      bar.items?[0].setTitleTextAttributes([.foregroundColor: UIColor.brown], for: .normal)
      #expect(one.title.textColor == .brown)
    }
  }
}
