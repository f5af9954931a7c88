import CarobFoundation

/// One of the buttons that appear when a row is swiped.
@preconcurrency @MainActor
open class UIContextualAction: _MainActorNSObject {
  public enum Style: Int, Sendable { case normal, destructive }
  /// Called when the button is tapped. The handler must call the completion handler when it is done, with
  /// true if it performed the action.
  public typealias Handler =
    (_ action: UIContextualAction, _ sourceView: UIView, _ completionHandler: @escaping (Bool) -> Void) ->
    Void

  public init(
    style: Style, title: String?, handler: @escaping Handler, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) {
    self.style = style
    self.title = title
    self.handler = handler
    site = SourceSite(file, line)
    backgroundColor = style == .destructive ? .systemRed : .systemGray
    super.init()
  }

  public let style: Style
  public let handler: Handler
  /// The place in the app's source where the action is created.
  let site: SourceSite
  open var title: String?
  /// The button's color. Setting nil restores the style's color, which is then returned.
  open var backgroundColor: UIColor! {
    didSet {
      if backgroundColor == nil { backgroundColor = style == .destructive ? .systemRed : .systemGray }
    }
  }
  open var image: UIImage?
  /// The effect of the `UITableViewRowAction` that this action stands for.
  var backgroundEffect: UIVisualEffect?

  /// Calls the handler, as a cause of its own in the trace; `done` is called when the app reports that the
  /// action is done.
  func perform(from list: UIView, _ button: UIView, done: @escaping () -> Void) {
    Journal.deliverRegistered(
      .action, "{}", from: list, category: .user, site: site.text,
      detail: [("contextualAction", title ?? "")]
    ) { handler(self, button) { _ in done() } }
  }
}
