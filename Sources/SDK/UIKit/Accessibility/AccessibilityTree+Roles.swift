import CarobFoundation
import DeviceProtocol
import QuartzCore

// E-962: roles, states and values of elements in the terms of ARIA.
extension AccessibilityTree {
  func role(of view: UIView, _ reading: AccessibilityReading, _ place: Place) -> String {
    let traits = reading.traits
    switch view {
    case is UISwitch: return "switch"
    case let field as UITextField:
      return field is UISearchTextField || traits.contains(.searchField) ? "searchbox" : "textbox"
    case let text as UITextView where text.isEditable: return "textbox"
    case is UISlider: return "slider"
    case is UIProgressView, is UIActivityIndicatorView: return "progressbar"
    case is TabButton: return "tab"
    case is UITableViewCell:
      return place.onlyControls
        ? "text" : (view as? UITableViewCell)?.isSelectable == true ? "button" : "text"
    default: break
    }
    let isTapped = place.isSelectable || view.isTapped
    let otherwise = place.headingLevel > 0 && view is UILabel ? "heading" : isTapped ? "button" : "text"
    return role(of: traits, otherwise: otherwise)
  }

  func role(of traits: UIAccessibilityTraits, otherwise: String) -> String {
    if traits.contains(.adjustable) { return "spinbutton" }
    if traits.contains(.searchField) { return "searchbox" }
    if traits.contains(.header) { return "heading" }
    if traits.contains(.link) { return "link" }
    if traits.contains(.button) || traits.contains(.keyboardKey) { return "button" }
    if traits.contains(.image) { return otherwise == "button" ? "button" : "img" }
    return otherwise
  }

  func states(of traits: UIAccessibilityTraits) -> AccessibilityNode.States {
    var states: AccessibilityNode.States = []
    if traits.contains(.notEnabled) { states.insert(.disabled) }
    if traits.contains(.selected) { states.insert(.selected) }
    if traits.contains(.updatesFrequently) { states.insert(.live) }
    if traits.contains(.keyboardKey) { states.insert(.key) }
    if !traits.isDisjoint(with: [.button, .link, .adjustable, .searchField, .keyboardKey]) {
      states.insert(.interactive)
    }
    return states
  }

  func states(
    of view: UIView, _ reading: AccessibilityReading, _ place: Place
  ) -> AccessibilityNode.States {
    var states = states(of: reading.traits)
    if let control = view as? UIControl {
      if !control.hasEnabledState { states.insert(.disabled) }
      states.insert(.interactive)
    }
    if FirstResponder.current === view { states.insert(.focused) }
    switch view {
    case is UISwitch:
      if reading.value == "1" { states.insert(.checked) }
    case let field as UITextField:
      if field.isSecureTextEntry { states.insert(.secure) }
    case let text as UITextView:
      states.insert(.multiline)
      if text.isEditable { states.insert(.interactive) }
    case let cell as UITableViewCell:
      if cell.isSelectable { states.insert(.interactive) }
    default:
      if place.isSelectable || view.isTapped { states.insert(.interactive) }
    }
    return states
  }

  func range(of view: UIView) -> [Double] {
    switch view {
    case let slider as UISlider:
      [Double(slider.minimumValue), Double(slider.maximumValue), Double(slider.value)]
    case let progress as UIProgressView: [0, 100, Double((progress.progress * 100).rounded())]
    case let pages as UIPageControl: [1, Double(max(pages.numberOfPages, 1)), Double(pages.currentPage + 1)]
    default: []
    }
  }

  /// The role of a view whose elements are read together; nil for other views.
  func groupRole(_ view: UIView, _ reading: AccessibilityReading) -> String? {
    switch view {
    case is UITableView, is UICollectionView: return "list"
    case is UICollectionViewCell: return "listitem"
    case is UITabBar: return "tablist"
    case is UIToolbar: return "toolbar"
    case is UINavigationBar, is UIScrollView, is UIWindow, is UISearchBar: return ""
    default: break
    }
    if let alert = view.viewController as? UIAlertController {
      return alert.preferredStyle == .alert ? "alertdialog" : "dialog"
    }
    if let presentation = (view as? TransitionView)?.presentation {
      return presentation is UISheetPresentationController || presentation is UIPopoverPresentationController
        ? "dialog" : ""
    }
    switch view.accessibilityContainerType {
    case .list: return "list"
    case .dataTable, .landmark, .semanticGroup: return "group"
    case .none: return view.shouldGroupAccessibilityChildren ? "group" : nil
    }
  }

  func groupLabel(_ view: UIView, _ reading: AccessibilityReading) -> String? {
    if let label = reading.label { return label }
    if let alert = view.viewController as? UIAlertController { return alert.title ?? alert.message }
    guard let presented = (view as? TransitionView)?.presentation?.presentedViewController else { return nil }
    return presented.title
  }
}

extension UIView {
  /// Whether a tap does something, by the recognizers of the view.
  fileprivate var isTapped: Bool {
    isUserInteractionEnabled
      && (gestureRecognizers ?? []).contains { $0.isEnabled && $0 is UITapGestureRecognizer }
  }
}

extension UITableViewCell {
  /// Whether a tap selects the row.
  fileprivate var isSelectable: Bool { table?.allowsSelection == true && selectionStyle != .none }
}
