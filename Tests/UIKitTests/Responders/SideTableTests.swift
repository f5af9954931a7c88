import CarobFoundation
import TestSupport
import Testing
import UIKit

/// The SDK refers weakly to an app's objects without giving them side tables, which would make each of their retains slower (Decisions/0079).
@MainActor @Suite struct SideTableTests {
  @Test func `a weak variable gives an object a side table, so that these tests can fail`() {
    let view = UIView()
    #expect(!hasSideTable(view))
    weak let reference = view
    #expect(reference === view && hasSideTable(view))
  }

  @Test func `a controller that is shown, observes and is a delegate has no side table`() {
    withDevice { device in
      let controller = Everything()
      let navigation = UINavigationController(rootViewController: controller)
      let tabs = UITabBarController()
      tabs.viewControllers = [navigation]
      device.show(tabs)
      device.advance(1)
      let other = UIViewController()
      navigation.pushViewController(other, animated: true)
      device.advance(1)
      navigation.popViewController(animated: true)
      device.advance(1)
      let sheet = UIViewController()
      controller.present(sheet, animated: true)
      device.advance(1)
      controller.dismiss(animated: true)
      device.advance(1)
      for object in [controller, navigation, tabs, other, sheet, controller.view!] as [AnyObject] {
        #expect(!hasSideTable(object), "\(type(of: object))")
      }
      for view in controller.view.subviews { #expect(!hasSideTable(view), "\(type(of: view))") }
    }
  }

  /// Whether the object's reference counts are in a side table: the two highest bits of the second word of its header.
  private func hasSideTable(_ object: AnyObject) -> Bool {
    let header = UnsafePointer<UInt>(OpaquePointer(Unmanaged.passUnretained(object).toOpaque()))
    return header[1] >> 62 == 0b11
  }

  /// A controller with what most controllers have.
  private final class Everything: UIViewController, UITableViewDataSource, UITableViewDelegate,
    UITextFieldDelegate,
    UIGestureRecognizerDelegate, UIScrollViewDelegate, UINavigationControllerDelegate,
    UITabBarControllerDelegate,
    UIPickerViewDataSource, UIPickerViewDelegate, UITextViewDelegate, UISearchBarDelegate
  {
    var count = 0

    override func viewDidLoad() {
      super.viewDidLoad()
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      table.dataSource = self
      table.delegate = self
      let field = UITextField()
      field.delegate = self
      let text = UITextView()
      text.delegate = self
      let scroll = UIScrollView()
      scroll.delegate = self
      let picker = UIPickerView()
      picker.dataSource = self
      picker.delegate = self
      let bar = UISearchBar()
      bar.delegate = self
      let button = UIButton(type: .system)
      button.addTarget(self, action: Selector("tapped"), for: .touchUpInside)
      for view in [table, field, text, scroll, picker, bar, button] as [UIView] { self.view.addSubview(view) }
      let tap = UITapGestureRecognizer(target: self, action: Selector("tapped"))
      tap.delegate = self
      view.addGestureRecognizer(tap)
      navigationItem.rightBarButtonItem = UIBarButtonItem(
        title: "Go", style: .plain, target: self, action: Selector("tapped"))
      NotificationCenter.default.addObserver(
        self, selector: Selector("tapped"), name: .init("Side"), object: nil)
      addObserver(self, forKeyPath: "count", options: [], context: nil)
      _ = registerForTraitChanges([UITraitUserInterfaceStyle.self]) { (_: Everything, _) in }
    }
    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      navigationController?.delegate = self
      tabBarController?.delegate = self
      UIView.animate(withDuration: 0.1) { self.view.alpha = 0.9 }
    }
    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 3 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {}
    deinit { removeObserver(self, forKeyPath: "count") }
  }
}
