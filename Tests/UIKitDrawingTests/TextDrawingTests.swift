import CarobFoundation
import TestSupport
import Testing

@testable import Raster
@testable import UIKit
@testable import UIKitDrawing

private let font = UIFont.systemFont(ofSize: 17)
private func text(
  _ string: String, _ mode: NSLineBreakMode = .byWordWrapping,
  _ edit: (NSMutableParagraphStyle) -> Void = { _ in }
) -> NSAttributedString {
  let style = NSMutableParagraphStyle()
  style.lineBreakMode = mode
  edit(style)
  return NSAttributedString(string: string, attributes: [.font: font, .paragraphStyle: style])
}

@Suite struct TextDrawingTests {
  @Test func `text set at its own width stays on one line`() {
    for string in ["Hello", "Hello World", "A somewhat longer line of text", "Grüße 👍"] {
      let size = text(string).size()
      let bounds = text(string).boundingRect(
        with: CGSize(width: size.width, height: 1000), options: .usesLineFragmentOrigin, context: nil)
      #expect(bounds.height == size.height)
    }
  }

  @Test func `lines have the font's line height`() {
    #expect(abs(text("Hello").size().height - font.lineHeight) < 0.01)
    #expect(abs(text("Hello\nWorld").size().height - 2 * font.lineHeight) < 0.01)
    #expect(abs(text("Hello\n").size().height - 2 * font.lineHeight) < 0.01)
    #expect(abs(text("a\nb") { $0.lineSpacing = 10 }.size().height - 2 * font.lineHeight - 10) < 0.01)
    #expect(abs(text("a\nb") { $0.paragraphSpacing = 8 }.size().height - 2 * font.lineHeight - 8) < 0.01)
    #expect(text("a") { $0.minimumLineHeight = 40 }.size().height == 40)
    #expect(text("a") { $0.maximumLineHeight = 10 }.size().height == 10)
    #expect(NSAttributedString(string: "").size() == .zero)
  }

  private func text(_ string: String, _ edit: (NSMutableParagraphStyle) -> Void) -> NSAttributedString {
    UIKitDrawingTests.text(string, .byWordWrapping, edit)
  }
  private func text(_ string: String, _ mode: NSLineBreakMode = .byWordWrapping) -> NSAttributedString {
    UIKitDrawingTests.text(string, mode)
  }

  @Test func `labels wrap up to the line limit and end with an ellipsis`() {
    let long = text("one two three four five six seven eight nine ten", .byTruncatingTail)
    let one = LabelText.layout(StyledText(long), width: 100, lines: 1)
    #expect(one.lines.count == 1 && one.isTruncated && one.width <= 100)
    let two = LabelText.layout(StyledText(long), width: 100, lines: 2)
    #expect(two.lines.count == 2 && two.isTruncated)
    let all = LabelText.layout(StyledText(long), width: 100, lines: 0)
    #expect(all.lines.count > 3 && !all.isTruncated)
    let paragraphs = LabelText.layout(
      StyledText(text("one\ntwo\nthree", .byTruncatingTail)), width: 200, lines: 2)
    #expect(paragraphs.lines.count == 2 && paragraphs.isTruncated)
  }

  @Test func `a word that does not fit is broken into lines`() {
    let layout = LabelText.layout(StyledText(text("Incomprehensibilities")), width: 60, lines: 0)
    #expect(layout.lines.count > 2)
    #expect(layout.width <= 60.1)
  }

  @Test func `alignment moves lines within the width`() {
    func x(_ alignment: NSTextAlignment, _ string: String = "Hi") -> Double {
      StyledText(text(string) { $0.alignment = alignment }).layout(width: 200).lines[0].x
    }
    let width = Double(text("Hi").size().width)
    #expect(x(.left) == 0)
    #expect(abs(x(.center) - (200 - width) / 2) < 0.01)
    #expect(abs(x(.right) - (200 - width)) < 0.01)
    #expect(x(.natural) == 0)
    #expect(x(.natural, "שלום") > 100)
  }

  @Test func `caret positions and offsets are inverse to each other`() {
    for string in ["Hello World", "Grüße, 😀 and more", "first\nsecond line\n\nfourth", "שלום עולם"] {
      let layout = StyledText(text(string)).layout(width: 60)
      let units = Array(string.utf16)
      for offset in 0..<units.count where !UTF16.isTrailSurrogate(units[offset]) && units[offset] != 10 {
        let caret = layout.caret(at: offset)
        let found = layout.offset(atX: caret.x, y: caret.y + caret.height / 2)
        // At a soft break the end of one line is the beginning of the next.
        #expect(found == offset || layout.caret(at: found) == caret)
      }
    }
  }

  @Test func `the rectangles of a range cover its characters line by line`() {
    let layout = StyledText(text("one\ntwo")).layout(width: nil)
    let all = layout.rectangles(of: 0..<7)
    #expect(all.count == 2)
    #expect(abs(all[0].width - Double(text("one").size().width)) < 0.1)
    #expect(all[1].y == layout.lines[1].top)
    #expect(layout.rectangles(of: 3..<3).isEmpty)
  }

