import CarobFoundation
import CoreGraphics

/// The methods of controls, text classes, bars, recognizers and animators that selectors can call (F-165).
enum ControlMessages {
  static var control: [_CarobMethod] {
    _CarobMethod.answered([
      ("sendActionsForControlEvents:", "sendActions(for:)"),
      ("sendAction:to:forEvent:", "sendAction(_:to:for:)"),
      ("addTarget:action:forControlEvents:", "addTarget(_:action:for:)"),
      ("removeTarget:action:forControlEvents:", "removeTarget(_:action:for:)"),
      ("beginTrackingWithTouch:withEvent:", "beginTracking(_:with:)"),
      ("continueTrackingWithTouch:withEvent:", "continueTracking(_:with:)"),
      ("endTrackingWithTouch:withEvent:", "endTracking(_:with:)"),
    ]) + [
      .one("cancelTrackingWithEvent:", "cancelTracking(with:)") { (c: UIControl, event: UIEvent?) in
        c.cancelTracking(with: event)
      }
    ]
  }
  static var button: [_CarobMethod] {
    [
      .none("setNeedsUpdateConfiguration", "setNeedsUpdateConfiguration()") { (b: UIButton) in
        b.setNeedsUpdateConfiguration()
      },
      .none("updateConfiguration", "updateConfiguration()") { (b: UIButton) in b.updateConfiguration() },
    ]
      + _CarobMethod.answered([
        ("setTitle:forState:", "setTitle(_:for:)"), ("setImage:forState:", "setImage(_:for:)"),
        ("setTitleColor:forState:", "setTitleColor(_:for:)"),
        ("setBackgroundImage:forState:", "setBackgroundImage(_:for:)"),
        ("setAttributedTitle:forState:", "setAttributedTitle(_:for:)"),
        ("titleForState:", "title(for:)"), ("imageForState:", "image(for:)"),
      ])
  }
  static var toggle: [_CarobMethod] {
    [
      .two("setOn:animated:", "setOn(_:animated:)") { (s: UISwitch, on: Bool, animated: Bool) in
        s.setOn(on, animated: animated)
      }
    ]
  }
  static var slider: [_CarobMethod] {
    _CarobMethod.answered([
      ("setValue:animated:", "setValue(_:animated:)"),
      ("setThumbImage:forState:", "setThumbImage(_:for:)"),
      ("setMinimumTrackImage:forState:", "setMinimumTrackImage(_:for:)"),
      ("setMaximumTrackImage:forState:", "setMaximumTrackImage(_:for:)"),
    ])
  }
  static var segmentedControl: [_CarobMethod] {
    [
      .none("removeAllSegments", "removeAllSegments()") { (s: UISegmentedControl) in s.removeAllSegments() }
    ]
      + _CarobMethod.answered([
        ("insertSegmentWithTitle:atIndex:animated:", "insertSegment(withTitle:at:animated:)"),
        ("insertSegmentWithImage:atIndex:animated:", "insertSegment(with:at:animated:)"),
        ("removeSegmentAtIndex:animated:", "removeSegment(at:animated:)"),
        ("setTitle:forSegmentAtIndex:", "setTitle(_:forSegmentAt:)"),
        ("titleForSegmentAtIndex:", "titleForSegment(at:)"),
        ("setEnabled:forSegmentAtIndex:", "setEnabled(_:forSegmentAt:)"),
      ])
  }
  static var pageControl: [_CarobMethod] {
    [
      .none("updateCurrentPageDisplay", "updateCurrentPageDisplay()") { (p: UIPageControl) in
        p.updateCurrentPageDisplay()
      }
    ]
  }
  static var datePicker: [_CarobMethod] {
    [
      .two("setDate:animated:", "setDate(_:animated:)") { (p: UIDatePicker, date: Date, animated: Bool) in
        p.setDate(date, animated: animated)
      }
    ]
  }
  static var progressView: [_CarobMethod] {
    _CarobMethod.answered([("setProgress:animated:", "setProgress(_:animated:)")])
  }
  static var activityIndicator: [_CarobMethod] {
    [
      .none("startAnimating", "startAnimating()") { (v: UIActivityIndicatorView) in v.startAnimating() },
      .none("stopAnimating", "stopAnimating()") { (v: UIActivityIndicatorView) in v.stopAnimating() },
    ]
  }
  static var refreshControl: [_CarobMethod] {
    [
      .none("beginRefreshing", "beginRefreshing()") { (r: UIRefreshControl) in r.beginRefreshing() },
      .none("endRefreshing", "endRefreshing()") { (r: UIRefreshControl) in r.endRefreshing() },
    ]
  }

  // MARK: Text

