import CarobFoundation
import DeviceProtocol
import InterfaceCompiler
import TestSupport
import Testing

@testable import UIKit

/// Storyboards in other languages and size classes, and outlets to objects other than views.
@MainActor @Suite struct NibVariationTests {
  /// A storyboard of one screen with this view, and a strings file beside it.
  private func screen(
    _ view: String, _ connections: String = "", objects: String = "", strings: [String: String] = [:]
  )
    throws -> VariedScreen
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("varied-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
      targetRuntime="iOS.CocoaTouch" initialViewController="a"><scenes><scene sceneID="s"><objects>
      <viewController id="a" customClass="VariedScreen" customModule="UIKitTests" sceneMemberID="viewController">
      <view key="view" contentMode="scaleToFill" id="v"><rect key="frame" x="0.0" y="0.0" width="393" height="852"/>
      \(view)</view><connections>\(connections)</connections></viewController>\(objects)
      </objects></scene></scenes></document>
      """
    let bytes = try NibCompiler.compile(xml: Data(xml.utf8), path: "App/Base.lproj/Test.storyboard")
    try Data(bytes).write(to: folder.appendingPathComponent("Test.storyboardc"))
    if !strings.isEmpty {
      let data = try PropertyListSerialization.data(fromPropertyList: strings, format: .xml, options: 0)
      try data.write(to: folder.appendingPathComponent("Test.strings"))
    }
    let bundle = try #require(Bundle(path: folder.path))
    return try #require(
      UIStoryboard(name: "Test", bundle: bundle).instantiateInitialViewController() as? VariedScreen)
  }

  private static let label = """
    <label opaque="NO" text="Titel" translatesAutoresizingMaskIntoConstraints="NO" id="l">
    <rect key="frame" x="16" y="20" width="60" height="21"/>
    <fontDescription key="fontDescription" type="system" pointSize="17"/>
    <variation key="heightClass=compact"><fontDescription key="fontDescription" type="system" pointSize="30"/>
    </variation></label>
    """
  private static func box(_ id: String) -> String {
    """
    <view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="\(id)">
    <rect key="frame" x="0.0" y="0.0" width="10" height="10"/></view>
    """
  }

  @Test(.rule("E-295")) func `an outlet can refer to a constraint`() throws {
    try withDevice { device in
      let screen = try screen(
        """
        <subviews>\(Self.label)</subviews><constraints>
        <constraint firstItem="l" firstAttribute="top" secondItem="v" secondAttribute="top" constant="20" id="c"/>
        <constraint firstItem="l" firstAttribute="leading" secondItem="v" secondAttribute="leading" id="c2"/>
        </constraints>
        """, #"<outlet property="top" destination="c" id="o"/>"#)
      device.show(screen)
      #expect(screen.top?.constant == 20)
      screen.top?.constant = 50
      device.turn()
      #expect(screen.view.subviews.first?.frame.minY == 50)
    }
  }

  @Test(.rule("E-295")) func `a long press and an edge pan of a scene are configured by their elements`()
    throws
  {
    try withDevice { device in
      let screen = try screen(
        """
        <connections><outletCollection property="gestureRecognizers" destination="p" appends="YES" id="o1"/>
        <outletCollection property="gestureRecognizers" destination="e" appends="YES" id="o2"/>
        <outletCollection property="gestureRecognizers" destination="q" appends="YES" id="o3"/></connections>
        """,
        objects: """
          <pongPressGestureRecognizer minimumPressDuration="2" numberOfTouchesRequired="2" id="p"/>
          <screenEdgePanGestureRecognizer minimumNumberOfTouches="1" id="e"><rectEdge key="edges" left="YES"/>
          </screenEdgePanGestureRecognizer>
          <panGestureRecognizer minimumNumberOfTouches="2" maximumNumberOfTouches="3" id="q"/>
          """)
      let found = screen.view.gestureRecognizers ?? []
      let press = found.compactMap { $0 as? UILongPressGestureRecognizer }.first
      #expect(press?.minimumPressDuration == 2 && press?.numberOfTouchesRequired == 2)
      #expect(found.compactMap { $0 as? UIScreenEdgePanGestureRecognizer }.first?.edges == .left)
      let pan = found.compactMap { $0 as? UIPanGestureRecognizer }.last
      #expect(pan?.minimumNumberOfTouches == 2 && pan?.maximumNumberOfTouches == 3)
    }
  }

  @Test(.rule("E-624"))
  func `top-level objects beside the view in a scene are kept as long as the controller`() throws {
    try withDevice { device in
      weak var aside: UIView?
      try autoreleasepool {
        let screen = try screen(
          "", #"<outlet property="aside" destination="x" id="o"/>"#, objects: Self.box("x"))
        device.show(screen)
        aside = screen.aside
        #expect(aside?.frame.width == 10 && aside?.superview == nil)
        device.show(UIViewController())
      }
      #expect(aside == nil)
    }
  }

  @Test(.rule("E-299")) func `a segue action creates the destination`() throws {
    try withDevice { device in
      let screen = try screen(
        "",
        #"<segue destination="a" kind="presentation" identifier="again" animates="NO" "#
          + #"destinationCreationSelector="make:sender:" id="g"/>"#)
      device.show(screen)
      screen.performSegue(withIdentifier: "again", sender: "me")
      device.turn()
      let made = try #require(screen.presentedViewController as? VariedScreen)
      #expect(made.maker == "make for me")
      screen.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-570")) func `strings come from the strings file beside the storyboard`() throws {
    try withDevice { _ in
      let screen = try screen(
        """
        <subviews>\(Self.label)<button buttonType="system" id="b"><rect key="frame" x="0" y="0" width="9" height="9"/>
        <state key="normal" title="Los"/><state key="selected" title="Da"/></button>
        <segmentedControl selectedSegmentIndex="0" id="s"><rect key="frame" x="0" y="0" width="90" height="30"/>
        <segments><segment title="eins"/><segment title="zwei"/></segments></segmentedControl></subviews>
        """,
        strings: [
          "l.text": "Title", "b.normalTitle": "Go", "s.segmentTitles[1]": "two",
        ])
      let views = screen.view.subviews
      #expect((views[0] as? UILabel)?.text == "Title")
      let button = views[1] as? UIButton
      #expect(button?.title(for: .normal) == "Go" && button?.title(for: .selected) == "Da")
      let segments = views[2] as? UISegmentedControl
      #expect(segments?.titleForSegment(at: 0) == "eins" && segments?.titleForSegment(at: 1) == "two")
    }
  }

  @Test(.rule("E-571")) func `size classes change fonts, axes, constants and installed views`() throws {
    try withDevice { device in
      let screen = try screen(
        """
        <subviews>\(Self.label)\(Self.box("only"))
        <stackView opaque="NO" axis="vertical" id="s"><rect key="frame" x="0" y="0" width="90" height="30"/>
        <variation key="heightClass=compact-widthClass=compact" axis="horizontal" spacing="7"/></stackView></subviews>
        <constraints>
        <constraint firstItem="l" firstAttribute="top" secondItem="v" secondAttribute="top" constant="20" id="c">
        <variation key="heightClass=compact" constant="2"/></constraint>
        <constraint firstItem="l" firstAttribute="leading" secondItem="v" secondAttribute="leading" id="c2"/>
        <constraint firstItem="l" firstAttribute="leading" secondItem="v" secondAttribute="leading" constant="40" id="c3"/>
        <constraint firstItem="only" firstAttribute="top" secondItem="l" secondAttribute="bottom" id="c4"/>
        <constraint firstItem="only" firstAttribute="leading" secondItem="v" secondAttribute="leading" id="c5"/>
        <constraint firstItem="only" firstAttribute="width" secondItem="v" secondAttribute="width" id="c6"/>
        <constraint firstItem="only" firstAttribute="height" secondItem="v" secondAttribute="height" multiplier="0.1" id="c7"/>
        </constraints>
        <variation key="default"><mask key="constraints"><exclude reference="c3"/></mask></variation>
        <variation key="heightClass=compact"><mask key="subviews"><exclude reference="only"/></mask>
        <mask key="constraints"><exclude reference="c2"/><include reference="c3"/></mask></variation>
        """,
        """
        <outlet property="top" destination="c" id="o"/><outlet property="label" destination="l" id="o2"/>
        <outlet property="only" destination="only" id="o3"/>
        """)
      @MainActor func state() -> [String] {
        let stack = screen.view.subviews.compactMap { $0 as? UIStackView }.first
        return [
          "\(screen.label?.font.pointSize ?? 0)", "\(screen.label?.frame.origin ?? .zero)",
          screen.only?.superview == nil ? "away" : "there \(Int(screen.only?.frame.minY ?? 0))",
          stack?.axis == .vertical ? "vertical" : "horizontal \(stack?.spacing ?? 0)",
        ]
      }
      device.show(screen)
      let upright = ["17.0", "(0.0, 20.0)", "there 40", "vertical"]
      #expect(state() == upright)
      UIScreen.main.change { $0.orientation = "landscapeLeft" }
      device.turn()
      #expect(state() == ["30.0", "(40.0, 2.0)", "away", "horizontal 7.0"])
      UIScreen.main.change { $0.orientation = "portrait" }
      device.turn()
      #expect(state() == upright)
    }
  }

  @Test(.rule("E-572")) func `a symbol has the scale and the rendering mode of its reference`() throws {
    try withDevice { _ in
      let screen = try screen(
        """
        <subviews><imageView id="i"><rect key="frame" x="0" y="0" width="90" height="90"/>
        <imageReference key="image" image="star.fill" catalog="system" symbolScale="large" renderingMode="original"/>
        <preferredSymbolConfiguration key="preferredSymbolConfiguration" configurationType="pointSize" pointSize="40" \
        weight="bold"/></imageView></subviews>
        """)
      let view = try #require(screen.view.subviews.first as? UIImageView)
      #expect(view.image?.renderingMode == .alwaysOriginal)
      #expect(view.image?.isSymbolImage == true)
      #expect(view.preferredSymbolConfiguration?.pointSize == 40)
    }
  }

  @Test(.rule("E-295")) func `a screen is configured by its element`() throws {
    try withDevice { device in
      let folder = """
        <subviews><tableView style="plain" rowHeight="-1" estimatedRowHeight="80" sectionHeaderHeight="28" \
        sectionFooterHeight="28" id="t"><rect key="frame" x="0" y="0" width="90" height="300"/>
        <inset key="separatorInset" minX="30" minY="0.0" maxX="5" maxY="0.0"/>
        <inset key="contentInset" minX="0.0" minY="8" maxX="0.0" maxY="4"/>
        <color key="separatorColor" red="1" green="0.0" blue="0.0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>
        <connections><outlet property="prefetchDataSource" destination="a" id="o9"/></connections></tableView></subviews>
        <edgeInsets key="layoutMargins" top="1" left="32" bottom="3" right="34"/>
        <accessibility key="accessibilityConfiguration" identifier="root"><accessibilityTraits key="traits" header="YES"/>
        </accessibility>
        """
      let screen = try screen(folder)
      let table = try #require(screen.view.subviews.first as? UITableView)
      #expect(
        table.estimatedRowHeight == 80 && table.separatorInset.left == 30 && table.contentInset.bottom == 4)
      #expect(table.separatorColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
      #expect(table.prefetchDataSource === screen)
      #expect(screen.view.accessibilityIdentifier == "root" && screen.view.accessibilityTraits == .header)
      #expect(screen.view.layoutMargins == UIEdgeInsets(top: 1, left: 32, bottom: 3, right: 34))
    }
  }
}

final class VariedScreen: UIViewController, UITableViewDataSourcePrefetching {
  var label: UILabel?
  var only: UIView?
  var top: NSLayoutConstraint?
  weak var aside: UIView?
  var maker: String?
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {}

  required init?(coder: NSCoder) { super.init(coder: coder) }
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { VariedScreen(coder: $0) }
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(value: "make:sender:", "make(_:sender:)", 0) { _, coder, sender, _ in
        let screen = (coder as? NSCoder).flatMap { VariedScreen(coder: $0) }
        screen?.maker = "make for \(sender as? String ?? "nobody")"
        return screen
      }
    ]
  }
  override class var _carobKVC: [_CarobProperty] {
    [
      .init("label", \VariedScreen.label), .init("only", \VariedScreen.only), .init("top", \VariedScreen.top),
      .init("aside", \VariedScreen.aside),
    ]
  }
}
