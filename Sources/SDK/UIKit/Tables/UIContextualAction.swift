import CarobFoundation

/// One of the buttons that a swipe brings out.
@preconcurrency @MainActor
open class UIContextualAction: _MainActorNSObject {
  public enum Style: Int, Sendable { case normal, destructive }
  /// Called when the button is tapped; it calls the block it is given once it is done, with false if it did nothing.
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
  /// Never nil when read: nil sets the style's own color.
  open var backgroundColor: UIColor! {
    didSet {
      if backgroundColor == nil { backgroundColor = style == .destructive ? .systemRed : .systemGray }
    }
  }
  open var image: UIImage?
}
