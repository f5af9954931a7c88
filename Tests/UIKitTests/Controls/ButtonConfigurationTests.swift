import CarobFoundation
import RuleTrait
import Testing

@testable import UIKit

/// What a button's configuration says of its title and its image.
@MainActor @Suite struct ButtonConfigurationTests {
  private func attributes(_ button: UIButton, _ index: Int) -> [NSAttributedString.Key: Any] {
    button.titleLabel?.attributedText?.attributes(at: index, effectiveRange: nil) ?? [:]
  }

  @Test(.rule("E-602")) func `a wheel stands in place of the image, on the image's side`() {
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
  func `runs of an attributed title have their own attributes, else the configuration's`() {
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

  @Test(.rule("E-602")) func `the transformer has the last word`() {
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

  @Test(.rule("E-602")) func `an attributed string becomes one that labels draw`() {
    let plain = AttributeContainer().font(.systemFont(ofSize: 9)).kern(2)
    let text = NSAttributedString(AttributedString("ab", attributes: plain) + AttributedString("c"))
    #expect(text.string == "abc")
    #expect(text.attribute(.kern, at: 1, effectiveRange: nil) as? CGFloat == 2)
    #expect(text.attribute(.font, at: 2, effectiveRange: nil) == nil)
  }

  @Test(.rule("E-604")) func `motion effects are kept and say what they would do`() {
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
