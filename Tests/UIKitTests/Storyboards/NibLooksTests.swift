import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The appearance of bars and tables in storyboards.
@MainActor @Suite struct NibLooksTests {
  private func color(_ key: String, _ name: String) -> String {
    let (red, green, blue) = ["red": (1, 0, 0), "green": (0, 1, 0), "blue": (0, 0, 1)][name] ?? (0, 0, 0)
    return """
      <color key="\(key)" red="\(red)" green="\(green)" blue="\(blue)" alpha="1" colorSpace="custom" \
      customColorSpace="sRGB"/>
      """
  }
  private func attributes(_ key: String, _ name: String, size: Int) -> String {
    """
    <textAttributes key="\(key)"><fontDescription key="fontDescription" type="system" pointSize="\(size)"/>
    \(color("textColor", name))</textAttributes>
    """
  }
  private let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  private let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  private func views(_ content: String) throws -> [UIView] {
    let storyboard = try StoryboardTests.storyboard("a", StoryboardTests.scene("a", content))
    return try #require(storyboard.instantiateInitialViewController()).view.subviews
  }

  @Test(.rule("E-540")) func `a navigation bar has the appearance in its element, and its items theirs`()
    throws
  {
    try withDevice { _ in
      let bar = """
        <navigationBar id="bar"><navigationBarAppearance key="standardAppearance">
        \(color("backgroundColor", "red"))\(color("shadowColor", "green"))
        \(attributes("titleTextAttributes", "blue", size: 11))
        \(attributes("largeTitleTextAttributes", "green", size: 12))
        <offsetWrapper key="titlePositionAdjustment" horizontal="3" vertical="-4"/>
        <barButtonItemAppearance key="doneButtonAppearance"><barButtonItemStateAppearance key="highlighted">
        \(attributes("titleTextAttributes", "red", size: 13))
        <offsetWrapper key="titlePositionAdjustment" horizontal="1" vertical="2"/>
        </barButtonItemStateAppearance></barButtonItemAppearance></navigationBarAppearance>
        <navigationBarAppearance key="compactScrollEdgeAppearance">\(color("backgroundColor", "blue"))
        </navigationBarAppearance>
        <items><navigationItem id="i"><navigationBarAppearance key="scrollEdgeAppearance">
        \(color("backgroundColor", "green"))</navigationBarAppearance>
        <barButtonItem key="rightBarButtonItem" title="R" id="r">\(color("tintColor", "red"))</barButtonItem>
        </navigationItem></items></navigationBar>
        """
      let found = try views(bar).first as? UINavigationBar
      let look = try #require(found?.standardAppearance)
      #expect(look.backgroundColor == red && look.shadowColor == green)
      #expect(look.titleTextAttributes[.foregroundColor] as? UIColor == blue)
      #expect((look.largeTitleTextAttributes[.font] as? UIFont)?.pointSize == 12)
      #expect(look.titlePositionAdjustment == UIOffset(horizontal: 3, vertical: -4))
      let pressed = look.doneButtonAppearance.highlighted
      #expect(pressed.titleTextAttributes[.foregroundColor] as? UIColor == red)
      #expect(pressed.titlePositionAdjustment == UIOffset(horizontal: 1, vertical: 2))
      #expect(look.doneButtonAppearance.normal.titleTextAttributes.isEmpty)
      #expect(look.buttonAppearance.highlighted.titleTextAttributes.isEmpty)
      #expect(found?.compactScrollEdgeAppearance?.backgroundColor == blue)
      #expect(found?.scrollEdgeAppearance == nil && found?.compactAppearance == nil)
      #expect(found?.topItem?.scrollEdgeAppearance?.backgroundColor == green)
      #expect(found?.topItem?.rightBarButtonItem?.tintColor == red)
    }
  }

