import CarobFoundation
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Key-value coding with the properties of the SDK's classes.
@MainActor @Suite struct KeyValueCodingTests {
  @Test(.rule("F-110", "F-111")) func `a label's properties can be read and written by key`() {
    let label = UILabel()
    label.setValue("Text", forKey: "text")
    label.setValue(NSNumber(value: 3), forKey: "numberOfLines")
    label.setValue(NSNumber(value: NSTextAlignment.center.rawValue), forKey: "textAlignment")
    label.setValue(nil, forKey: "highlightedTextColor")
    label.setValue(true, forKey: "hidden")
    #expect(label.text == "Text")
    #expect(label.numberOfLines == 3)
    #expect(label.textAlignment == .center)
    #expect(label.isHidden)
    #expect(label.value(forKey: "text") as? String == "Text")
    #expect(label.value(forKey: "numberOfLines") as? NSNumber == 3)
    // F-110: the getter's name is also a key for reading.
    #expect(label.value(forKey: "isHidden") as? Bool == true)
  }

  @Test(.rule("F-115")) func `key paths traverse views, subviews and layers`() {
    let controller = UIViewController()
    let button = UIButton(type: .system)
    controller.view = button
    controller.setValue(UIColor.red, forKeyPath: "view.titleLabel.textColor")
    controller.setValue(4, forKeyPath: "view.layer.cornerRadius")
    #expect(button.titleLabel?.textColor == .red)
    #expect(button.layer.cornerRadius == 4)
    #expect(controller.value(forKeyPath: "view.layer.cornerRadius") as? NSNumber == 4)
  }

  @Test(.rule("F-114")) func `values return the structures that they contain`() {
    let view = UIView()
    view.setValue(NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)), forKey: "frame")
    #expect(view.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    view.setValue(NSValue(cgAffineTransform: CGAffineTransform(scaleX: 2, y: 2)), forKey: "transform")
    #expect(view.transform == CGAffineTransform(scaleX: 2, y: 2))
  }

  @Test(.rule("F-112")) func `setting a read-only or unknown key raises`() async {
    let readOnly = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { UIView().setValue(UIView(), forKey: "superview") }
    }
    #expect(errors(of: readOnly).contains("not key value coding-compliant for the key superview"))
    let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { UILabel().setValue("x", forKey: "txt") }
    }
    #expect(errors(of: unknown).contains("did you mean"))
  }

  @Test(.rule("F-110")) func `no class declares a key twice`() {
    let classes: [NSObject.Type] = [
      UILabel.self, UIButton.self, UITextField.self, UITextView.self, UITableView.self, UITableViewCell.self,
      UICollectionView.self, UICollectionViewCell.self, UIImageView.self, UIStackView.self, UISwitch.self,
      UISlider.self, UIStepper.self, UISegmentedControl.self, UIPageControl.self, UIProgressView.self,
      UIDatePicker.self, UIPickerView.self, UIActivityIndicatorView.self, UIRefreshControl.self,
      UISearchBar.self,
      UINavigationBar.self, UITabBar.self, UIToolbar.self, UIWindow.self, UIVisualEffectView.self,
      UINavigationController.self, UITabBarController.self, UISplitViewController.self,
      UIPageViewController.self,
      UITableViewController.self, UICollectionViewController.self, UISearchController.self,
      UIAlertController.self,
      UIAlertAction.self, UITabBarItem.self, UIBarButtonItem.self, UINavigationItem.self,
      UITapGestureRecognizer.self, UIPinchGestureRecognizer.self, UIScreenEdgePanGestureRecognizer.self,
      NSLayoutConstraint.self, UILayoutGuide.self, UIPopoverPresentationController.self,
      UISheetPresentationController.self, UIDevice.self, UIScreen.self, UIApplication.self,
      CAShapeLayer.self, CAGradientLayer.self, CASpringAnimation.self, CAKeyframeAnimation.self,
      CAAnimationGroup.self, CATransition.self,
    ]
    for type in classes {
      let keys = type._carobKVC.map(\.name)
      #expect(Set(keys).count == keys.count, "\(type)")
      #expect(!keys.isEmpty, "\(type)")
    }
  }

  @Test(.rule("E-621")) func `setting the device's orientation warns`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        UIDevice.current.setValue(UIInterfaceOrientation.portrait.rawValue, forKey: "orientation")
      }
    }
    #expect(
      warnings(of: result) == [
        "Setting UIDevice.orientation is not supported. Please use UIWindowScene.requestGeometryUpdate(_:)"
      ])
  }

  @Test(.rule("E-623")) func `setters of views notify observers of keys and Swift key paths`() {
    let log = Log()
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let offsets = scroll.observe(\.contentOffset, options: [.old, .new]) { _, change in
      let text = "offset \(change.oldValue?.y ?? -1)→\(change.newValue?.y ?? -1)"
      MainActor.assumeIsolated { log(text) }
    }
    let sizes = scroll.observe(\.contentSize) { view, _ in
      nonisolated(unsafe) let view = view
      MainActor.assumeIsolated { log("size \(view.contentSize.height)") }
    }
    scroll.contentSize = CGSize(width: 100, height: 300)
    scroll.setContentOffset(CGPoint(x: 0, y: 50), animated: false)
    #expect(log.take() == ["size 300.0", "offset 0.0→50.0"])
    let button = UIButton()
    let states = [
      (button as UIControl).observe(\.isHighlighted) { view, _ in
        nonisolated(unsafe) let view = view
        MainActor.assumeIsolated { log("highlighted \(view.isHighlighted)") }
      },
      (button as UIView).observe(\.isHidden, options: .new) { _, change in
        let text = "hidden \(change.newValue == true)"
        MainActor.assumeIsolated { log(text) }
      },
      button.layer.observe(\.bounds) { layer, _ in
        let text = "layer \(layer.bounds.width)"
        MainActor.assumeIsolated { log(text) }
      },
    ]
    button.isHighlighted = true
    button.isHidden = true
    button.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    button.bounds.size.width = 20
    #expect(log.take() == ["highlighted true", "hidden true", "layer 10.0", "layer 20.0"])
    let field = UITextField()
    let text = field.observe(\.text) { field, _ in
      nonisolated(unsafe) let field = field
      MainActor.assumeIsolated { log("text \(field.text ?? "")") }
    }
    field.setValue("x", forKey: "text")
    #expect(log.take() == ["text x"])
    _ = (offsets, sizes, states, text)
  }

  @Test(.rule("E-623", "M-50")) func `observing a property that does not report changes warns`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let label = UILabel()
        label.observe(\.font) { _, _ in }.invalidate()
      }
    }
    let said = warnings(of: result)
    #expect(said.count == 1)
    #expect(
      said.first?.hasSuffix("UILabel.font does not report its changes here; the observer will not be called")
        == true)
  }
}
