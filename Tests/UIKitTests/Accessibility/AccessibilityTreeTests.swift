import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// The elements that the page's assistive technology gets, and what it does to them.
@MainActor @Suite struct AccessibilityTreeTests {
  /// A line for each node, indented by its containers: role, label, value, and the states that are set.
  private func lines(_ overrides: AccessibilityReading.Overrides = .ignored) -> [String] {
    let nodes = AccessibilityTree(overrides).nodes
    var depths: [Int] = []
    let names: [(AccessibilityNode.States, String)] = [
      (.disabled, "disabled"), (.selected, "selected"), (.checked, "checked"), (.focused, "focused"),
      (.secure, "secure"), (.multiline, "multiline"), (.modal, "modal"), (.interactive, "interactive"),
    ]
    return nodes.map { node in
      depths.append(node.parent.map { depths[Int($0)] + 1 } ?? 0)
      let words =
        [node.role.isEmpty ? "-" : node.role, node.label ?? "", node.value ?? ""]
        + names.filter { node.states.contains($0.0) }.map(\.1)
      return String(repeating: "  ", count: depths[depths.count - 1])
        + words.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
  private func perform(_ command: AccessibilityCommand, _ label: String) -> String? {
    AccessibilityInput.perform(command, 0, label)
  }

  private final class Place: UILabel {
    override var accessibilityFrame: CGRect {
      get { CGRect(x: 10, y: 300, width: 40, height: 20) }
      set {}
    }
  }

  @Test(.rule("E-1091")) func `an element is where its accessibility frame is`() {
    withDevice { device in
      let root = device.showEmpty()
      let (fixed, own) = (UILabel(), Place())
      for (index, label) in [fixed, own].enumerated() {
        label.frame = CGRect(x: 20, y: 100 + 50 * CGFloat(index), width: 100, height: 20)
        label.text = "label \(index)"
        root.addSubview(label)
      }
      device.turn()
      @MainActor func places(_ overrides: AccessibilityReading.Overrides) -> [String] {
        AccessibilityTree(overrides).nodes.filter { $0.role == "text" }.map {
          "\($0.label ?? "") \($0.x) \($0.y) \($0.width) \($0.height) \($0.activationX) \($0.activationY)"
        }
      }
      #expect(fixed.accessibilityFrame == CGRect(x: 20, y: 100, width: 100, height: 20))
      #expect(
        places(.ignored) == [
          "label 0 20.0 100.0 100.0 20.0 70.0 110.0", "label 1 20.0 150.0 100.0 20.0 70.0 160.0",
        ])
      fixed.accessibilityFrame = CGRect(x: 0, y: 400, width: 10, height: 10)
      #expect(fixed.accessibilityActivationPoint == CGPoint(x: 5, y: 405))
      #expect(
        places(.called) == [
          "label 1 10.0 300.0 40.0 20.0 30.0 310.0", "label 0 0.0 400.0 10.0 10.0 5.0 405.0",
        ])
    }
  }

