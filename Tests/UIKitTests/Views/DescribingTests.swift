import TestSupport
import Testing

@testable import UIKit

private func withoutAddresses(_ object: Any) -> String {
  "\(object)".replacing(/0x[0-9a-f]+/, with: "0x")
}

@MainActor @Suite struct DescribingTests {
  @Test(.rule("F-181")) func `a view's description contains what differs from a plain view`() {
    withDevice { _ in
      let view = UIView(frame: CGRect(x: 1, y: 2.5, width: 30, height: 40))
      #expect(withoutAddresses(view) == "<UIView: 0x; frame = (1 2.5; 30 40); layer = <CALayer: 0x>>")
      view.alpha = 0.5
      view.isHidden = true
      view.clipsToBounds = true
      view.isOpaque = false
      view.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]
      view.isUserInteractionEnabled = false
      view.tag = 3
      #expect(
        withoutAddresses([view])
          == "[<UIView: 0x; frame = (1 2.5; 30 40); alpha = 0.5; hidden = YES; clipsToBounds = YES; opaque = NO; "
          + "autoresize = W+BM; userInteractionEnabled = NO; tag = 3; layer = <CALayer: 0x>>]")
    }
  }

  @Test(.rule("F-181")) func `descriptions contain a label's text and a scroll view's offset`() {
    withDevice { _ in
      let label = UILabel()
      label.text = "Hello"
      #expect(
        withoutAddresses(label)
          == "<UILabel: 0x; frame = (0 0; 0 0); text = 'Hello'; opaque = NO; userInteractionEnabled = NO; "
          + "layer = <CALayer: 0x>>")
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      scroll.contentSize = CGSize(width: 10, height: 50)
      scroll.contentOffset.y = 7
      #expect(
        withoutAddresses(scroll).hasSuffix(
          "layer = <CALayer: 0x>; contentOffset: {0, 7}; contentSize: {10, 50}; adjustedContentInset: {0, 0, 0, 0}>"
        ))
    }
  }

  @Test(.rule("F-181")) func `a recognizer's description contains its state, view and targets`() {
    withDevice { _ in
      let view = UIView()
      let tap = UITapGestureRecognizer(target: view, action: "reload")
      view.addGestureRecognizer(tap)
      #expect(
        withoutAddresses(tap)
          == "<UITapGestureRecognizer: 0x; state = Possible; view = <UIView 0x>; "
          + "target= <(action=reload, target=<UIView 0x>)>>")
    }
  }
}
