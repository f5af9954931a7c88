import CarobFoundation
import InterfaceCompiler
import NibFormat
import TestSupport
import Testing

@testable import UIKit

/// Nibs, segues and unwinding, with storyboards written by the tests.
@MainActor @Suite struct StoryboardTests {
  /// Compiles a storyboard of these scenes into a bundle of its own.
  static func storyboard(_ initial: String, _ scenes: String) throws -> UIStoryboard {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("story-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
      targetRuntime="iOS.CocoaTouch" initialViewController="\(initial)"><scenes>\(scenes)</scenes></document>
      """
    let bytes = try NibCompiler.compile(xml: Data(xml.utf8), path: "Test.storyboard")
    try Data(bytes).write(to: folder.appendingPathComponent("Test.storyboardc"))
    let bundle = try #require(Bundle(path: folder.path))
    return UIStoryboard(name: "Test", bundle: bundle)
  }

  /// A scene with a StoryScreen, the subviews of its view, and its own connections.
  static func scene(_ id: String, _ subviews: String = "", _ connections: String = "") -> String {
    """
    <scene sceneID="scene-\(id)"><objects>
    <viewController title="\(id.uppercased())" storyboardIdentifier="\(id)" id="\(id)" customClass="StoryScreen" \
    customModule="UIKitTests" sceneMemberID="viewController">
    <view key="view" id="\(id)-view"><rect key="frame" x="0.0" y="0.0" width="393" height="852"/>
    <subviews>\(subviews)</subviews></view>
    <connections>\(connections)</connections></viewController>
    <exit id="\(id)-exit" userLabel="Exit" sceneMemberID="exit"/>
    </objects></scene>
    """
  }

  static func button(_ id: String, _ y: Int, _ segue: String) -> String {
    """
    <button id="\(id)"><rect key="frame" x="0.0" y="\(y)" width="100" height="50"/>
    <state key="normal" title="\(id)"/><connections>\(segue)</connections></button>
    """
  }

  private func telling(_ initial: String, _ scenes: String, _ body: (TestDevice, UIStoryboard) throws -> Void)
    throws
  {
    let storyboard = try Self.storyboard(initial, scenes)
    try withDevice { device in
      StoryScreen.log = device.log
      try body(device, storyboard)
    }
  }

  @Test(.rule("E-804")) func `a controller from a storyboard in a weak variable stays alive for the turn`()
    throws
  {
    try telling("a", Self.scene("a")) { device, storyboard in
      weak var controller: UIViewController?
      autoreleasepool {
        controller = storyboard.instantiateViewController(withIdentifier: "a")
        #expect(controller != nil)
      }
      #expect(controller == nil)
    }
  }

  @Test(.rule("E-295", "E-296", "E-297", "E-62"))
  func `the controller is created first, its view on first use, outlets are set before viewDidLoad`() throws {
    let label = """
      <label text="x" id="l" customClass="StoryLabel" customModule="UIKitTests">
      <userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="number" keyPath="mark">
      <integer key="value" value="7"/></userDefinedRuntimeAttribute></userDefinedRuntimeAttributes></label>
      """
    try telling("a", Self.scene("a", label, #"<outlet property="label" destination="l" id="o"/>"#)) {
      device, storyboard in
      let screen = storyboard.instantiateInitialViewController()
      #expect(device.log.take() == ["A.init", "A.awake without label"])
      screen?.loadViewIfNeeded()
      #expect(
        device.log.take() == [
          "label.init", "label.awake with mark 7", "A.loadView returned with label", "A.didLoad with label",
        ])
    }
  }

  @Test(.rule("E-295", "E-297", "E-299"))
  func `bar items are created with the controller and connected with its view`() throws {
    let bar = """
      <navigationItem key="navigationItem" title="A" id="n">
      <barButtonItem key="leftBarButtonItem" title="Open" id="open"><connections>
      <segue destination="b" kind="show" identifier="toB" animates="NO" id="s"/></connections></barButtonItem>
      <barButtonItem key="rightBarButtonItem" title="Act" id="act"><connections>
      <action selector="act:" destination="a" id="x"/></connections></barButtonItem>
      </navigationItem>
      """
    let navigation = """
      <scene sceneID="scene-n"><objects><navigationController id="nav" sceneMemberID="viewController">
      <navigationBar key="navigationBar" id="bar"/><connections>
      <segue destination="a" kind="relationship" relationship="rootViewController" id="r"/></connections>
      </navigationController></objects></scene>
      """
    let connections = #"<outlet property="item" destination="act" id="o"/>"#
    let scenes =
      navigation
      + Self.scene("a", "", connections).replacingOccurrences(
        of: "<connections><outlet", with: bar + "<connections><outlet")
      + Self.scene("b")
    try telling("nav", scenes) { device, storyboard in
      let controller = try #require(storyboard.instantiateInitialViewController() as? UINavigationController)
      device.show(controller)
      let a = try #require(controller.viewControllers.first as? StoryScreen)
      #expect(a.item != nil && a.item === a.navigationItem.rightBarButtonItem)
      _ = device.log.take()
      let bar = controller.navigationBar.frame
      device.tap(bar.maxX - 30, bar.maxY - 22)
      #expect(device.log.take() == ["A.act by UIBarButtonItem"])
      device.tap(30, bar.maxY - 22)
      #expect(device.log.take().prefix(2) == ["A.should toB from UIBarButtonItem", "B.init"])
      #expect(controller.viewControllers.count == 2)
    }
  }

  @Test(.rule("E-295")) func `outlets can refer to constraints, which are active before they are connected`()
    throws
  {
    let label = """
      <label text="x" translatesAutoresizingMaskIntoConstraints="NO" id="l">
      <constraints><constraint firstAttribute="width" constant="70" id="c"/></constraints></label>
      """
    try telling("a", Self.scene("a", label, #"<outlet property="constraint" destination="c" id="o"/>"#)) {
      device, storyboard in
      let a = try #require(storyboard.instantiateInitialViewController() as? StoryScreen)
      device.show(a)
      #expect(a.constraint?.constant == 70 && a.constraint?.isActive == true)
      a.constraint?.constant = 90
      device.turn()
      #expect(a.view.subviews.first?.frame.width == 90)
    }
  }

  /// A controller with a table whose prototype cells are in the storyboard, and with outlets to both.
  private static func table(_ attributes: String, _ content: String) -> String {
    """
    <scene sceneID="s"><objects><tableViewController storyboardIdentifier="t" id="t" sceneMemberID="viewController">
    <tableView key="view" \(attributes) style="plain" rowHeight="-1" id="v">
    <rect key="frame" x="0.0" y="0.0" width="393" height="852"/>\(content)</tableView>
    <navigationItem key="navigationItem" title="T" id="n"/>
    <connections><outlet property="view" destination="v" id="o"/></connections>
    </tableViewController></objects></scene>
    """
  }

  @Test(.rule("E-295")) func `a dequeued cell is connected without the rest of its scene`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        let cell = """
          <prototypes><tableViewCell reuseIdentifier="cell" id="c"><tableViewCellContentView key="contentView" id="w">
          </tableViewCellContentView></tableViewCell></prototypes>
          """
        let scene = Self.scene("a", "", #"<outlet property="label" destination="l" id="o"/>"#)
          .replacing(
            "<subviews></subviews>",
            with: """
              <subviews><label text="x" id="l"/><tableView dataMode="prototypes" style="plain" id="v">\(cell)</tableView>
              </subviews>
              """)
        let a = try Self.storyboard("a", scene).instantiateInitialViewController()
        a?.loadViewIfNeeded()
        let table = a?.view.subviews.last as? UITableView
        precondition(table?.dequeueReusableCell(withIdentifier: "cell") != nil)
      }
    }
    #expect(warnings(of: result) == [])
  }

  /// A static table with one section of these cells, which is its controller's view.
  private static func staticTable(_ cells: [String]) -> String {
    let sections =
      #"<sections><tableViewSection id="x"><cells>"# + cells.joined()
      + "</cells></tableViewSection></sections>"
    return table(#"dataMode="static""#, sections)
      .replacing(#"<outlet property="view" destination="v" id="o"/>"#, with: "")
  }

  @Test func `a cell has the background in its element`() throws {
    let cells = ["1", "2"].map { id in
      """
      <tableViewCell id="\(id)"><tableViewCellContentView key="contentView" id="w\(id)"/>
      \(id == "2" ? #"<color key="backgroundColor" red="1" green="0.0" blue="0.0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>"# : "")
      </tableViewCell>
      """
    }
    try telling("t", Self.staticTable(cells)) { device, storyboard in
      let controller = try #require(storyboard.instantiateInitialViewController() as? UITableViewController)
      device.show(controller)
      let colors = controller.tableView.visibleCells.map(\.backgroundColor)
      #expect(colors == [.systemBackground, UIColor(red: 1, green: 0, blue: 0, alpha: 1)])
    }
  }

  @Test(.rule("E-554")) func `a static row has the height of its cell's element, other rows the table's`()
    throws
  {
    let cells = ["1", "2", "3"].map { id in
      """
      <tableViewCell id="\(id)"\(id == "2" ? #" rowHeight="120""# : "")>
      <tableViewCellContentView key="contentView" id="w\(id)"/></tableViewCell>
      """
    }
    try telling("t", Self.staticTable(cells)) { device, storyboard in
      let controller = try #require(storyboard.instantiateInitialViewController() as? UITableViewController)
      device.show(controller)
      let table = try #require(controller.tableView)
      let paths = (0..<3).map { IndexPath(row: $0, section: 0) }
      #expect(paths.map { table.rectForRow(at: $0).height } == [44, 120, 44])
      let asked = paths.map { controller.tableView(table, heightForRowAt: $0) }
      #expect(asked == [UITableView.automaticDimension, 120, UITableView.automaticDimension])
    }
  }

  @Test func `an effect view has its effect and the views in its content view`() throws {
    let effect = """
      <visualEffectView id="e"><rect key="frame" x="0.0" y="0.0" width="200" height="80"/>
      <view key="contentView" id="c"><rect key="frame" x="0.0" y="0.0" width="100" height="40"/>
      <subviews><label text="frosted" id="l"><rect key="frame" x="5" y="6" width="70" height="20"/></label></subviews>
      </view><blurEffect style="dark"/></visualEffectView>
      """
    try telling("a", Self.scene("a", effect, #"<outlet property="label" destination="l" id="o"/>"#)) {
      device, storyboard in
      let a = try #require(storyboard.instantiateInitialViewController() as? StoryScreen)
      device.show(a)
      let view = try #require(a.view.subviews.first as? UIVisualEffectView)
      #expect((view.effect as? UIBlurEffect)?.style == .dark)
      #expect(a.label?.text == "frosted" && a.label?.superview === view.contentView)
      #expect(view.contentView.frame == CGRect(x: 0, y: 0, width: 200, height: 80))
    }
  }

  @Test func `a navigation controller's bar has the appearance in its element`() throws {
    let navigation = """
      <scene sceneID="scene-n"><objects>
      <navigationController id="nav" navigationBarHidden="YES" sceneMemberID="viewController">
      <navigationBar key="navigationBar" translucent="NO" largeTitles="YES" barStyle="black" id="bar">
      <color key="barTintColor" red="1" green="0.0" blue="0.0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>
      <textAttributes key="titleTextAttributes">
      <fontDescription key="fontDescription" type="system" pointSize="23"/>
      <color key="textColor" red="0.0" green="1" blue="0.0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>
      </textAttributes></navigationBar><connections>
      <segue destination="a" kind="relationship" relationship="rootViewController" id="r"/></connections>
      </navigationController></objects></scene>
      """
    try telling("nav", navigation + Self.scene("a")) { device, storyboard in
      let controller = try #require(storyboard.instantiateInitialViewController() as? UINavigationController)
      device.show(controller)
      let bar = controller.navigationBar
      #expect(controller.isNavigationBarHidden && bar.isHidden)
      #expect(!bar.isTranslucent && bar.prefersLargeTitles && bar.barStyle == .black)
      #expect(bar.barTintColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
      // At the content's edge it would be transparent (E-531).
      bar.isAtEdge = false
      #expect(bar.backgroundColor == bar.barTintColor)
      #expect(
        bar.titleTextAttributes?[.foregroundColor] as? UIColor == UIColor(red: 0, green: 1, blue: 0, alpha: 1)
      )
      #expect((bar.titleTextAttributes?[.font] as? UIFont)?.pointSize == 23)
    }
  }

  @Test func `a tab bar without a controller has the items in its element and informs its delegate of taps`()
    throws
  {
    let bar = """
      <tabBar id="t" barStyle="black"><rect key="frame" x="0.0" y="400" width="393" height="49"/>
      <items><tabBarItem title="One" tag="1" id="i1"/><tabBarItem title="Two" tag="2" id="i2"/></items>
      <connections><outlet property="delegate" destination="a" id="d"/></connections></tabBar>
      """
    try telling("a", Self.scene("a", bar)) { device, storyboard in
      let a = try #require(storyboard.instantiateInitialViewController() as? StoryScreen)
      device.show(a)
      let bar = try #require(a.view.subviews.first as? UITabBar)
      #expect(bar.items?.map(\.title) == ["One", "Two"] && bar.selectedItem == nil && bar.barStyle == .black)
      _ = device.log.take()
      device.tap(300, 420)
      #expect(device.log.take() == ["A.tab Two"])
      #expect(bar.selectedItem?.tag == 2)
    }
  }

  @Test func `a header decoded from a cell's element has the views of its content view`() throws {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" targetRuntime="iOS.CocoaTouch"><objects>
      <placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
      <tableViewCell reuseIdentifier="header" id="h" customClass="StoryHeader" customModule="UIKitTests">
      <rect key="frame" x="0.0" y="0.0" width="320" height="25"/>
      <tableViewCellContentView key="contentView" tableViewCell="h" id="c">
      <rect key="frame" x="0.0" y="0.0" width="320" height="25"/><subviews><label text="Section" id="l"/></subviews>
      </tableViewCellContentView>
      <connections><outlet property="title" destination="l" id="o"/></connections></tableViewCell></objects></document>
      """
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nib-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(try NibCompiler.compile(xml: Data(xml.utf8), path: "Header.xib"))
      .write(to: folder.appendingPathComponent("Header.nib"))
    let nib = UINib(nibName: "Header", bundle: Bundle(path: folder.path))
    let header = try #require(nib.instantiate(withOwner: nil).first as? StoryHeader)
    #expect(header.title?.text == "Section" && header.title?.superview === header.contentView)
    #expect(header.reuseIdentifier == "header")
  }

  @Test(.rule("E-298")) func `an outlet that the object does not have raises an exception`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        let storyboard = try Self.storyboard(
          "a",
          Self.scene("a", #"<label text="x" id="l"/>"#, #"<outlet property="gone" destination="l" id="o"/>"#))
        storyboard.instantiateInitialViewController()?.loadViewIfNeeded()
      }
    }
    #expect(errors(of: result).contains("not key value coding-compliant for the key gone"))
  }

  @Test(.rule("E-622")) func `an outlet to an object of another type stays nil and causes a warning`()
    async
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        let table = """
          <tableView id="t"><connections><outlet property="dataSource" destination="a" id="o"/>\
          <outlet property="backgroundView" destination="l" id="p"/></connections></tableView><label text="x" id="l"/>
          """
        let storyboard = try Self.storyboard(
          "a", Self.scene("a", table, #"<outlet property="label" destination="t" id="q"/>"#))
        let screen = storyboard.instantiateInitialViewController() as? StoryScreen
        let made = screen?.view.subviews.first as? UITableView
        precondition(made?.dataSource == nil && made?.backgroundView is UILabel && screen?.label == nil)
      }
    }
    let said = warnings(of: result)
    let expected = [
      "the outlet label of StoryScreen is connected to a UITableView, which is not a UILabel; the outlet stays nil",
      "the outlet dataSource of UITableView is connected to a StoryScreen, which is not a UITableViewDataSource; the outlet stays nil",
    ]
    #expect(said.count == 2 && zip(said, expected).allSatisfy { $0.hasSuffix($1) })
  }

  @Test(.rule("M-44")) func `an action to First Responder needs a colon in a nib`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        let actions = ["save", "load:"].map {
          #"<action selector="\#($0)" destination="fr" eventType="touchUpInside" id="\#($0)"/>"#
        }
        let responder = #"<placeholder placeholderIdentifier="IBFirstResponder" id="fr"/>"#
        let scene = Self.scene("a", Self.button("b", 0, actions.joined()))
          .replacing("<exit", with: responder + "<exit")
        try Self.storyboard("a", scene).instantiateInitialViewController()?.loadViewIfNeeded()
      }
    }
    let said = warnings(of: result)
    #expect(said.count == 1)
    #expect(said.first?.hasSuffix("First Responder action save must end in a colon") == true)
  }

  private static let twoScenes =
    scene(
      "a",
      button(
        "go", 100, #"<segue destination="b" kind="presentation" identifier="toB" animates="NO" id="s"/>"#))
    + scene("b")

  @Test(.rule("E-299", "E-300"))
  func `a button's segue: shouldPerform, destination created, prepare, perform, shown`() throws {
    try telling("a", Self.twoScenes) { device, storyboard in
      let a = try #require(storyboard.instantiateInitialViewController() as? StoryScreen)
      device.show(a)
      _ = device.log.take()
      device.tap(50, 125)
      #expect(
        device.log.take() == [
          "A.should toB from UIButton", "B.init", "B.awake without label",
          "A.prepare toB for B not loaded from UIButton", "B.loadView returned without label",
          "B.didLoad without label", "B.willAppear", "B.didAppear",
        ])
      a.dismiss(animated: false)
      device.turn()
      _ = device.log.take()
      a.performs = false
      device.tap(50, 125)
      #expect(device.log.take() == ["A.should toB from UIButton"] && a.presentedViewController == nil)
    }
  }

  @Test(.rule("E-301")) func `performing a segue in code does not call shouldPerformSegue`() throws {
    try telling("a", Self.twoScenes) { device, storyboard in
      let a = try #require(storyboard.instantiateInitialViewController() as? StoryScreen)
      a.performs = false
      device.show(a)
      _ = device.log.take()
      a.performSegue(withIdentifier: "toB", sender: nil)
      #expect(
        device.log.take().prefix(3) == [
          "B.init", "B.awake without label", "A.prepare toB for B not loaded from nobody",
        ])
      device.turn()
      a.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-301")) func `performing an unknown segue raises an exception`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        let storyboard = try Self.storyboard("a", Self.twoScenes)
        storyboard.instantiateInitialViewController()?.performSegue(withIdentifier: "toC", sender: nil)
      }
    }
    #expect(errors(of: result).contains("has no segue with identifier 'toC'"))
  }

  @Test(.rule("E-302")) func `an embedded controller is created while the parent's view loads`() throws {
    let container = """
      <containerView id="c"><rect key="frame" x="0.0" y="0.0" width="100" height="100"/>
      <connections><segue destination="b" kind="embed" identifier="inner" id="s"/></connections></containerView>
      """
    try telling("a", Self.scene("a", container) + Self.scene("b")) { device, storyboard in
      let a = storyboard.instantiateInitialViewController() as? StoryScreen
      a?.logsParents = true
      _ = device.log.take()
      a?.loadViewIfNeeded()
      #expect(
        device.log.take() == [
          "B.init", "B.awake without label", "A.prepare inner for B not loaded from nobody",
          "B.willMove(parent)", "B.loadView returned without label", "B.didLoad without label",
          "B.didMove(parent)", "A.loadView returned without label", "A.didLoad without label",
        ])
    }
  }

  @Test(.rule("E-303")) func `a navigation controller's root is created without segue messages`() throws {
    let navigation = """
      <scene sceneID="n"><objects><navigationController id="nav" sceneMemberID="viewController"><connections>
      <segue destination="a" kind="relationship" relationship="rootViewController" id="r"/></connections>
      </navigationController></objects></scene>
      """
    try telling("nav", navigation + Self.scene("a")) { device, storyboard in
      let made = storyboard.instantiateInitialViewController() as? UINavigationController
      #expect((made?.topViewController as? StoryScreen)?.title == "A")
      #expect(device.log.take() == ["A.init", "A.awake without label"])
    }
  }

  // MARK: Unwinding

  private static func unwinding(_ action: String) -> String {
    button(
      "back", 300,
      #"<segue destination="b-exit" kind="unwind" identifier="home" unwindAction="\#(action)" animates="NO" id="u"/>"#
    )
  }

  @Test(.rule("E-310", "E-311", "E-312", "E-313", "E-317"))
  func
    `unwinding to the presenter: controllers are asked outward, the action is called, then the screen is dismissed`()
    throws
  {
    let scenes =
      Self.scene(
        "a", Self.button("go", 100, #"<segue destination="b" kind="presentation" animates="NO" id="s"/>"#))
      + Self.scene("b", Self.unwinding("comeHome:"))
    try telling("a", scenes) { device, storyboard in
      let a = try #require(storyboard.instantiateInitialViewController() as? StoryScreen)
      a.acceptsUnwinding = true
      device.show(a)
      device.tap(50, 125)
      let b = try #require(a.presentedViewController as? StoryScreen)
      b.logsSearch = true
      a.logsSearch = true
      _ = device.log.take()
      device.tap(b.button)
      device.advance(1)
      #expect(
        device.log.take() == [
          "B.should home from UIButton", "B.allowed", "B.can comeHome: false", "A.allowed",
          "A.can comeHome: true", "B.prepare home for A from UIButton", "A.comeHome from B, still shown",
          "B.willDisappear", "B.didDisappear",
        ])
      #expect(a.presentedViewController == nil)
    }
  }

  @Test(.rule("E-314", "E-311")) func `unwinding to the root of a navigation stack pops to it`() throws {
    let scenes =
      Self.scene("a", Self.button("go", 200, #"<segue destination="b" kind="show" animates="NO" id="s"/>"#))
      + Self.scene("b", Self.unwinding("comeHome:"))
    try telling("a", scenes) { device, storyboard in
      let a = try #require(storyboard.instantiateInitialViewController() as? StoryScreen)
      a.acceptsUnwinding = true
      let navigation = UINavigationController(rootViewController: a)
      device.show(navigation)
      device.tap(50, 225)
      let b = try #require(navigation.topViewController as? StoryScreen)
      #expect(b.title == "B")
      device.advance(1)
      _ = device.log.take()
      device.tap(b.button)
      device.advance(1)
      #expect(navigation.viewControllers == [a])
      let events = device.log.take()
      #expect(
        events == [
          "B.should home from UIButton", "B.prepare home for A from UIButton",
          "A.comeHome from B, still shown", "B.willDisappear", "A.willAppear", "B.didDisappear",
          "A.didAppear",
        ])
    }
  }

  @Test(.rule("E-318", "M-74")) func `if no controller accepts an unwind, nothing happens`() throws {
    let scenes =
      Self.scene(
        "a", Self.button("go", 100, #"<segue destination="b" kind="presentation" animates="NO" id="s"/>"#))
      + Self.scene("b", Self.unwinding("nobody:"))
    try telling("a", scenes) { device, storyboard in
      let a = try #require(storyboard.instantiateInitialViewController() as? StoryScreen)
      device.show(a)
      device.tap(50, 125)
      let b = try #require(a.presentedViewController as? StoryScreen)
      _ = device.log.take()
      device.tap(b.button)
      device.advance(1)
      #expect(device.log.take() == ["B.should home from UIButton"] && a.presentedViewController === b)
      a.dismiss(animated: false)
      device.turn()
    }
  }
}

/// The controller in the storyboards above.
final class StoryScreen: UIViewController, UITabBarDelegate {
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) { note("tab \(item.title ?? "?")") }
  static var log = Log()
  var label: UILabel?
  var item: UIBarButtonItem?
  weak var constraint: NSLayoutConstraint?
  var performs = true
  var onPrepare: ((UIStoryboardSegue) -> Void)?
  var logsParents = false
  var logsSearch = false
  var acceptsUnwinding = false

  private func note(_ event: String) { Self.log("\(title ?? "?").\(event)") }
  private var labelText: String { label == nil ? "without label" : "with label" }
  /// The first button of the view.
  var button: UIView { view.subviews.first { $0 is UIButton } ?? view }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    note("init")
  }
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { StoryScreen(coder: $0) }
  }
  override class var _carobKVC: [_CarobProperty] {
    [
      .init("label", \StoryScreen.label), .init("item", \StoryScreen.item),
      .init("constraint", \StoryScreen.constraint),
    ]
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "tabBar:didSelectItem:", "tabBar(_:didSelect:)", 1),
      .init(object: "act:", "act(_:)", 1) { s, sender in
        unsafeDowncast(s, to: StoryScreen.self).note("act by \(sender.map { "\(type(of: $0))" } ?? "nobody")")
      },
      .init(object: "comeHome:", "comeHome(_:)", 1) { s, segue in
        let screen = unsafeDowncast(s, to: StoryScreen.self)
        guard let source = (segue as? UIStoryboardSegue)?.source else { return }
        screen.note(
          "comeHome from \(source.title ?? "?"), \(source.view.window == nil ? "gone" : "still shown")")
      },
    ]
  }

  override func awakeFromNib() {
    super.awakeFromNib()
    MainActor.assumeIsolated { note("awake \(labelText)") }
  }
  override func loadView() {
    super.loadView()
    note("loadView returned \(labelText)")
  }
  override func viewDidLoad() {
    super.viewDidLoad()
    note("didLoad \(labelText)")
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    note("willAppear")
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    note("didAppear")
  }
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    note("willDisappear")
  }
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    note("didDisappear")
  }
  override func willMove(toParent parent: UIViewController?) {
    super.willMove(toParent: parent)
    if (parent as? StoryScreen)?.logsParents == true { note("willMove(parent)") }
  }
  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    if (parent as? StoryScreen)?.logsParents == true { note("didMove(parent)") }
  }
  private func name(_ sender: Any?) -> String { sender.map { "\(type(of: $0))" } ?? "nobody" }
  override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
    note("should \(identifier) from \(name(sender))")
    return performs
  }
  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    onPrepare?(segue)
    let loaded = segue.destination.isViewLoaded ? "" : " not loaded"
    note(
      "prepare \(segue.identifier ?? "") for \(segue.destination.title ?? "?")\(loaded) from \(name(sender))")
  }
  override func allowedChildrenForUnwinding(from source: UIStoryboardUnwindSegueSource) -> [UIViewController]
  {
    if logsSearch { note("allowed") }
    return super.allowedChildrenForUnwinding(from: source)
  }
  override func canPerformUnwindSegueAction(
    _ action: Selector, from fromViewController: UIViewController, sender: Any?
  ) -> Bool {
    let can =
      acceptsUnwinding
      && super.canPerformUnwindSegueAction(action, from: fromViewController, sender: sender)
    if logsSearch { note("can \(action.name) \(can)") }
    return can
  }
}

/// A label with a runtime attribute.
final class StoryLabel: UILabel {
  var mark = 0
  required init?(coder: NSCoder) {
    super.init(coder: coder)
    StoryScreen.log("label.init")
  }
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { StoryLabel(coder: $0) }
  }
  override class var _carobKVC: [_CarobProperty] { [.init("mark", \StoryLabel.mark)] }
  override func awakeFromNib() {
    super.awakeFromNib()
    MainActor.assumeIsolated { StoryScreen.log("label.awake with mark \(mark)") }
  }
}

final class StoryHeader: UITableViewHeaderFooterView {
  var title: UILabel?
  nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? {
    { StoryHeader(coder: $0) }
  }
  override class var _carobKVC: [_CarobProperty] { [.init("title", \StoryHeader.title)] }
}
