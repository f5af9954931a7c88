import CarobFoundation

/// A part of a text that can be acted on: a link or a picture.
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
