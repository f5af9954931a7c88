import CarobFoundation
import Testing

@testable import UIKit

/// What scripts and UI tests are told of views that lie over others.
@MainActor @Suite struct CoverTests {
  @Test func `a text that lets touches through covers nothing, one on a background does`() {
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
      // The text is in front of what is behind it.
      #expect(ScreenDescription.elements().first { $0.label == "About it" }?.coveredBy == nil)
      label.backgroundColor = .white
      #expect(cover() != nil)
      label.backgroundColor = nil
      label.isUserInteractionEnabled = true
      #expect(cover() != nil)
    }
  }
}
