import CarobFoundation
import NibFormat

/// Maps the element names of storyboards to classes.
@MainActor
enum ElementNames {
  /// `tableViewCell` → `UITableViewCell`, `mapView` → `MKMapView`.
  static func className(_ element: String) -> String {
    switch element {
    case "mapView": return "MKMapView"
    case "wkWebView": return "WKWebView"
    case "containerView": return "UIView"
    case "pagecontrol", "pageControl": return "UIPageControl"
    case "viewController": return "UIViewController"
    case "glkView", "mtkView", "sceneKitView", "skView": return "UIView"
    default:
      return NibVocabulary.className(forElement: element)
        ?? "UI" + element.prefix(1).uppercased() + element.dropFirst()
    }
  }

  static func isView(_ element: String) -> Bool { ClassFinder.find(className(element)) is UIView.Type }

  static func viewClass(_ element: String, _ site: String) -> AnyClass {
    if element == "view" || element == "containerView" { return UIView.self }
    if let found = ClassFinder.find(className(element)), found is UIView.Type { return found }
    Journal.warn("<\(element)> is not supported; an empty view is shown instead", site: site)
    return UIView.self
  }

  static func controlEvents(_ name: String?) -> UIControl.Event? {
    switch name {
    case "touchDown": return .touchDown
    case "touchDownRepeat": return .touchDownRepeat
    case "touchDragInside": return .touchDragInside
    case "touchDragOutside": return .touchDragOutside
    case "touchDragEnter": return .touchDragEnter
    case "touchDragExit": return .touchDragExit
    case "touchUpInside": return .touchUpInside
    case "touchUpOutside": return .touchUpOutside
    case "touchCancel": return .touchCancel
    case "valueChanged": return .valueChanged
    case "primaryActionTriggered": return .primaryActionTriggered
    case "editingDidBegin": return .editingDidBegin
    case "editingChanged": return .editingChanged
    case "editingDidEnd": return .editingDidEnd
    case "editingDidEndOnExit": return .editingDidEndOnExit
    default: return nil
    }
  }
}
