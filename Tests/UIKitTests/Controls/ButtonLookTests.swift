import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Roles, subtitles, shadows and glows of buttons; widths of segments; page controls; menus of controls.
@MainActor @Suite struct ButtonLookTests {
  @Test(.rule("E-979")) func `a destructive button with a configuration is red`() {
    withDevice { device in
      var configuration = UIButton.Configuration.tinted()
      configuration.title = "Delete"
      let button = UIButton(configuration: configuration)
      device.showEmpty().addSubview(button)
      button.tintColor = .green
      device.turn()
      #expect(button.titleLabel?.textColor == .green)
      button.role = .destructive
      #expect(button.titleLabel?.textColor == .systemRed)
      configuration.baseForegroundColor = .black
      button.configuration = configuration
      #expect(button.titleLabel?.textColor == .black)
    }
  }

  @Test(.rule("E-980"))
  func `a pressed button glows and reverses its title's shadow, unless it has a configuration`() {
    withDevice { device in
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
      button.setTitle("Go", for: .normal)
      button.setTitleShadowColor(.gray, for: .normal)
      button.titleLabel?.shadowOffset = CGSize(width: 1, height: 2)
      button.showsTouchWhenHighlighted = true
      button.reversesTitleShadowWhenHighlighted = true
      device.showEmpty().addSubview(button)
      @MainActor func glows() -> Bool {
        button.subviews.contains { !$0.isHidden && $0.layer.shadowRadius == 22 }
      }
      #expect(button.titleLabel?.shadowColor == .gray && !glows())
      button.isHighlighted = true
      #expect(button.titleLabel?.shadowOffset == CGSize(width: -1, height: -2) && glows())
      button.isHighlighted = false
      #expect(button.titleLabel?.shadowOffset == CGSize(width: 1, height: 2) && !glows())
      button.configuration = .plain()
      button.isHighlighted = true
      #expect(button.titleLabel?.shadowOffset == CGSize(width: 1, height: 2) && !glows())
    }
  }

  @Test(.rule("E-981")) func `a configuration that is not updated automatically does not follow the state`() {
    withDevice { device in
      var configuration = UIButton.Configuration.plain()
      configuration.title = "Go"
      let button = UIButton(configuration: configuration)
      device.showEmpty().addSubview(button)
      button.isHighlighted = true
      #expect(abs((button.titleLabel?.alpha ?? 1) - 0.3) < 0.001)
      button.automaticallyUpdatesConfiguration = false
      #expect(button.titleLabel?.alpha == 1)
      button.isEnabled = false
      #expect(button.titleLabel?.textColor != .tertiaryLabel)
    }
  }

  @Test(.rule("E-982")) func `a subtitle is below the title, apart by the padding, aligned with it`() throws {
    try withDevice { device in
      var configuration = UIButton.Configuration.plain()
      (configuration.title, configuration.subtitle) = ("A long title", "sub")
      configuration.titlePadding = 9
      configuration.titleAlignment = .leading
      let button = UIButton(configuration: configuration)
      button.sizeToFit()
      device.showEmpty().addSubview(button)
      device.turn()
      let title = try #require(button.titleLabel)
      let subtitle = try #require(button.subtitleLabel)
      #expect(subtitle.text == "sub" && !subtitle.isHidden)
      #expect(abs(subtitle.frame.minY - title.frame.maxY - 9) < 0.01)
      #expect(abs(subtitle.frame.minX - title.frame.minX) < 0.01)
      configuration.titleAlignment = .trailing
      button.configuration = configuration
      device.turn()
      #expect(abs(subtitle.frame.maxX - title.frame.maxX) < 0.01)
      configuration.subtitle = nil
      button.configuration = configuration
      #expect(subtitle.isHidden)
    }
  }

