import CarobFoundation

/// A part of a text that the user can interact with: a link or an image.
@preconcurrency @MainActor
open class UITextItem: _MainActorNSObject {
  public enum Content {
    case link(URL)
    case textAttachment(NSTextAttachment)
    case tag(String)
  }
  public let content: Content
  public let range: NSRange
  init(_ content: Content, _ range: NSRange) {
    (self.content, self.range) = (content, range)
    super.init()
  }
}
