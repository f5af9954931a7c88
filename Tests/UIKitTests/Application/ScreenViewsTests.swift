import CarobFoundation
import CarobRuntime
import DeviceProtocol
import QuartzCore
import Testing

@testable import UIKit

/// What scripts and UI tests see on the screen, and the app code that this runs.
@MainActor @Suite struct ScreenViewsTests {
  @Test(.rule("E-780")) func `describing the screen runs no hit test and no getter of the app`() {
    withDevice { device in
      let root = device.showEmpty()
      let asked = CallRecorder()
      let noisy = RecordingControl(frame: CGRect(x: 20, y: 100, width: 100, height: 40))
      let label = RecordingLabel(frame: CGRect(x: 20, y: 160, width: 100, height: 40))
      for view in [noisy, label] { root.addSubview(view) }
      (noisy.asked, label.asked) = (asked, asked)
      device.turn()
      asked.names = []
      let views = ScreenDescription.views()
      #expect(asked.names == [])
      #expect(views.contains { $0.classes.first == "RecordingControl" && $0.coveredBy == nil })
    }
  }

  @Test(.rule("E-781"))
  func `an overridden accessibility getter is called once per description, and never by a commit`() {
    withDevice { device in
      let root = device.showEmpty()
      let asked = CallRecorder()
      let view = LabelledView(frame: CGRect(x: 20, y: 100, width: 100, height: 40))
      view.asked = asked
      root.addSubview(view)
      device.turn()
      #expect(asked.names == [])
      let found = ScreenDescription.elements().first { $0.classes.first == "LabelledView" }
      #expect(found?.label == "Spoken")
      #expect(asked.names == ["isAccessibilityElement", "accessibilityLabel"])
      #expect(view.accessibilityForPage == nil)
      #expect(asked.names.count == 2)
    }
  }

  @Test(.rule("E-782")) func `every visible view is listed, with whether it is an accessibility element`() {
    withDevice { device in
      let root = device.showEmpty()
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 100, width: 200, height: 200))
      let button = UIButton(frame: CGRect(x: 10, y: 10, width: 100, height: 40))
      button.setTitle("Go", for: .normal)
      let away = UIImageView(frame: CGRect(x: 10, y: 900, width: 50, height: 50))
      scroll.addSubview(button)
      scroll.addSubview(away)
      root.addSubview(scroll)
      device.turn()
      let views = ScreenDescription.views()
      func kinds(_ type: String) -> [Bool] {
        views.filter { $0.classes.first == type }.map(\.isAccessibilityElement)
      }
      #expect(kinds("UIScrollView") == [false])
      #expect(kinds("UIButton") == [true])
      // The title is listed like any other view; clipped views are not.
      #expect(
        views.filter { $0.classes.contains("UILabel") && $0.label == "Go" }.map(\.isAccessibilityElement) == [
          false
        ])
      #expect(kinds("UIImageView") == [])
      #expect(ScreenDescription.elements().allSatisfy { $0.isAccessibilityElement })
      #expect(ScreenDescription.elements().filter { $0.label == "Go" }.count == 1)
    }
  }

  @Test(.rule("E-782")) func `views behind a modal view are not listed`() {
    withDevice { device in
      let root = device.showEmpty()
      let behind = UIScrollView(frame: CGRect(x: 0, y: 100, width: 200, height: 200))
      let front = UIView(frame: CGRect(x: 0, y: 400, width: 200, height: 200))
      front.accessibilityViewIsModal = true
      for view in [behind, front] { root.addSubview(view) }
      device.turn()
      #expect(!ScreenDescription.views().contains { $0.classes.first == "UIScrollView" })
    }
  }

  @Test(.rule("E-783")) func `parts of controls are elements, and images provide labels`() {
    withDevice { device in
      let root = device.showEmpty()
      let pages = UIPageControl(frame: CGRect(x: 20, y: 100, width: 100, height: 30))
      pages.numberOfPages = 2
      let stepper = UIStepper(frame: CGRect(x: 20, y: 150, width: 100, height: 30))
      stepper.value = 3
      for view in [pages, stepper] { root.addSubview(view) }
      device.turn()
      let elements = ScreenDescription.elements()
      #expect(
        elements.map { "\($0.label ?? "–") \($0.value ?? "–") \($0.isEnabled)" } == [
          "– page 1 of 2 true", "Previous page – false", "Next page – true", "Decrement – true",
          "Increment – true",
        ])
      #expect(ScreenDescription.views().first { $0.classes.first == "UIStepper" }?.value == "3")
      let item = UITabBarItem(title: nil, image: UIImage(systemName: "star"), tag: 0)
      #expect(item.accessibilityName == "star")
    }
  }

  @Test(.rule("E-784")) func `a list that decelerates keeps a script waiting without scroll indicators`() {
    withDevice { device in
      let root = device.showEmpty()
      let list = UIScrollView(frame: CGRect(x: 0, y: 100, width: 200, height: 300))
      list.contentSize = CGSize(width: 200, height: 5000)
      (list.showsVerticalScrollIndicator, list.showsHorizontalScrollIndicator) = (false, false)
      root.addSubview(list)
      device.turn()
      _ = LayerTree.shared.makeCommit(roots: [device.window.layer])
      LayerTree.shared.busyUntil = LayerClock.now + 1
      let commit = LayerTree.shared.makeCommit(roots: [device.window.layer])
      #expect(commit?.busyUntil == LayerClock.now + 1)
      #expect(LayerTree.shared.makeCommit(roots: [device.window.layer]) == nil)
      LayerTree.shared.busyUntil = 0
    }
  }
}

/// The calls in order.
private final class CallRecorder { var names: [String] = [] }

private final class RecordingControl: UIControl {
  var asked: CallRecorder?
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    asked?.names.append("point")
    return super.point(inside: point, with: event)
  }
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    asked?.names.append("hitTest")
    return super.hitTest(point, with: event)
  }
  override var isEnabled: Bool {
    get {
      asked?.names.append("isEnabled")
      return super.isEnabled
    }
    set { super.isEnabled = newValue }
  }
  override var isUserInteractionEnabled: Bool {
    get {
      asked?.names.append("isUserInteractionEnabled")
      return super.isUserInteractionEnabled
    }
    set { super.isUserInteractionEnabled = newValue }
  }
  override var isHidden: Bool {
    get {
      asked?.names.append("isHidden")
      return super.isHidden
    }
    set { super.isHidden = newValue }
  }
  override var subviews: [UIView] {
    asked?.names.append("subviews")
    return super.subviews
  }
}

private final class RecordingLabel: UILabel {
  var asked: CallRecorder?
  override var text: String? {
    get {
      asked?.names.append("text")
      return super.text
    }
    set { super.text = newValue }
  }
  override var backgroundColor: UIColor? {
    get {
      asked?.names.append("backgroundColor")
      return super.backgroundColor
    }
    set { super.backgroundColor = newValue }
  }
}

private final class LabelledView: UIView {
  var asked: CallRecorder?
  override var isAccessibilityElement: Bool {
    get {
      asked?.names.append("isAccessibilityElement")
      return true
    }
    set {}
  }
  override var accessibilityLabel: String? {
    get {
      asked?.names.append("accessibilityLabel")
      return "Spoken"
    }
    set {}
  }
}
