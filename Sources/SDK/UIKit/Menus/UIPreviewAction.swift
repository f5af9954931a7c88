@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// An action, or a group of actions, that a previewed controller offers.
@preconcurrency @MainActor
public protocol UIPreviewActionItem: NSObjectProtocol {
  var title: String { get }
}

/// An action below the preview of a view controller (E-1060).
@preconcurrency @MainActor
open class UIPreviewAction: _MainActorNSObject, UIPreviewActionItem {
  public enum Style: Int, Sendable { case `default`, selected, destructive }

  public let title: String
  let style: Style
  /// Called with the action and the previewed controller when the user chooses the action.
  public let handler: (any UIPreviewActionItem, UIViewController) -> Void
  /// The place in the app's source where the action was created.
  let site: (file: StaticString, line: Int)

  public init(
    title: String, style: Style, handler: @escaping (UIPreviewAction, UIViewController) -> Void,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    self.title = title
    self.style = style
    site = (file, line)
    self.handler = { item, controller in
      if let action = item as? UIPreviewAction { handler(action, controller) }
    }
    super.init()
  }
}

/// Actions below a preview that are shown in a menu of their own.
@preconcurrency @MainActor
open class UIPreviewActionGroup: _MainActorNSObject, UIPreviewActionItem {
  public let title: String
  let style: UIPreviewAction.Style
  let actions: [UIPreviewAction]

  public init(title: String, style: UIPreviewAction.Style, actions: [UIPreviewAction]) {
    (self.title, self.style, self.actions) = (title, style, actions)
    super.init()
  }
}

extension UIMenuElement {
  /// The element of a context menu for an item of `previewActionItems`; nil for a class of the app's own.
  static func forPreviewItem(_ item: any UIPreviewActionItem, of controller: UIViewController)
    -> UIMenuElement?
  {
    switch item {
    case let action as UIPreviewAction:
      return UIAction(
        title: action.title, attributes: action.style == .destructive ? .destructive : [],
        state: action.style == .selected ? .on : .off, handler: { _ in action.handler(action, controller) },
        action.site.file, action.site.line)
    case let group as UIPreviewActionGroup:
      return UIMenu(
        title: group.title, options: group.style == .destructive ? .destructive : [],
        children: group.actions.compactMap { forPreviewItem($0, of: controller) })
    default:
      unimplemented(
        "UIPreviewActionItem of \(type(of: item)): only UIPreviewAction and UIPreviewActionGroup are shown")
      return nil
    }
  }
}
