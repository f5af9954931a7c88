import CarobFoundation

/// The state that the framework's controllers save (E-403).
extension UIViewController {
  private static let presentedKey = "UIViewController.presentedViewController"
  private static let styleKey = "UIViewController.modalPresentationStyle"
  private static let transitionKey = "UIViewController.modalTransitionStyle"

  func encodeOwnState(_ coder: NSCoder) {
    if let directlyPresented {
      coder.encode(directlyPresented, forKey: Self.presentedKey)
    }
    if directPresenter != nil {
      coder.encode(modalPresentationStyle.rawValue, forKey: Self.styleKey)
      coder.encode(modalTransitionStyle.rawValue, forKey: Self.transitionKey)
    }
  }

  func decodeOwnState(_ coder: NSCoder) {
    if coder.containsValue(forKey: Self.styleKey) {
      if let style = UIModalPresentationStyle(rawValue: coder.decodeInteger(forKey: Self.styleKey)) {
        modalPresentationStyle = style
      }
      if let style = UIModalTransitionStyle(rawValue: coder.decodeInteger(forKey: Self.transitionKey)) {
        modalTransitionStyle = style
      }
    }
    if let presented = coder.decodeObject(forKey: Self.presentedKey) as? UIViewController,
      directlyPresented == nil
    {
      StateRestorer.current?.present(presented, from: self)
    }
  }
}

extension UINavigationController {
  private static let stackKey = "UINavigationController.viewControllers"

  func encodeStack(_ coder: NSCoder) { coder.encode(viewControllers, forKey: Self.stackKey) }

  func decodeStack(_ coder: NSCoder) {
    guard let stack = coder.decodeObject(forKey: Self.stackKey) as? [UIViewController], !stack.isEmpty,
      !stack.elementsEqual(viewControllers, by: ===)
    else { return }
    setViewControllers(stack, animated: false)
  }
}

extension UITabBarController {
  private static let tabsKey = "UITabBarController.viewControllers"
  private static let selectedKey = "UITabBarController.selectedViewController"
  private static let indexKey = "UITabBarController.selectedIndex"

  func encodeTabs(_ coder: NSCoder) {
    coder.encode(viewControllers, forKey: Self.tabsKey)
    coder.encode(selectedViewController, forKey: Self.selectedKey)
    coder.encode(selectedIndex, forKey: Self.indexKey)
  }

  func decodeTabs(_ coder: NSCoder) {
    if viewControllers?.isEmpty != false,
      let tabs = coder.decodeObject(forKey: Self.tabsKey) as? [UIViewController]
    {
      setViewControllers(tabs, animated: false)
    }
    if let selected = coder.decodeObject(forKey: Self.selectedKey) as? UIViewController,
      viewControllers?.contains(where: { $0 === selected }) == true
    {
      selectedViewController = selected
    } else if coder.containsValue(forKey: Self.indexKey) {
      selectedIndex = coder.decodeInteger(forKey: Self.indexKey)
    }
  }
}

extension UISplitViewController {
  private static let stateColumns = [Column.primary, .supplementary, .secondary, .compact]
  private func key(_ column: Column) -> String { "UISplitViewController.column\(column.rawValue)" }

  var controllersOfColumns: [UIViewController] {
    Self.stateColumns.compactMap { viewController(for: $0) }
  }

  func encodeColumns(_ coder: NSCoder) {
    for column in Self.stateColumns { coder.encode(viewController(for: column), forKey: key(column)) }
  }

  func decodeColumns(_ coder: NSCoder) {
    for column in Self.stateColumns {
      guard let controller = coder.decodeObject(forKey: key(column)) as? UIViewController,
        controller !== viewController(for: column)
      else { continue }
      setViewController(controller, for: column)
    }
  }
}
