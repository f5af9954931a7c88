import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Steppers, page controls, progress bars, activity indicators and similar views.
@MainActor @Suite struct ValueControlTests {
  private func stepping(_ body: (TestDevice, UIStepper) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let stepper = UIStepper(frame: CGRect(x: 100, y: 100, width: 0, height: 0))
      stepper.addAction(
        UIAction { [unowned stepper] _ in device.log("value \(stepper.value)") }, for: .valueChanged)
      root.addSubview(stepper)
      device.turn()
      body(device, stepper)
    }
  }

  @Test(.rule("E-216")) func `a segmented control sends valueChanged and no touchUpInside`() {
    withDevice { device in
      let control = UISegmentedControl(items: ["A", "B"])
      control.frame = CGRect(x: 0, y: 100, width: 200, height: 32)
      device.showEmpty().addSubview(control)
      device.turn()
      let log = device.log
      for (event, name) in [
        (UIControl.Event.touchDown, "down"), (.touchUpInside, "up"), (.valueChanged, "changed"),
      ] {
        control.addAction(UIAction { _ in log(name) }, for: event)
      }
      device.tap(150, 116)
      #expect(control.selectedSegmentIndex == 1 && log.take() == ["down", "changed"])
    }
  }

  @Test func `a segmented control shows custom images in place of its default appearance`() {
    withDevice { device in
      let root = device.showEmpty()
      let control = UISegmentedControl(items: ["A", "B", "C"])
      control.frame = CGRect(x: 0, y: 100, width: 300, height: 32)
      root.addSubview(control)
      control.selectedSegmentIndex = 0
      @MainActor func image(_ side: CGFloat) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: side, height: side)).image { _ in }
      }
      let (plain, chosen, line, edge) = (image(1), image(2), image(3), image(4))
      @MainActor func pictures() -> [String] {
        device.turn()
        return control.subviews.compactMap { $0 as? UIImageView }.filter { $0.image != nil }.map {
          "\(Int($0.image?.size.width ?? 0)) at \(Int($0.frame.midX))"
        }.sorted()
      }
      #expect(pictures() == [] && control.backgroundColor == .tertiarySystemFill)
      control.setBackgroundImage(plain, for: .normal, barMetrics: .default)
      control.setBackgroundImage(chosen, for: .selected, barMetrics: .default)
      control.setDividerImage(
        line, forLeftSegmentState: .normal, rightSegmentState: .normal, barMetrics: .default)
      control.setDividerImage(
        edge, forLeftSegmentState: .selected, rightSegmentState: .normal, barMetrics: .default)
      #expect(pictures() == ["1 at 150", "1 at 250", "2 at 50", "3 at 200", "4 at 100"])
      control.selectedSegmentIndex = 2
      #expect(pictures() == ["1 at 150", "1 at 50", "2 at 250", "3 at 100", "3 at 200"])
      #expect(control.backgroundImage(for: .selected, barMetrics: .default) === chosen)
      control.setBackgroundImage(nil, for: .normal, barMetrics: .default)
      control.setBackgroundImage(nil, for: .selected, barMetrics: .default)
      #expect(control.backgroundColor == .tertiarySystemFill)
    }
  }

  @Test(.rule("E-217")) func `a slider's images are at its ends, and the thumb moves between them`() {
    withDevice { device in
      let root = device.showEmpty()
      let slider = UISlider(frame: CGRect(x: 50, y: 100, width: 200, height: 34))
      slider.isContinuous = false
      slider.addAction(
        UIAction { [unowned slider] _ in device.log("value \(slider.value)") }, for: .valueChanged)
      root.addSubview(slider)
      func image(_ width: CGFloat) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: width, height: 10)).image { _ in }
      }
      slider.minimumValueImage = image(20)
      slider.maximumValueImage = image(30)
      device.turn()
      #expect(
        slider.minimumValueImageRect(forBounds: slider.bounds) == CGRect(x: 0, y: 12, width: 20, height: 10))
      #expect(
        slider.maximumValueImageRect(forBounds: slider.bounds) == CGRect(x: 170, y: 12, width: 30, height: 10)
      )
      #expect(slider.trackRect(forBounds: slider.bounds) == CGRect(x: 29, y: 15, width: 132, height: 4))
      let images = slider.subviews.compactMap { $0 as? UIImageView }
      #expect(images.map(\.frame.width) == [20, 30])
      // From one end of the range to the other: 27 + 14 … 163 - 14 in the slider's coordinates.
      device.down(50 + 41, 117)
      device.move(50 + 149, 117)
      device.up(50 + 149, 117)
      #expect(device.log.take() == ["value 1.0"])
      slider.minimumValueImage = nil
      device.turn()
      #expect(slider.subviews.filter { $0 is UIImageView }.count == 1)
      #expect(slider.trackRect(forBounds: slider.bounds).minX == 2)
    }
  }

  @Test func `a search bar's background image is behind its field`() {
    withDevice { device in
      let root = device.showEmpty()
      let bar = UISearchBar(frame: CGRect(x: 0, y: 100, width: 300, height: 56))
      root.addSubview(bar)
      let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { _ in }
      bar.backgroundImage = image
      device.turn()
      let backdrop = bar.subviews.first as? UIImageView
      #expect(backdrop?.image === image && backdrop?.frame == bar.bounds)
      #expect(bar.backgroundImage(for: .any, barMetrics: .default) === image)
      bar.backgroundImage = nil
      #expect(backdrop?.superview == nil)
    }
  }

  @Test(.rule("E-216")) func `a stepper steps when its half is touched, within its bounds`() {
    stepping { device, stepper in
      #expect(stepper.bounds.size == CGSize(width: 94, height: 32))
      stepper.maximumValue = 2
      device.tap(170, 116)
      device.tap(170, 116)
      device.tap(170, 116)
      device.tap(120, 116)
      #expect(device.log.take() == ["value 1.0", "value 2.0", "value 1.0"])
      stepper.stepValue = 0.5
      stepper.minimumValue = 0.75
      device.tap(120, 116)
      #expect(device.log.take() == ["value 0.75"])
      stepper.value = 9
      #expect(stepper.value == 2 && device.log.take() == [])
    }
  }

  @Test(.rule("E-216"))
  func `a held stepper repeats after half a second, ten times a second, until the touch ends`() {
    stepping { device, _ in
      device.down(170, 116)
      device.advance(0.49)
      #expect(device.log.take() == ["value 1.0"])
      device.advance(0.22)
      #expect(device.log.take() == ["value 2.0", "value 3.0", "value 4.0"])
      device.up(170, 116)
      device.advance(2)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-216")) func `a stepper without autorepeat, without continuous changes, and with wrapping`() {
    stepping { device, stepper in
      stepper.autorepeat = false
      device.down(170, 116)
      device.advance(2)
      device.up(170, 116)
      #expect(device.log.take() == ["value 1.0"])
      stepper.autorepeat = true
      stepper.isContinuous = false
      device.down(170, 116)
      device.advance(0.65)
      #expect(device.log.take() == [] && stepper.value == 4)
      device.up(170, 116)
      #expect(device.log.take() == ["value 4.0"])
      stepper.isContinuous = true
      stepper.wraps = true
      stepper.maximumValue = 4
      device.tap(170, 116)
      device.tap(120, 116)
      #expect(device.log.take() == ["value 0.0", "value 4.0"])
      stepper.isEnabled = false
      device.tap(120, 116)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-216"))
  func `a tap on a half of a page control moves one page, up to the ends`() {
    withDevice { device in
      let root = device.showEmpty()
      let pages = UIPageControl(frame: CGRect(x: 100, y: 100, width: 100, height: 26))
      pages.numberOfPages = 3
      pages.addAction(
        UIAction { [unowned pages] _ in device.log("page \(pages.currentPage)") }, for: .valueChanged)
      root.addSubview(pages)
      device.turn()
      device.tap(120, 113)
      device.tap(180, 113)
      device.tap(180, 113)
      device.tap(180, 113)
      device.tap(120, 113)
      #expect(device.log.take() == ["page 1", "page 2", "page 1"])
      pages.currentPage = 7
      #expect(pages.currentPage == 2)
      pages.numberOfPages = 1
      #expect(pages.currentPage == 0 && device.log.take() == [])
      pages.hidesForSinglePage = true
      #expect(!pages.subviews.contains { !$0.isHidden })
      #expect(pages.size(forNumberOfPages: 2).width < pages.size(forNumberOfPages: 3).width)
    }
  }

  @Test func `a progress bar is filled from the leading side according to its progress`() {
    withDevice { device in
      let root = device.showEmpty()
      let bar = UIProgressView(progressViewStyle: .default)
      bar.frame = CGRect(x: 0, y: 100, width: 200, height: 4)
      root.addSubview(bar)
      bar.progress = 0.25
      device.turn()
      #expect(bar.subviews.map(\.frame.width) == [200, 50])
      bar.setProgress(0.75, animated: true)
      #expect(bar.subviews[1].frame.width == 150)
      bar.semanticContentAttribute = .forceRightToLeft
      bar.setNeedsLayout()
      device.turn()
      #expect(bar.subviews[1].frame.minX == 50)
      for (given, kept) in [(Float(-1), Float(0)), (2, 1), (.nan, 0)] {
        bar.progress = given
        #expect(bar.progress == kept)
      }
      #expect(bar.accessibilityValue == "0%")
      #expect(bar.intrinsicContentSize == CGSize(width: UIView.noIntrinsicMetric, height: 4))
    }
  }

  @Test func `an activity indicator is visible only while animating, if hidesWhenStopped is set`() {
    withDevice { device in
      let root = device.showEmpty()
      let wheel = UIActivityIndicatorView(style: .large)
      #expect(wheel.isHidden && wheel.bounds.width == 37)
      @MainActor func turns() -> Bool {
        wheel.layer.sublayers?.first?.animation(forKey: "UIActivityIndicatorView.turn") != nil
      }
      wheel.startAnimating()
      #expect(!wheel.isHidden && wheel.isAnimating && !turns())
      root.addSubview(wheel)
      #expect(turns())
      wheel.stopAnimating()
      #expect(wheel.isHidden && !wheel.isAnimating && !turns())
      wheel.hidesWhenStopped = false
      #expect(!wheel.isHidden)
      wheel.style = .medium
      #expect(wheel.intrinsicContentSize == CGSize(width: 20, height: 20))
      wheel.color = .red
      #expect(wheel.color == .red)
      wheel.style = .large
      #expect(wheel.color != .red)
    }
  }

  @Test func `a visual effect view fills its content view and tints itself with the material`() {
    withDevice { device in
      let root = device.showEmpty()
      let view = UIVisualEffectView(effect: UIBlurEffect(style: .dark))
      view.frame = CGRect(x: 0, y: 0, width: 50, height: 60)
      root.addSubview(view)
      device.turn()
      #expect(view.contentView.frame == view.bounds && view.contentView.superview === view)
      #expect(view.backgroundColor == UIColor(white: 0.15, alpha: 0.75))
      view.effect = nil
      #expect(view.backgroundColor == nil)
    }
  }

  @Test(.rule("E-202")) func `a button updates its configuration once for each state change`() {
    withDevice { device in
      let root = device.showEmpty()
      let button = UIButton(configuration: .filled())
      button.frame = CGRect(x: 10, y: 100, width: 50, height: 50)
      root.addSubview(button)
      device.turn()
      button.configurationUpdateHandler = { button in
        device.log("update \(button.state == .highlighted ? "highlighted" : "normal")")
        button.configuration?.title = button.isHighlighted ? "Now" : "Soon"
      }
      device.down(20, 110)
      #expect(device.log.take() == ["update highlighted"] && button.titleLabel?.text == "Now")
      device.up(20, 110)
      #expect(device.log.take() == ["update normal"] && button.titleLabel?.text == "Soon")
    }
  }
}

/// Hardware and data that the device lacks warn once and have no effect.
@MainActor @Suite struct MissingHardwareTests {
  @Test func `haptic feedback and spell checking warn once and return neutral values`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        for _ in 1...2 {
          let generator = UIImpactFeedbackGenerator(style: .heavy)
          generator.prepare()
          generator.impactOccurred()
          UINotificationFeedbackGenerator().notificationOccurred(.success)
          UISelectionFeedbackGenerator().selectionChanged()
          let range = UITextChecker().rangeOfMisspelledWord(
            in: "carbo", range: NSRange(location: 0, length: 5), startingAt: 0, wrap: false, language: "en")
          precondition(range.location == NSNotFound)
        }
      }
    }
    let lines = errors(of: result).split(separator: "\n").filter { $0.contains("unimplemented") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("the device has no haptic hardware") == true)
    #expect(lines.last?.contains("UITextChecker has no dictionary") == true)
  }

  @Test func `learned and ignored words are remembered`() {
    UITextChecker.learnWord("carob")
    #expect(UITextChecker.hasLearnedWord("carob"))
    UITextChecker.unlearnWord("carob")
    #expect(!UITextChecker.hasLearnedWord("carob"))
    let checker = UITextChecker()
    checker.ignoreWord("locust")
    #expect(checker.ignoredWords == ["locust"])
    #expect(UITextChecker().ignoredWords == [] && UITextChecker.availableLanguages == [])
  }
}
