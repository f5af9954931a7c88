import CarobFoundation

/// The older form of a swipe action; `UIContextualAction` replaces it.
@preconcurrency @MainActor
open class UITableViewRowAction: _MainActorNSObject {
  public enum Style: Int, Sendable {
    case `default`, normal
    public static var destructive: Style { .default }
  }

  public init(
    style: Style, title: String?, handler: @escaping (UITableViewRowAction, IndexPath) -> Void
  ) {
    self.style = style
    self.title = title
    self.handler = handler
    super.init()
  }

  public let style: Style
  let handler: (UITableViewRowAction, IndexPath) -> Void
  open var title: String?
  open var backgroundColor: UIColor?
  /// The effect behind the button's title, in place of its color (C-319).
  open var backgroundEffect: UIVisualEffect?

  /// The equivalent `UIContextualAction`.
  func contextual(at path: IndexPath) -> UIContextualAction {
    let action = UIContextualAction(style: style == .normal ? .normal : .destructive, title: title) {
      [self] _, _, done in
      handler(self, path)
      done(true)
    }
    if let backgroundColor { action.backgroundColor = backgroundColor }
    action.backgroundEffect = backgroundEffect
    return action
  }
}
