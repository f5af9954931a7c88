import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// How appearance messages relate to what is drawn.
@MainActor @Suite struct TransactionTests {
  @Test(.rule("E-71"))
  func `changes in willAppear and isAppearing are in the first frame, changes in didAppear in a later one`() {
    withDevice { device in
      device.show(DrawingScreen("A", device.log))
      #expect(
        device.log.take() == [
          "A.loadView", "A.viewDidLoad", "A.willAppear", "A.isAppearing", "drawn will is", "A.didAppear",
          "drawn will is did",
        ])
    }
  }

  @Test(.rule("E-76"))
  func `an animated transition is laid out before it moves, and each willLayout has its didLayout`() {
    withDevice { device in
      let navigation = UINavigationController(rootViewController: Screen("A", device.log))
      device.show(navigation)
      let b = Screen("B", device.log)
      b.logsLayout = true
      navigation.pushViewController(b, animated: true)
      _ = device.log.take()
      device.turn()
      let before = device.log.take().filter { $0.contains("Layout") }
      device.advance(1)
      let all = before + device.log.take().filter { $0.contains("Layout") }
      #expect(!before.isEmpty && all.count % 2 == 0)
      #expect(all.enumerated().allSatisfy { $1 == ($0 % 2 == 0 ? "B.willLayout" : "B.didLayout") })
    }
  }

  @Test(.rule("E-89"))
  func `of several pushes in one turn only the last appears, the others only get a parent`() {
    withDevice { device in
      let screens = ["A", "B", "C", "D"].map { Screen($0, device.log) }
      let navigation = UINavigationController(rootViewController: screens[0])
      // Nothing is on screen yet.
      navigation.pushViewController(screens[1], animated: false)
      device.show(navigation)
      #expect(
        device.log.take() == [
          "A.willMove(parent)", "A.didMove(parent)", "B.willMove(parent)", "B.didMove(parent)", "B.loadView",
          "B.viewDidLoad", "B.willAppear", "B.isAppearing", "B.didAppear",
        ])
      navigation.popViewController(animated: false)
      device.turn()
      _ = device.log.take()
      // DEVIATION: the first push begins immediately; the screens between it and the last never appear.
      for screen in screens[1...] { navigation.pushViewController(screen, animated: true) }
      device.turn()
      device.advance(2)
      let events = device.log.take()
      #expect(events.filter { $0.hasPrefix("C.") } == ["C.willMove(parent)", "C.didMove(parent)"])
      #expect(events.last { $0.hasSuffix("didAppear") } == "D.didAppear")
      #expect(navigation.viewControllers == screens)
    }
  }
}

/// A screen with a view that records what it draws.
private final class DrawingScreen: Screen {
  private lazy var drawing = Drawing(log)
  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(drawing)
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    drawing.add("will")
  }
  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    drawing.add("is")
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    drawing.add("did")
  }
}

private final class Drawing: UIView {
  private let log: Log
  private var words: [String] = []
  init(_ log: Log) {
    self.log = log
    super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  }
  required init?(coder: NSCoder) { nil }
  override class var _carobMethods: [_CarobMethod] { [.init(has: "drawRect:", "draw(_:)", 1)] }
  func add(_ word: String) {
    words.append(word)
    setNeedsDisplay()
  }
  override func draw(_ rect: CGRect) { log("drawn " + words.joined(separator: " ")) }
}
