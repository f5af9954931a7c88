import CarobFoundation
import TestSupport
import Testing
@testable import UIKit

/// Calling UIKit's own methods by selector.
@MainActor @Suite struct FrameworkMessageTests {
  @Test(.rule("F-165")) func `perform(reloadData) reloads a table`() {
    withDevice { device in
      let source = CountingSource()
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      table.dataSource = source
      device.showEmpty().addSubview(table)
      device.turn()
      source.asked = 0
      table.perform(Selector("reloadData"))
      device.turn()
      #expect(source.asked > 0)
    }
  }

  @Test(.rule("F-165")) func `an app's override is called, and can call super`() {
    let view = Overriding()
    view.perform(Selector("setNeedsLayout"))
    view.perform(Selector("addSubview:"), with: UIView())
    #expect(view.log.prefix(2) == ["setNeedsLayout", "addSubview"])
    #expect(view.subviews.count == 1)
  }

  @Test(.rule("F-165")) func `results are returned, and Bool arguments are passed`() {
    withDevice { device in
      let stack = UINavigationController(rootViewController: UIViewController())
      let top = UIViewController()
      device.show(stack)
      stack.pushViewController(top, animated: false)
      device.turn()
      let popped = stack.perform(Selector("popViewControllerAnimated:"), with: false)
      #expect(popped?.takeUnretainedValue() === top)
      #expect(stack.viewControllers.count == 1)
      stack.perform(Selector("setNavigationBarHidden:animated:"), with: NSNumber(value: true), with: nil)
      #expect(stack.isNavigationBarHidden)
      stack.perform(Selector("setNavigationBarHidden:animated:"), with: nil, with: nil)
      #expect(!stack.isNavigationBarHidden)
      device.turn()
    }
  }

  @Test(.rule("F-165")) func `getters and setters can be called by selector`() {
    let label = UILabel()
    label.perform(Selector("setText:"), with: "a")
    #expect(label.text == "a")
    #expect(label.perform(Selector("text"))?.takeUnretainedValue() as? String == "a")
    label.perform(Selector("setHidden:"), with: true)
    #expect(label.isHidden)
    #expect(label.responds(to: Selector("isHidden")) && label.responds(to: Selector("setText:")))
    #expect(!label.responds(to: Selector("setNothing:")))
  }

  @Test(.rule("F-165", "F-150"))
  func `classes respond to their own methods, and not to those of other classes`() {
    #expect(UITableView().responds(to: Selector("scrollToRowAtIndexPath:atScrollPosition:animated:")))
    #expect(UIView.instancesRespond(to: Selector("layoutIfNeeded")))
    #expect(!UIView().responds(to: Selector("reloadData")))
    #expect(!UIViewController().responds(to: Selector("popViewControllerAnimated:")))
  }

  @Test(.rule("F-165")) func `a recognizer with endEditing as its action ends editing`() {
    withDevice { device in
      let view = device.showEmpty()
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
      view.addSubview(field)
      view.addGestureRecognizer(
        UITapGestureRecognizer(target: view, action: Selector("endEditing:")))
      device.turn()
      #expect(field.becomeFirstResponder())
      device.tap(50, 200)
      #expect(!field.isFirstResponder)
      device.advance(2)
    }
  }

  @Test(.rule("F-165", "E-231")) func `only classes that implement the editing actions respond to them`() {
    #expect(!UIView().responds(to: Selector("copy:")))
    #expect(UITextField().responds(to: Selector("copy:")))
  }

  @Test(.rule("F-165", "E-230"))
  func `resignFirstResponder sent to a nil target reaches the first responder`() {
    withDevice { device in
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
      device.showEmpty().addSubview(field)
      device.turn()
      #expect(field.perform(Selector("becomeFirstResponder")) != nil)
      #expect(field.isFirstResponder)
      #expect(UIApplication.shared.sendAction(Selector("resignFirstResponder"), to: nil, from: nil, for: nil))
      #expect(!field.isFirstResponder)
      device.advance(2)
    }
  }
}

private final class CountingSource: NSObject, UITableViewDataSource {
  var asked = 0
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    asked += 1
    return 1
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell(style: .default, reuseIdentifier: nil)
  }
}

private final class Overriding: UIView {
  var log: [String] = []
  override func setNeedsLayout() {
    super.setNeedsLayout()
    log.append("setNeedsLayout")
  }
  override func addSubview(_ view: UIView) {
    log.append("addSubview")
    super.addSubview(view)
  }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [.init(has: "setNeedsLayout", "setNeedsLayout()", 3), .init(has: "addSubview:", "addSubview(_:)", 7)]
  }
}
