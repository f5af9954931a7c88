import CarobFoundation
import Testing

@testable import UIKit

/// What scripts and UI tests see of views that are covered by others.
@MainActor @Suite struct CoverTests {
  @Test func `a label covers other views only if it has a background`() {
    withDevice { device in
      let root = device.showEmpty()
      let button = UIButton(frame: CGRect(x: 20, y: 100, width: 100, height: 40))
      button.setTitle("Go", for: .normal)
      let label = UILabel(frame: CGRect(x: 0, y: 80, width: 300, height: 300))
      label.text = "About it"
      for view in [button, label] { root.addSubview(view) }
      device.turn()
      @MainActor func cover() -> String? {
        ScreenDescription.elements().first { $0.label == "Go" }?.coveredBy
      }
      #expect(cover() == nil)
      // The label is not covered by what is behind it.
      #expect(ScreenDescription.elements().first { $0.label == "About it" }?.coveredBy == nil)
      label.backgroundColor = .white
      #expect(cover() != nil)
      label.backgroundColor = nil
      label.isUserInteractionEnabled = true
      #expect(cover() != nil)
    }
  }
}