  @Test func `text is drawn in its colour from the rectangle's top left corner`() throws {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 60, height: 30)).image { _ in
      "■■■".draw(at: CGPoint(x: 10, y: 5), withAttributes: [.font: font, .foregroundColor: UIColor.red])
    }
    let surface = try #require(image.cgImage).surface
    let inked = (0..<surface.width).filter { x in (0..<surface.height).contains { surface[x, $0] >> 24 > 200 }
    }
    #expect(try #require(inked.first) >= 30)
    let rows = (0..<surface.height).filter { y in (0..<surface.width).contains { surface[$0, y] >> 24 > 200 }
    }
    #expect(try #require(rows.first) >= 15)
    #expect(try #require(rows.last) < 3 * (5 + 20.3).rounded(.up).asInt)
    let pixel = surface[inked[5], rows[5]]
    #expect(pixel >> 16 & 255 > 200 && pixel >> 8 & 255 < 30)
  }

  @Test func `backgrounds, attachments and shadows take up space`() throws {
    let string = NSMutableAttributedString(
      string: "A", attributes: [.font: font, .backgroundColor: UIColor.green])
    let attachment = NSTextAttachment(
      image: UIGraphicsImageRenderer(size: CGSize(width: 20, height: 40)).image {
        $0.fill(.init(x: 0, y: 0, width: 20, height: 40))
      })
    string.append(NSAttributedString(attachment: attachment))
    let size = string.size()
    #expect(size.height >= 40)
    #expect(size.width > 25)
    let image = UIGraphicsImageRenderer(size: size).image { _ in string.draw(at: .zero) }
    let surface = try #require(image.cgImage).surface
    #expect(surface[3, surface.height / 2] & 0xFF00 == 0xFF00)
    #expect(surface[surface.width - 15, 30] >> 24 == 255)
  }

  @Test func `emoji are as large as the text`() {
    let size = text("😀").size()
    #expect(size.width > 14 && size.width < 30)
    #expect(abs(size.height - font.lineHeight) < 0.01)
  }

  @Test func `text with a NUL or an unpaired surrogate is drawn`() {
    for string in [
      "a\0b", String(decoding: [0xD800, 0x41] as [UInt16], as: UTF16.self), "\u{FEFF}", "\r\n\r\n",
      "\u{2028}x\u{2029}y",
    ] {
      let layout = StyledText(text(string)).layout(width: 50)
      _ = layout.caret(at: 1)
      _ = layout.offset(atX: 10, y: 10)
      #expect(layout.height > 0)
    }
  }

  @Test func `threads can draw text concurrently`() async {
    await withTaskGroup(of: CGFloat.self) { group in
      for index in 0..<8 {
        group.addTask { (0..<50).reduce(0) { max($0, text("thread \(index) line \($1)").size().width) } }
      }
      for await width in group { #expect(width > 10) }
    }
  }

  @Test(.rule("E-947")) func `a context scales text down until it fits, and says by what factor`() {
    let text = "A line that is too long" as NSString
    let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 20)]
    let whole = text.size(withAttributes: attributes)
    let context = NSStringDrawingContext()
    func measure(_ width: CGFloat) -> CGRect {
      text.boundingRect(
        with: CGSize(width: width, height: 0), options: [.usesLineFragmentOrigin], attributes: attributes,
        context: context)
    }
    context.minimumScaleFactor = 0.5
    var box = text.boundingRect(
      with: CGSize(width: whole.width * 0.8, height: 100), options: [], attributes: attributes,
      context: context)
    #expect(context.actualScaleFactor > 0.7 && context.actualScaleFactor < 0.85)
    #expect(box.width <= whole.width * 0.8)
    box = text.boundingRect(
      with: CGSize(width: whole.width * 0.1, height: 100), options: [], attributes: attributes,
      context: context)
    #expect(context.actualScaleFactor == 0.5)
    box = text.boundingRect(
      with: CGSize(width: whole.width * 2, height: 100), options: [], attributes: attributes, context: context
    )
    #expect(context.actualScaleFactor == 1 && abs(box.width - whole.width) < 0.01)
    // Lines that wrap are scaled to fit the height.
    box = text.boundingRect(
      with: CGSize(width: whole.width * 0.6, height: whole.height * 1.3), options: [.usesLineFragmentOrigin],
      attributes: attributes, context: context)
    #expect(context.actualScaleFactor < 1 && box.height <= whole.height * 1.3 + 0.5)
    context.minimumScaleFactor = 0
    #expect(measure(10).height > whole.height && context.actualScaleFactor == 1)
  }
}

extension Double { fileprivate var asInt: Int { Int(self) } }

/// Links, tabs and empty text.
@Suite struct TextAttributeTests {
  @Test func `empty text can be created`() {
    #expect(NSMutableAttributedString().length == 0 && NSAttributedString().string.isEmpty)
  }

  @Test(.rule("E-613"))
  func `a link without its own style is blue and underlined in red text, and a styled one keeps its style`() {
    func look(_ attributes: [NSAttributedString.Key: Any]) -> TextAttributes? {
      let link = attributes.merging([.link: "https://example.com"]) { own, _ in own }
      return StyledText(
        NSAttributedString(string: "link", attributes: link), defaults: [.foregroundColor: UIColor.red]
      ).runs.first?.attributes
    }
    #expect(look([:])?.color == UIColor.link.cgColor.raster && look([:])?.underline == .single)
    let own = look([.foregroundColor: UIColor.green, .underlineStyle: 0])
    #expect(own?.color == UIColor.green.cgColor.raster && own?.underline == TextLineStyle.none)
  }

  @Test func `tabs advance to their tab stops`() {
    func width(_ string: String, _ stops: [NSTextTab]) -> CGFloat {
      text(string, .byWordWrapping) { $0.tabStops = stops }.size().width
    }
    let letter = width("A", [])
    let left = NSTextTab(textAlignment: .left, location: 100)
    let right = NSTextTab(textAlignment: .right, location: 200)
    #expect(abs(width("A\tA", [left, right]) - 100 - letter) < 0.5)
    #expect(abs(width("A\tB\tA", [right, left]) - 200) < 0.5)
  }
}