  @Test(.rule("E-989"))
  func `segments have the widths that were set, and share the rest equally or by content`() {
    withDevice { device in
      let control = UISegmentedControl(items: ["A", "A much longer title", "B"])
      control.frame = CGRect(x: 0, y: 100, width: 300, height: 32)
      device.showEmpty().addSubview(control)
      @MainActor func widths() -> [CGFloat] {
        device.turn()
        return control.syntheticElements.map(\.frame.width)
      }
      #expect(widths() == [100, 100, 100])
      control.setWidth(60, forSegmentAt: 0)
      #expect(widths() == [60, 120, 120] && control.widthForSegment(at: 0) == 60)
      control.apportionsSegmentWidthsByContent = true
      let shares = widths()
      #expect(shares[0] == 60 && shares[1] > 2 * shares[2] && abs(shares.reduce(0, +) - 300) < 0.01)
      device.tap(290, 116)
      #expect(control.selectedSegmentIndex == 2)
      device.tap(100, 116)
      #expect(control.selectedSegmentIndex == 1)
    }
  }

  @Test(.rule("E-991")) func `a finger that moves along the dots turns pages, if that is allowed`() {
    withDevice { device in
      let control = UIPageControl(frame: CGRect(x: 0, y: 100, width: 300, height: 26))
      control.numberOfPages = 6
      control.addAction(
        UIAction { _ in device.log("page \(control.currentPage), \(control.interactionState)") },
        for: .valueChanged)
      device.showEmpty().addSubview(control)
      device.turn()
      device.down(100, 113)
      device.move(120, 113)
      device.move(155, 113)
      device.move(137, 113)
      device.up(137, 113)
      #expect(device.log.take() == ["page 1, continuous", "page 3, continuous", "page 2, continuous"])
      #expect(control.currentPage == 2 && control.interactionState == .none)
      control.allowsContinuousInteraction = false
      device.down(200, 113)
      device.move(240, 113)
      device.up(240, 113)
      #expect(device.log.take() == ["page 3, discrete"])
    }
  }

  @Test(.rule("E-991", "E-992")) func `the dots' background follows its style, and dots can be images`()
    throws
  {
    let image = try #require(UIImage(systemName: "star.fill"))
    withDevice { device in
      let control = UIPageControl(frame: CGRect(x: 0, y: 100, width: 300, height: 26))
      control.numberOfPages = 3
      device.showEmpty().addSubview(control)
      @MainActor func shows(_ style: UIPageControl.BackgroundStyle) -> Bool {
        control.backgroundStyle = style
        return !control.subviews[0].isHidden
      }
      #expect([.automatic, .prominent, .minimal].map(shows) == [false, true, false])
      device.down(20, 113)
      #expect([.automatic, .prominent, .minimal].map(shows) == [true, true, false])
      device.up(20, 113)
      control.preferredIndicatorImage = image
      control.setIndicatorImage(nil, forPage: 1)
      device.turn()
      let dots = control.subviews.compactMap { $0 as? UIImageView }
      #expect(dots.allSatisfy { $0.image != nil && $0.backgroundColor == nil })
      #expect(dots[0].bounds.size == image.size)
    }
  }

  private final class MenuControl: UIControl {
    override func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
      UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
        UIMenu(children: [UIAction(title: "Chosen") { _ in }])
      }
    }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      super._carobMethods + has("contextMenuInteraction:configurationForMenuAtLocation:")
    }
  }

  @Test(.rule("E-990")) func `a control is the delegate of its own context menu while that is enabled`() {
    withDevice { device in
      let control = MenuControl(frame: CGRect(x: 20, y: 100, width: 200, height: 60))
      device.showEmpty().addSubview(control)
      device.turn()
      #expect(control.contextMenuInteraction == nil)
      control.isContextMenuInteractionEnabled = true
      #expect(control.contextMenuInteraction?.delegate === control)
      device.down(50, 120)
      device.advance(1)
      #expect(ScreenDescription.elements().contains { $0.label == "Chosen" })
      device.up(50, 120)
      control.contextMenuInteraction?.dismissMenu()
      device.advance(1)
      control.isContextMenuInteractionEnabled = false
      #expect(control.interactions.isEmpty)
    }
  }
}
