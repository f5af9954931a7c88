import Device
import DeviceProtocol
import Testing

@testable import PlayScript

// E-782
/// Which accessibility elements and other visible views a target matches.
@Suite struct ScreenMatcherTests {
  private func view(
    _ classes: [String], label: String? = nil, identifier: String? = nil, isElement: Bool,
    in ancestors: [Int] = [],
    coveredBy: String? = nil
  ) -> ScreenElement {
    ScreenElement(
      identifier: identifier, label: label, text: nil, value: nil, classes: classes + ["UIView"], x: 0, y: 0,
      width: 10, height: 10, isEnabled: true, isSelected: false, coveredBy: coveredBy, ancestors: ancestors,
      isAccessibilityElement: isElement)
  }

  private var screen: ScreenMatcher {
    ScreenMatcher(elements: [
      view(["App.MyView"], isElement: false),
      view(["UILabel"], label: "Open", isElement: false, in: [2]),
      view(["UIButton", "UIControl"], label: "Open", isElement: true, in: [0]),
      view(["UIImageView"], label: "heart", isElement: false, in: [0]),
      view(["UITableView", "UIScrollView"], identifier: "list", isElement: false),
      view(["UIImageView"], isElement: false, in: [4], coveredBy: "UIView#3"),
    ])
  }

  private func resolve(_ text: String) -> ScreenMatcher.Resolution {
    let script = try? ScriptParser().parse("- expect: \(text)", file: "s.yml")
    guard case .expect(let target, _)? = script?.steps.first?.action else { return .none }
    return screen.resolve(target)
  }

  @Test
  func `names match elements, and other views only if no element matches; types and ids match any view`() {
    #expect(resolve("Open") == .found(2, count: 1))
    #expect(resolve("{label: Open}") == .found(2, count: 1))
    #expect(resolve("{contains: pen}") == .found(2, count: 1))
    #expect(resolve("heart") == .found(3, count: 1))
    #expect(resolve("{contains: ear}") == .found(3, count: 1))
    #expect(resolve("{type: UILabel, label: Open}") == .found(1, count: 1))
    #expect(resolve("{type: MyView}") == .found(0, count: 1))
    #expect(resolve("{type: UIScrollView}") == .found(4, count: 1))
    #expect(resolve("{id: list}") == .found(4, count: 1))
    #expect(resolve("{type: UIImageView}") == .found(3, count: 1))
    #expect(resolve("{type: UIView, index: 4}") == .found(4, count: 5))
    #expect(resolve("{type: UIImageView, within: {type: UIScrollView}}") == .covered(5, by: "UIView#3"))
    #expect(resolve("{type: UIControl, within: {type: MyView}}") == .found(2, count: 1))
    #expect(resolve("{type: UISwitch}") == .none)
  }

  @Test func `reports list elements, and the nearest classes`() {
    #expect(screen.summaries == ["UIButton 'Open' (0, 0, 10 × 10)"])
    #expect(NearestNames.of("UITableVeiw", among: screen.types).first == "UITableView")
  }
}