  static var textField: [_CarobMethod] {
    [
      .one("insertText:", "insertText(_:)") { (f: UITextField, text: String) in f.insertText(text) },
      .none("deleteBackward", "deleteBackward()") { (f: UITextField) in f.deleteBackward() },
      .none("unmarkText", "unmarkText()") { (f: UITextField) in f.unmarkText() },
    ]
  }
  static var textView: [_CarobMethod] {
    [
      .one("insertText:", "insertText(_:)") { (v: UITextView, text: String) in v.insertText(text) },
      .none("deleteBackward", "deleteBackward()") { (v: UITextView) in v.deleteBackward() },
      .none("unmarkText", "unmarkText()") { (v: UITextView) in v.unmarkText() },
    ] + _CarobMethod.answered([("scrollRangeToVisible:", "scrollRangeToVisible(_:)")])
  }

  // MARK: Bars

  static var navigationBar: [_CarobMethod] {
    [
      .two("pushNavigationItem:animated:", "pushItem(_:animated:)") {
        (b: UINavigationBar, item: UINavigationItem, animated: Bool) in b.pushItem(item, animated: animated)
      },
      .resultOfOne("popNavigationItemAnimated:", "popItem(animated:)") {
        (b: UINavigationBar, animated: Bool) in
        b.popItem(animated: animated)
      },
      .two("setItems:animated:", "setItems(_:animated:)") {
        (b: UINavigationBar, items: [UINavigationItem]?, animated: Bool) in
        b.setItems(items, animated: animated)
      },
    ]
      + _CarobMethod.answered([
        ("setBackgroundImage:forBarMetrics:", "setBackgroundImage(_:for:)"),
        ("setBackgroundImage:forBarPosition:barMetrics:", "setBackgroundImage(_:for:barMetrics:)"),
      ])
  }
  static var tabBar: [_CarobMethod] {
    [
      .two("setItems:animated:", "setItems(_:animated:)") {
        (b: UITabBar, items: [UITabBarItem]?, animated: Bool) in b.setItems(items, animated: animated)
      }
    ]
  }
  static var toolbar: [_CarobMethod] {
    [
      .two("setItems:animated:", "setItems(_:animated:)") {
        (b: UIToolbar, items: [UIBarButtonItem]?, animated: Bool) in b.setItems(items, animated: animated)
      }
    ]
  }
  static var searchBar: [_CarobMethod] {
    [
      .two("setShowsCancelButton:animated:", "setShowsCancelButton(_:animated:)") {
        (b: UISearchBar, shows: Bool, animated: Bool) in b.setShowsCancelButton(shows, animated: animated)
      }
    ]
  }

  // MARK: Others

  static var gestureRecognizer: [_CarobMethod] {
    [
      .one("requireGestureRecognizerToFail:", "require(toFail:)") {
        (g: UIGestureRecognizer, other: UIGestureRecognizer) in g.require(toFail: other)
      },
      .none("reset", "reset()") { (g: UIGestureRecognizer) in g.reset() },
    ]
      + _CarobMethod.answered([
        ("locationInView:", "location(in:)"), ("addTarget:action:", "addTarget(_:action:)"),
        ("removeTarget:action:", "removeTarget(_:action:)"),
      ])
  }
  static var menuController: [_CarobMethod] {
    [
      .none("hideMenu", "hideMenu()") { (m: UIMenuController) in m.hideMenu() },
      .none("update", "update()") { (m: UIMenuController) in m.update() },
      .two("setMenuVisible:animated:", "setMenuVisible(_:animated:)") {
        (m: UIMenuController, visible: Bool, animated: Bool) in m.setMenuVisible(visible, animated: animated)
      },
    ]
  }
  static var feedbackGenerator: [_CarobMethod] {
    [.none("prepare", "prepare()") { (g: UIFeedbackGenerator) in g.prepare() }]
  }
  static var impactFeedback: [_CarobMethod] {
    [.none("impactOccurred", "impactOccurred()") { (g: UIImpactFeedbackGenerator) in g.impactOccurred() }]
  }
  static var selectionFeedback: [_CarobMethod] {
    [
      .none("selectionChanged", "selectionChanged()") { (g: UISelectionFeedbackGenerator) in
        g.selectionChanged()
      }
    ]
  }
  static var propertyAnimator: [_CarobMethod] {
    [
      .none("startAnimation", "startAnimation()") { (a: UIViewPropertyAnimator) in a.startAnimation() },
      .none("pauseAnimation", "pauseAnimation()") { (a: UIViewPropertyAnimator) in a.pauseAnimation() },
      .one("stopAnimation:", "stopAnimation(_:)") { (a: UIViewPropertyAnimator, without: Bool) in
        a.stopAnimation(without)
      },
    ]
  }
  static var dynamicAnimator: [_CarobMethod] {
    [
      .none("removeAllBehaviors", "removeAllBehaviors()") { (a: UIDynamicAnimator) in a.removeAllBehaviors()
      },
      .one("addBehavior:", "addBehavior(_:)") { (a: UIDynamicAnimator, b: UIDynamicBehavior) in
        a.addBehavior(b)
      },
      .one("removeBehavior:", "removeBehavior(_:)") { (a: UIDynamicAnimator, b: UIDynamicBehavior) in
        a.removeBehavior(b)
      },
    ]
  }
}
