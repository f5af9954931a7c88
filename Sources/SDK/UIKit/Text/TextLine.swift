import CarobFoundation
import CoreGraphics
internal import Raster

extension StyledText {
  /// Text laid out in one line, with the positions of its characters.
  struct Line {
    private let layout: TextLayout
    init(_ text: StyledText) { layout = text.layout(width: nil) }
    var width: CGFloat { CGFloat(layout.width) }
    func caret(at offset: Int) -> CGFloat { layout.lines.isEmpty ? 0 : CGFloat(layout.caret(at: offset).x) }
    func offset(at x: CGFloat) -> Int { layout.offset(atX: Double(x), y: 0) }
  }
}
