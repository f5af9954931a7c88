import CarobFoundation

/// One of the buttons that a swipe brings out.
@preconcurrency @MainActor
open class UIContextualAction: _MainActorNSObject {
  public enum Style: Int, Sendable { case normal, destructive }
  /// Called when the button is tapped. It must call its last argument when it is done, with false if nothing was done.
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
  /// Where the app made it.
  let site: SourceSite
  open var title: String?
  /// The button's color. Setting nil restores the style's color, which is then returned.
  open var backgroundColor: UIColor! {
    didSet {
      if backgroundColor == nil { backgroundColor = style == .destructive ? .systemRed : .systemGray }
    }
  }
  open var image: UIImage?
}
