import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Fonts that follow the text size that the user chooses.
@MainActor @Suite struct TextSizeTests {
  private func change(_ device: TestDevice, to size: String) {
    UIScreen.main.change { $0.contentSize = size }
    device.turn()
  }

  @Test(.rule("E-970"))
  func `an adjusting label follows the text size, with fonts of text styles and of font metrics only`() {
    withDevice { device in
      let root = device.showEmpty()
      let custom = UIFontMetrics(forTextStyle: .body).scaledFont(
        for: .systemFont(ofSize: 20), maximumPointSize: 30)
      let fonts: [UIFont] = [
        .preferredFont(forTextStyle: .body), custom, .systemFont(ofSize: 17),
        .preferredFont(forTextStyle: .body).withSize(18),
      ]
      let labels = (fonts + [.preferredFont(forTextStyle: .body)]).enumerated().map { index, font in
        let label = UILabel()
        label.font = font
        label.adjustsFontForContentSizeCategory = index < fonts.count
        root.addSubview(label)
        return label
      }
      change(device, to: "accessibilityLarge")
      #expect(labels.map(\.font.pointSize) == [33, 30, 17, 18, 17])
      change(device, to: "large")
      #expect(labels.map(\.font.pointSize) == [17, 20, 17, 18, 17])
    }
  }

  @Test(.rule("E-970")) func `a bold variant of a text style follows the text size`() throws {
    try withDevice { device in
      let descriptor = UIFontDescriptor.preferredFontDescriptor(withTextStyle: .body)
      let bold = try #require(descriptor.withSymbolicTraits(.traitBold))
      let label = UILabel()
      label.font = UIFont(descriptor: bold, size: 0)
      label.adjustsFontForContentSizeCategory = true
      device.showEmpty().addSubview(label)
      change(device, to: "extraLarge")
      #expect(label.font.pointSize == 19 && label.font.fontDescriptor.symbolicTraits.contains(.traitBold))
    }
  }

  @Test(.rule("E-970")) func `a label that was in no window follows the size when it enters one`() {
    withDevice { device in
      let root = device.showEmpty()
      let label = UILabel()
      label.font = .preferredFont(forTextStyle: .body)
      label.adjustsFontForContentSizeCategory = true
      change(device, to: "small")
      #expect(label.font.pointSize == 17)
      root.addSubview(label)
      #expect(label.font.pointSize == 15)
    }
  }

  @Test(.rule("E-970"))
  func `each part of an attributed text keeps its own font, in labels, fields and text views`() {
    withDevice { device in
      let text = NSTextStorage(
        string: "ab", attributes: [.font: UIFont.preferredFont(forTextStyle: .body)])
      text.addAttribute(
        .font, value: UIFont.systemFont(ofSize: 9), range: NSRange(location: 1, length: 1))
      let label = UILabel()
      label.attributedText = text
      label.adjustsFontForContentSizeCategory = true
      let field = UITextField()
      field.attributedText = text
      field.adjustsFontForContentSizeCategory = true
      let view = UITextView()
      view.attributedText = text
      view.adjustsFontForContentSizeCategory = true
      let root = device.showEmpty()
      for view in [label, field, view] { root.addSubview(view) }
      change(device, to: "accessibilityLarge")
      @MainActor func sizes(_ text: NSAttributedString?) -> [CGFloat] {
        (0..<2).map {
          (text?.attribute(.font, at: $0, effectiveRange: nil) as? UIFont)?.pointSize ?? 0
        }
      }
      #expect(sizes(label.attributedText) == [33, 9])
      #expect(sizes(field.attributedText) == [33, 9])
      #expect(sizes(view.attributedText) == [33, 9])
    }
  }

  @Test(.rule("E-970")) func `the title of a configured button follows the text size, and so does its size`()
  {
    withDevice { device in
      var configuration = UIButton.Configuration.filled()
      configuration.title = "Order"
      let button = UIButton(configuration: configuration)
      let plain = UIButton(type: .system)
      plain.setTitle("Order", for: .normal)
      plain.titleLabel?.font = .preferredFont(forTextStyle: .body)
      plain.titleLabel?.adjustsFontForContentSizeCategory = true
      let root = device.showEmpty()
      root.addSubview(button)
      root.addSubview(plain)
      device.turn()
      let before = [button.intrinsicContentSize.width, plain.intrinsicContentSize.width]
      change(device, to: "accessibilityLarge")
      #expect(button.titleLabel?.font.pointSize == 33 && plain.titleLabel?.font.pointSize == 33)
      #expect(button.intrinsicContentSize.width > before[0])
      #expect(plain.intrinsicContentSize.width > before[1])
      // The background keeps its colour, also in another appearance.
      #expect(button.subviews[0].layer.backgroundColor == UIColor.systemBlue.cgColor)
      UIScreen.main.change { $0.appearance = "dark" }
      let dark = UITraitCollection(userInterfaceStyle: .dark)
      #expect(
        button.subviews[0].layer.backgroundColor
          == UIColor.systemBlue.resolvedColor(with: dark).cgColor)
    }
  }
}