  @Test(.rule("E-701"), arguments: ["leftBarButtonItems", "rightBarButtonItems"])
  func `collections of bar items are read by name and by key`(_ name: String) throws {
    try withDevice { _ in
      @MainActor func items(_ start: String, _ end: String) throws -> [UIBarButtonItem]? {
        let bar = """
          <navigationBar id="bar"><items><navigationItem id="i">\(start)
          <barButtonItem title="One" id="a"/><barButtonItem title="Two" id="b"/>
          \(end)</navigationItem></items></navigationBar>
          """
        let item = (try views(bar).first as? UINavigationBar)?.topItem
        return name == "leftBarButtonItems" ? item?.leftBarButtonItems : item?.rightBarButtonItems
      }
      let named = try items("<\(name)>", "</\(name)>")
      #expect(named?.map(\.title) == ["One", "Two"])
      let keyed = try items("<array key=\"\(name)\">", "</array>")
      #expect(keyed?.map(\.title) == ["One", "Two"])
    }
  }

  @Test(.rule("E-540")) func `toolbars and tab bars have the appearance in their elements`() throws {
    try withDevice { _ in
      let bars = """
        <toolbar id="tools"><toolbarAppearance key="standardAppearance">\(color("backgroundColor", "blue"))
        <barButtonItemAppearance key="buttonAppearance"><barButtonItemStateAppearance key="normal">
        \(attributes("titleTextAttributes", "green", size: 9))
        </barButtonItemStateAppearance></barButtonItemAppearance></toolbarAppearance><items/></toolbar>
        <tabBar id="tabs"><tabBarAppearance key="standardAppearance">
        <tabBarItemAppearance key="stackedLayoutAppearance"><tabBarItemStateAppearance key="normal">
        \(color("iconColor", "red"))\(color("badgeBackgroundColor", "blue"))
        \(attributes("badgeTextAttributes", "green", size: 7))
        <offsetWrapper key="badgePositionAdjustment" horizontal="5" vertical="6"/></tabBarItemStateAppearance>
        <tabBarItemStateAppearance key="selected">\(color("iconColor", "green"))</tabBarItemStateAppearance>
        </tabBarItemAppearance></tabBarAppearance><tabBarAppearance key="scrollEdgeAppearance"/>
        <items><tabBarItem title="One" id="i1">\(color("badgeColor", "green"))
        <tabBarAppearance key="standardAppearance">\(color("backgroundColor", "red"))</tabBarAppearance>
        </tabBarItem></items></tabBar>
        """
      let found = try views(bars)
      let tools = try #require(found.first as? UIToolbar).standardAppearance
      #expect(tools.backgroundColor == blue)
      #expect((tools.buttonAppearance.normal.titleTextAttributes[.font] as? UIFont)?.pointSize == 9)
      #expect(tools.doneButtonAppearance.normal.titleTextAttributes.isEmpty)
      let tabs = try #require(found.last as? UITabBar)
      let look = tabs.standardAppearance.stackedLayoutAppearance
      #expect(look.normal.iconColor == red && look.selected.iconColor == green)
      #expect(look.selected.badgeBackgroundColor == blue && look.disabled.iconColor == red)
      #expect(look.normal.badgeTextAttributes[.foregroundColor] as? UIColor == green)
      #expect(look.normal.badgePositionAdjustment == UIOffset(horizontal: 5, vertical: 6))
      #expect(tabs.standardAppearance.inlineLayoutAppearance.normal.iconColor == nil)
      #expect(tabs.scrollEdgeAppearance != nil)
      #expect(tabs.items?.first?.badgeColor == green)
      #expect(tabs.items?.first?.standardAppearance?.backgroundColor == red)
    }
  }

  @Test(.rule("E-541"))
  func `heights of headers and footers are used unless they are Xcode's defaults`() throws {
    try withDevice { _ in
      @MainActor func heights(_ style: String, _ header: Int, _ footer: Int) throws -> [CGFloat] {
        let table = """
          <tableView style="\(style)" sectionHeaderHeight="\(header)" sectionFooterHeight="\(footer)" id="t"/>
          """
        let found = try #require(try views(table).first as? UITableView)
        return [found.sectionHeaderHeight, found.sectionFooterHeight]
      }
      let automatic = UITableView.automaticDimension
      let found = [
        try heights("plain", 28, 28), try heights("plain", 18, 40), try heights("grouped", 18, 18),
        try heights("grouped", 28, 1),
      ]
      #expect(found == [[automatic, automatic], [18, 40], [automatic, automatic], [28, 1]])
    }
  }
}
