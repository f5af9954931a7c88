import TestSupport
import Testing
import UIKit

/// Where margins and safe areas come from, and which methods are called when they change.
@MainActor @Suite struct MarginTests {
  private final class Screen: UIViewController {
    var told: [String] = []
    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      told.append("willAppear")
    }
    override func viewSafeAreaInsetsDidChange() {
      super.viewSafeAreaInsetsDidChange()
      told.append("safe area \(Int(view.safeAreaInsets.top))")
    }
    override func viewLayoutMarginsDidChange() {
      super.viewLayoutMarginsDidChange()
      told.append("margins \(Int(view.layoutMargins.top)) \(Int(view.layoutMargins.left))")
    }
    override func viewWillLayoutSubviews() {
      super.viewWillLayoutSubviews()
      told.append("willLayout")
    }
  }
  private final class Listener: UIView {
    var told: [String] = []
    override func safeAreaInsetsDidChange() {
      super.safeAreaInsetsDidChange()
      told.append("safe area \(Int(safeAreaInsets.top))")
    }
    override func layoutMarginsDidChange() {
      super.layoutMarginsDidChange()
      told.append("margins \(Int(layoutMargins.top))")
    }
  }

  private let screen = Screen()
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 393, height: 852))

  private func show() {
    window.rootViewController = screen
    window.isHidden = false
    window.layoutIfNeeded()
  }

  @Test(.rule("E-607"))
  func `a controller is notified of safe area and margins before layout, then only of changes`() {
    show()
    let top = Int(screen.view.safeAreaInsets.top)
    let first = screen.told.filter { $0 != "willAppear" }
    if top > 0 {
      #expect(first.prefix(3) == ["safe area \(top)", "margins \(top) 20", "willLayout"])
    } else {
      #expect(first.prefix(2) == ["margins 0 20", "willLayout"])
    }
    screen.told = []
    screen.view.setNeedsLayout()
    screen.view.layoutIfNeeded()
    #expect(screen.told == ["willLayout"])
    screen.told = []
    screen.additionalSafeAreaInsets = UIEdgeInsets(top: 7, left: 0, bottom: 0, right: 0)
    #expect(screen.told == ["safe area \(top + 7)", "margins \(top + 7) 20"])
  }

  @Test(.rule("E-607"))
  func `a view is notified of changes of its safe area and margins`() {
    let listener = Listener(frame: CGRect(x: 0, y: 0, width: 393, height: 300))
    screen.loadViewIfNeeded()
    screen.view.addSubview(listener)
    show()
    let top = Int(screen.view.safeAreaInsets.top)
    listener.told = []
    screen.additionalSafeAreaInsets = UIEdgeInsets(top: 5, left: 0, bottom: 0, right: 0)
    #expect(listener.told == ["safe area \(top + 5)", "margins \(top + 13)"])
    listener.told = []
    listener.insetsLayoutMarginsFromSafeArea = false
    listener.insetsLayoutMarginsFromSafeArea = false
    #expect(listener.told == ["margins 8"])
  }

  @Test(.rule("E-607"))
  func `a view that preserves its superview's margins is inset as far as it overlaps them`() {
    let root = makeRoot(200, 200)
    root.layoutMargins = UIEdgeInsets(top: 30, left: 30, bottom: 30, right: 30)
    let inner = UIView(frame: CGRect(x: 0, y: 10, width: 180, height: 100))
    root.addSubview(inner)
    #expect(inner.layoutMargins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
    inner.preservesSuperviewLayoutMargins = true
    #expect(inner.layoutMargins == UIEdgeInsets(top: 20, left: 30, bottom: 8, right: 10))
    let box = Box(10, 10)
    inner.addSubview(box)
    box.leadingAnchor.constraint(equalTo: inner.layoutMarginsGuide.leadingAnchor).isActive = true
    root.layoutIfNeeded()
    #expect(box.frame.minX == 30)
    root.layoutMargins.left = 50
    root.layoutIfNeeded()
    #expect(box.frame.minX == 50)
  }

  @Test(.rule("E-607"))
  func `a root view's margins are at least the system minimum, unless the controller opts out`() {
    show()
    screen.view.directionalLayoutMargins.leading = 2
    #expect(screen.view.layoutMargins.left == 20)
    screen.viewRespectsSystemMinimumLayoutMargins = false
    #expect(screen.view.layoutMargins.left == 2)
  }

  @Test(.rule("E-608"))
  func `leading margins are on the right in a right-to-left layout`() {
    let root = makeRoot()
    root.semanticContentAttribute = .forceRightToLeft
    root.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 40, bottom: 2, trailing: 3)
    #expect(root.layoutMargins == UIEdgeInsets(top: 1, left: 3, bottom: 2, right: 40))
    #expect(root.directionalLayoutMargins.leading == 40)
  }

  @Test(.rule("E-609"))
  func `a cell's content view has the margins that Interface Builder shows`() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    #expect(cell.contentView.layoutMargins.top == 11 && cell.contentView.layoutMargins.bottom == 11)
    #expect(cell.contentView.layoutMargins.left == 20)
  }
}