  @Test(.rule("E-962")) func `controls have their roles, values and states, in reading order`() {
    withDevice { device in
      let root = device.showEmpty()
      let low = UISlider(frame: CGRect(x: 20, y: 300, width: 200, height: 30))
      low.value = 0.5
      low.accessibilityLabel = "Volume"
      let toggle = UISwitch(frame: CGRect(x: 220, y: 100, width: 51, height: 31))
      toggle.isOn = true
      toggle.accessibilityLabel = "Sound"
      let title = UILabel(frame: CGRect(x: 20, y: 105, width: 150, height: 20))
      title.text = "Sound"
      let field = UITextField(frame: CGRect(x: 20, y: 150, width: 200, height: 30))
      field.placeholder = "Name"
      field.text = "Ada"
      let text = UITextView(frame: CGRect(x: 20, y: 190, width: 200, height: 40))
      text.text = "Notes"
      let segments = UISegmentedControl(items: ["One", "Two"])
      segments.frame = CGRect(x: 20, y: 250, width: 200, height: 30)
      segments.selectedSegmentIndex = 1
      let off = UIButton(type: .system)
      off.frame = CGRect(x: 20, y: 350, width: 100, height: 40)
      off.setTitle("Send", for: .normal)
      off.isEnabled = false
      // NB: added in another order than that of the screen.
      for view in [off, low, segments, text, field, title, toggle] { root.addSubview(view) }
      device.turn()
      #expect(
        lines() == [
          "-", "  text Sound", "  switch Sound 1 checked interactive", "  textbox Name Ada interactive",
          "  textbox Notes multiline interactive", "  radiogroup", "    radio One interactive",
          "    radio Two checked interactive", "  slider Volume 50% interactive",
          "  button Send disabled interactive",
        ])
    }
  }

  @Test(.rule("E-962")) func `the back button is first, then the title, then the rows as a list`() {
    withDevice { device in
      let source = ListSource(device.log, [["Apples", "Pears"]])
      let list = UITableViewController(style: .plain)
      list.title = "Fruit"
      list.tableView.dataSource = source
      list.tableView.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
      let first = UIViewController()
      first.title = "Food"
      let stack = UINavigationController(rootViewController: first)
      device.show(stack)
      stack.pushViewController(list, animated: false)
      device.turn()
      #expect(
        lines() == [
          "-", "  -", "    button Food interactive", "    heading Fruit", "  list", "    listitem",
          "      button Apples interactive", "    listitem", "      button Pears interactive",
        ])
    }
  }

  @Test(.rule("E-963")) func `an alert is a dialog, and what is behind it is not read`() {
    withDevice { device in
      let root = device.showEmpty()
      let button = UIButton(type: .system)
      button.frame = CGRect(x: 20, y: 100, width: 100, height: 40)
      button.setTitle("Behind", for: .normal)
      root.addSubview(button)
      let alert = UIAlertController(title: "Delete?", message: "For ever", preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
      device.window.rootViewController?.present(alert, animated: false)
      device.turn()
      let found = lines()
      #expect(found.contains { $0.contains("alertdialog Delete? modal") })
      #expect(found.contains { $0.contains("button Cancel interactive") })
      #expect(!found.contains { $0.contains("Behind") })
    }
  }

  @Test(.rule("E-964")) func `the app's own elements keep their order`() {
    withDevice { device in
      let root = device.showEmpty()
      let chart = UIView(frame: CGRect(x: 20, y: 100, width: 200, height: 100))
      let bars = ["May", "April"].enumerated().map { index, name in
        let bar = UIAccessibilityElement(accessibilityContainer: chart)
        bar.accessibilityLabel = name
        bar.accessibilityTraits = .button
        bar.accessibilityFrameInContainerSpace = CGRect(x: 100 - index * 100, y: 0, width: 50, height: 100)
        return bar
      }
      chart.accessibilityElements = bars
      root.addSubview(chart)
      device.turn()
      #expect(lines() == ["-", "  -", "    button May interactive", "    button April interactive"])
      #expect(bars[0].accessibilityFrame == CGRect(x: 120, y: 100, width: 50, height: 100))
    }
  }

  @Test(.rule("E-964")) func `elements that contain their own container are read once`() {
    withDevice { device in
      let root = device.showEmpty()
      let outer = UIView(frame: CGRect(x: 20, y: 100, width: 200, height: 100))
      let inner = UIView(frame: outer.bounds)
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
      label.text = "Total"
      outer.accessibilityElements = [outer, inner]
      inner.accessibilityElements = [outer, label]
      inner.addSubview(label)
      outer.addSubview(inner)
      root.addSubview(outer)
      device.turn()
      #expect(lines() == ["-", "  -", "    -", "      text Total"])
    }
  }

  @Test(.rule("E-965", "E-834")) func `commands activate, adjust, and run the element's own actions`() {
    withDevice { device in
      let root = device.showEmpty()
      let slider = UISlider(frame: CGRect(x: 20, y: 100, width: 200, height: 30))
      slider.accessibilityLabel = "Volume"
      let toggle = UISwitch(frame: CGRect(x: 20, y: 150, width: 51, height: 31))
      toggle.accessibilityLabel = "Sound"
      let log = device.log
      toggle.accessibilityCustomActions = [
        UIAccessibilityCustomAction(name: "Reset") { _ in
          log("reset")
          return true
        }
      ]
      for view in [slider, toggle] { root.addSubview(view) }
      device.turn()
      #expect(perform(.increment, "Volume") == nil)
      #expect(abs(slider.value - 0.1) < 0.001)
      #expect(perform(.activate, "Sound") == nil)
      #expect(toggle.isOn)
      #expect(perform(.action("Reset"), "Sound") == nil)
      #expect(device.log.take() == ["reset"])
      #expect(perform(.activate, "Nothing") == "there is no element \"Nothing\"")
    }
  }

  @Test(.rule("E-966")) func `the focus scrolls an element and its neighbour into view`() {
    withDevice { device in
      let root = device.showEmpty()
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 100, width: 200, height: 200))
      scroll.contentInsetAdjustmentBehavior = .never
      scroll.contentSize = CGSize(width: 200, height: 1000)
      for row in 0..<10 {
        let button = UIButton(type: .system)
        button.frame = CGRect(x: 0, y: row * 100, width: 200, height: 40)
        button.setTitle("Row \(row)", for: .normal)
        scroll.addSubview(button)
      }
      root.addSubview(scroll)
      device.turn()
      #expect(lines().filter { $0.contains("Row") }.count == 10)
      #expect(perform(.focus, "Row 5") == nil)
      #expect(scroll.contentOffset.y == 380)
    }
  }

  @Test(.rule("E-781", "E-801")) func `the app's getters are called only while the screen reader is on`() {
    withDevice { device in
      let root = device.showEmpty()
      root.addSubview(SpokenView(frame: CGRect(x: 20, y: 100, width: 100, height: 40)))
      device.turn()
      #expect(lines() == [])
      #expect(lines(.called) == ["-", "  text Spoken"])
      device.observe(UIAccessibility.voiceOverStatusDidChangeNotification, "changed")
      UIAccessibility.turnVoiceOver(true)
      #expect(UIAccessibility.isVoiceOverRunning)
      UIAccessibility.turnVoiceOver(false)
      #expect(device.log.take() == ["N(changed)", "N(changed)"])
    }
  }
}

private final class SpokenView: UIView {
  override var isAccessibilityElement: Bool {
    get { true }
    set {}
  }
  override var accessibilityLabel: String? {
    get { "Spoken" }
    set {}
  }
}
