import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The title, image and background of a button with a configuration.
@MainActor @Suite struct ButtonConfigurationTests {
  private func attributes(_ button: UIButton, _ index: Int) -> [NSAttributedString.Key: Any] {
    button.titleLabel?.attributedText?.attributes(at: index, effectiveRange: nil) ?? [:]
  }

  @Test(.rule("E-824")) func `a touch does not change the background and corners that the app set`() {
    withDevice { device in
      var configuration = UIButton.Configuration.plain()
      configuration.title = "7"
      let button = UIButton(configuration: configuration)
      button.frame = CGRect(x: 20, y: 100, width: 80, height: 80)
      button.backgroundColor = .red
      (button.layer.cornerRadius, button.layer.borderWidth) = (40, 2)
      device.showEmpty().addSubview(button)
      device.turn()
      @MainActor func look() -> [CGFloat] {
        [
          button.layer.cornerRadius, button.layer.borderWidth,
          button.layer.backgroundColor?.components?[0] ?? -1,
        ]
      }
      #expect(look() == [40, 2, 1])
      device.tap(60, 140)
      device.turn()
      #expect(look() == [40, 2, 1])
    }
  }

  @Test(.rule("E-824"))
  func `a configuration's background is a view behind the content, within its insets`() {
    withDevice { device in
      var configuration = UIButton.Configuration.filled()
      configuration.cornerStyle = .capsule
      configuration.background.backgroundInsets = NSDirectionalEdgeInsets(
        top: 10, leading: 1, bottom: 10, trailing: 4)
      (configuration.background.strokeColor, configuration.background.strokeWidth) = (.black, 3)
      let button = UIButton(configuration: configuration)
      button.frame = CGRect(x: 20, y: 100, width: 100, height: 60)
      button.tintColor = .green
      device.showEmpty().addSubview(button)
      device.turn()
      let filled = button.subviews[0]
      #expect(filled.frame == CGRect(x: 1, y: 10, width: 95, height: 40))
      #expect(filled.layer.cornerRadius == 20 && filled.layer.borderWidth == 3)
      #expect(filled.layer.backgroundColor == UIColor.green.cgColor)
      #expect(button.layer.backgroundColor == nil && button.layer.borderWidth == 0)
      button.configuration = nil
      device.turn()
      #expect(filled.frame == button.bounds && filled.layer.backgroundColor == nil)
      #expect(filled.layer.cornerRadius == 0 && filled.layer.borderWidth == 0)
    }
  }

  @Test(.rule("E-602")) func `an activity indicator replaces the image, at the image's position`() {
    withDevice { device in
      let root = device.showEmpty()
      var configuration = UIButton.Configuration.filled()
      configuration.title = "Send"
      configuration.image = UIImage(systemName: "paperplane")
      configuration.imagePadding = 6
      let button = UIButton(configuration: configuration)
      root.addSubview(button)
      button.sizeToFit()
      device.turn()
      let picture = button.imageView?.image
      button.configuration?.showsActivityIndicator = true
      button.sizeToFit()
      device.turn()
      let wheel = button.subviews.compactMap { $0 as? UIActivityIndicatorView }
      #expect(picture != nil && button.imageView?.image == nil && wheel.count == 1)
      #expect(wheel[0].isAnimating && wheel[0].color == .white && wheel[0].frame.minX == 12)
      #expect(button.titleLabel?.frame.minX == 38)
      button.configuration?.imagePlacement = .trailing
      device.turn()
      #expect(wheel[0].frame.minX == (button.titleLabel?.frame.maxX ?? 0) + 6)
      button.configuration?.showsActivityIndicator = false
      #expect(wheel[0].superview == nil && button.imageView?.image === picture)
    }
  }

  @Test(.rule("E-602"))
  func `runs of an attributed title use the configuration's attributes unless they have their own`() {
    var title = AttributedString("Big red")
    title.font = .boldSystemFont(ofSize: 24)
    if let red = title.range(of: "red") {
      title[red].foregroundColor = .red
      title[red].underlineStyle = .single
    }
    var configuration = UIButton.Configuration.plain()
    configuration.attributedTitle = title
    configuration.baseForegroundColor = .green
    let button = UIButton(configuration: configuration)
    #expect(button.titleLabel?.text == "Big red" && button.title(for: .normal) == nil)
    #expect(button.configuration?.title == "Big red")
    #expect(attributes(button, 0)[.font] as? UIFont == .boldSystemFont(ofSize: 24))
    #expect(attributes(button, 0)[.foregroundColor] as? UIColor == .green)
    #expect(attributes(button, 0)[.underlineStyle] == nil)
    #expect(attributes(button, 5)[.foregroundColor] as? UIColor == .red)
    #expect(attributes(button, 5)[.underlineStyle] as? Int == 1)
  }

  @Test(.rule("E-602")) func `the transformer is applied last`() {
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Go"
    configuration.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { incoming in
      var outgoing = incoming
      outgoing.font = UIFont.systemFont(ofSize: (incoming.font?.pointSize ?? 0) + 5)
      return outgoing
    }
    let button = UIButton(configuration: configuration)
    #expect((attributes(button, 0)[.font] as? UIFont)?.pointSize == 22)
    #expect(attributes(button, 0)[.foregroundColor] as? UIColor == .white)
    button.configuration?.titleTextAttributesTransformer = nil
    #expect(button.titleLabel?.font.pointSize == 17 && button.titleLabel?.text == "Go")
  }

  @Test(.rule("E-602")) func `an AttributedString is converted for labels`() {
    let plain = AttributeContainer().font(.systemFont(ofSize: 9)).kern(2)
    let text = NSAttributedString(AttributedString("ab", attributes: plain) + AttributedString("c"))
    #expect(text.string == "abc")
    #expect(text.attribute(.kern, at: 1, effectiveRange: nil) as? CGFloat == 2)
    #expect(text.attribute(.font, at: 2, effectiveRange: nil) == nil)
  }

  @Test(.rule("E-604")) func `motion effects are stored and compute their relative values`() {
    let view = UIView()
    let across = UIInterpolatingMotionEffect(keyPath: "center.x", type: .tiltAlongHorizontalAxis)
    (across.minimumRelativeValue, across.maximumRelativeValue) = (-10, 30)
    let group = UIMotionEffectGroup()
    group.motionEffects = [across]
    view.addMotionEffect(group)
    #expect(view.motionEffects.first === group)
    let values = group.keyPathsAndRelativeValues(forViewerOffset: UIOffset(horizontal: 0.5, vertical: 1))
    #expect(values?["center.x"] as? CGFloat == 20)
    view.removeMotionEffect(group)
    #expect(view.motionEffects.isEmpty)
  }
}
