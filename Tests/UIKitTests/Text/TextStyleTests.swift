import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Borders of fields, marked text, links, styles by the edit menu, and the shape of text containers.
@MainActor @Suite struct TextStyleTests {
  @Test(.rule("E-978"))
  func `a border is removed with its style, and neither the background colour nor the app's border changes`()
  {
    withDevice { device in
      let field = UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 34))
      device.showEmpty().addSubview(field)
      @MainActor func look() -> [CGFloat] { [field.layer.borderWidth, field.layer.cornerRadius] }
      field.borderStyle = .roundedRect
      device.turn()
      #expect(look() == [1 / 3, 5] && field.backgroundColor == nil && !field.fill.isHidden)
      field.borderStyle = .line
      #expect(look() == [1, 0] && field.fill.isHidden)
      field.borderStyle = .none
      #expect(look() == [0, 0])
      field.layer.borderWidth = 4
      field.text = "typed"
      #expect(look() == [4, 0])
      field.borderStyle = .roundedRect
      field.backgroundColor = .red
      #expect(field.fill.isHidden && field.backgroundColor == .red)
    }
  }

  @Test(.rule("E-978"))
  func `a background image replaces the border, except a rounded one, and depends on the state`() throws {
    let (image, other) = (picture(.red), picture(.blue))
    withDevice { device in
      let field = UITextField(frame: CGRect(x: 10, y: 100, width: 200, height: 34))
      device.showEmpty().addSubview(field)
      field.disabledBackground = other
      #expect(field.ground.image == nil)
      field.borderStyle = .line
      field.background = image
      device.turn()
      #expect(field.ground.image === image && field.layer.borderWidth == 0)
      #expect(field.ground.frame == field.bounds)
      field.isEnabled = false
      #expect(field.ground.image === other)
      field.borderStyle = .roundedRect
      #expect(field.ground.isHidden && field.layer.cornerRadius == 5)
    }
  }

  private func picture(_ color: UIColor) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { context in
      color.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    }
  }

  @Test(.rule("E-983")) func `the marked text's style decides about its background and its line`() {
    let plain = MarkedTextStyle(nil)
    #expect(plain.line == .label && plain.background == nil)
    let styled = MarkedTextStyle([.backgroundColor: UIColor.yellow])
    #expect(styled.line == nil && styled.background == .yellow)
    let lined = MarkedTextStyle([.underlineStyle: 1, .underlineColor: UIColor.red])
    #expect(lined.line == .red)
  }

  @Test(.rule("E-984"), arguments: [true, false])
  func `the edit menu makes selected text bold, italic and underlined, if the view allows it`(
    _ isAllowed: Bool
  ) {
    withDevice { device in
      let view = UITextView(frame: CGRect(x: 0, y: 100, width: 300, height: 200))
      view.text = "one two"
      view.allowsEditingTextAttributes = isAllowed
      device.showEmpty().addSubview(view)
      view.becomeFirstResponder()
      view.selectedRange = NSRange(location: 0, length: 3)
      let menus = EditMenu.suggested(from: view)
      let format = menus.lazy.compactMap { $0 as? UIMenu }.first { $0.identifier == .format }
      #expect(
        format?.children.map(\.title) ?? [] == (isAllowed ? ["Bold", "Italic", "Underline"] : []))
      @MainActor func traits(_ index: Int) -> UIFontDescriptor.SymbolicTraits {
        let font = view.textStorage.attribute(.font, at: index, effectiveRange: nil) as? UIFont
        return font?.fontDescriptor.symbolicTraits ?? []
      }
      view.toggleBoldface(nil)
      view.toggleUnderline(nil)
      #expect(traits(0).contains(.traitBold) == isAllowed && !traits(4).contains(.traitBold))
      #expect((view.textStorage.attribute(.underlineStyle, at: 0, effectiveRange: nil) != nil) == isAllowed)
      #expect(view.selectedRange == NSRange(location: 0, length: 3) && view.text == "one two")
      guard isAllowed else { return }
      view.toggleBoldface(nil)
      #expect(!traits(0).contains(.traitBold))
      // All changes of one event are one step.
      view.undoManager?.undo()
      #expect(view.textStorage.attribute(.underlineStyle, at: 0, effectiveRange: nil) == nil)
    }
  }

  @Test(.rule("E-985")) func `link attributes replace the standard look of links`() {
    withDevice { device in
      let view = UITextView(frame: CGRect(x: 0, y: 100, width: 300, height: 200))
      view.attributedText = NSAttributedString(
        string: "here", attributes: [.link: URL(fileURLWithPath: "/"), .foregroundColor: UIColor.black])
      @MainActor func run() -> (color: UIColor?, isUnderlined: Bool) {
        let run = view.layoutManager.layout().styled.runs[0].attributes
        let color = UIColor(
          red: run.color.red, green: run.color.green, blue: run.color.blue, alpha: run.color.alpha)
        return (color, run.underline != .none)
      }
      #expect(run().isUnderlined)
      view.linkTextAttributes = [.foregroundColor: UIColor(red: 0, green: 1, blue: 0, alpha: 1)]
      #expect(!run().isUnderlined && run().color == UIColor(red: 0, green: 1, blue: 0, alpha: 1))
      #expect(view.linkTextAttributes.count == 1)
    }
  }

  @Test(.rule("E-986"))
  func `a container lays out only the lines that fit, and its mode ends the last of them`() {
    let storage = NSTextStorage(
      string: String(repeating: "word ", count: 40), attributes: [.font: UIFont.systemFont(ofSize: 10)])
    let manager = NSLayoutManager()
    let container = NSTextContainer(size: CGSize(width: 100, height: 1e7))
    manager.addTextContainer(container)
    storage.addLayoutManager(manager)
    let all = manager.layout().lines.lines.count
    #expect(all > 3)
    container.size.height = CGFloat(manager.layout().lines.lines[2].top) + 1
    #expect(manager.layout().lines.lines.count == 2)
    container.lineBreakMode = .byTruncatingTail
    #expect(manager.layout().lines.lines.count == 2 && manager.layout().lines.isTruncated)
    container.size.height = 1e7
    #expect(manager.layout().lines.lines.count == all && !manager.layout().lines.isTruncated)
  }

  @Test(.rule("E-986")) func `a container that tracks the height is as high as the text view's inside`() {
    withDevice { device in
      let view = UITextView(frame: CGRect(x: 0, y: 100, width: 300, height: 60))
      view.textContainer.heightTracksTextView = true
      device.showEmpty().addSubview(view)
      device.turn()
      #expect(view.textContainer.size.height == 44)
      view.textContainer.heightTracksTextView = false
      view.setNeedsLayout()
      device.turn()
      #expect(view.textContainer.size.height == .greatestFiniteMagnitude)
    }
  }

  private final class Manager: NSLayoutManager {
    let log = Log()
    override func drawBackground(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {
      log("background \(glyphsToShow.length)")
      super.drawBackground(forGlyphRange: glyphsToShow, at: origin)
    }
    override func fillBackgroundRectArray(
      _ rectArray: UnsafePointer<CGRect>, count rectCount: Int, forCharacterRange charRange: NSRange,
      color: UIColor
    ) { log("fill \(rectCount) for \(charRange.location)+\(charRange.length)") }
    override func drawGlyphs(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {
      log("glyphs \(glyphsToShow.length)")
      super.drawGlyphs(forGlyphRange: glyphsToShow, at: origin)
    }
  }

  @Test(.rule("E-987"))
  func `a text view draws backgrounds, then glyphs, and an override draws backgrounds in its own way`() {
    withDevice { device in
      let manager = Manager()
      let container = NSTextContainer(size: .zero)
      manager.addTextContainer(container)
      let storage = NSTextStorage(string: "one two", attributes: [.font: UIFont.systemFont(ofSize: 10)])
      storage.addAttribute(
        .backgroundColor, value: UIColor.red, range: NSRange(location: 4, length: 3))
      storage.addLayoutManager(manager)
      let view = UITextView(
        frame: CGRect(x: 0, y: 100, width: 300, height: 60), textContainer: container)
      device.showEmpty().addSubview(view)
      let pixels = UIGraphicsImageRenderer(size: view.bounds.size)
      _ = pixels.image { context in view.layer.render(in: context.cgContext) }
      device.turn()
      #expect(manager.log.take().prefix(3) == ["background 7", "fill 1 for 4+3", "glyphs 7"])
    }
  }

  private final class Underliner: NSLayoutManager {
    let log = Log()
    var callsSuper = false
    override func drawUnderline(
      forGlyphRange glyphRange: NSRange, underlineType underlineVal: NSUnderlineStyle,
      baselineOffset: CGFloat, lineFragmentRect lineRect: CGRect,
      lineFragmentGlyphRange lineGlyphRange: NSRange,
      containerOrigin: CGPoint
    ) {
      log(
        "\(glyphRange.location)+\(glyphRange.length) style \(underlineVal.rawValue) in "
          + "\(lineGlyphRange.location)+\(lineGlyphRange.length) at \(containerOrigin.y)"
          + (baselineOffset > 0 && baselineOffset < lineRect.height ? "" : " without a baseline"))
      guard callsSuper else { return }
      super.drawUnderline(
        forGlyphRange: glyphRange, underlineType: underlineVal, baselineOffset: baselineOffset,
        lineFragmentRect: lineRect, lineFragmentGlyphRange: lineGlyphRange, containerOrigin: containerOrigin)
    }
  }

  @Test(.rule("E-1095")) func `an override draws the underlines of each line of the text`() {
    withDevice { _ in
      let container = NSTextContainer(size: CGSize(width: 100, height: 200))
      let storage = NSTextStorage(
        string: "one two\nthree four", attributes: [.font: UIFont.systemFont(ofSize: 10)])
      storage.addAttribute(
        .underlineStyle, value: NSUnderlineStyle.double.rawValue, range: NSRange(location: 4, length: 9))
      func picture(_ manager: NSLayoutManager) -> Data? {
        manager.addTextContainer(container)
        storage.addLayoutManager(manager)
        defer {
          storage.removeLayoutManager(manager)
          manager.removeTextContainer(at: 0)
        }
        return UIGraphicsImageRenderer(size: CGSize(width: 100, height: 50)).image { _ in
          manager.drawGlyphs(
            forGlyphRange: NSRange(location: 0, length: storage.length), at: CGPoint(x: 0, y: 3))
        }.pngData()
      }
      let usual = picture(NSLayoutManager())
      let underliner = Underliner()
      let without = picture(underliner)
      let lines = ["4+3 style 9 in 0+7 at 3.0", "8+5 style 9 in 8+10 at 3.0"]
      #expect(underliner.log.take() == lines)
      underliner.callsSuper = true
      let standard = picture(underliner)
      #expect(underliner.log.take() == lines)
      storage.removeAttribute(.underlineStyle, range: NSRange(location: 0, length: storage.length))
      let plain = picture(NSLayoutManager())
      #expect(without == plain && usual != plain && standard != plain)
    }
  }

  @Test(.rule("E-1097")) func `a glyph's property tells what it stands for`() {
    let manager = NSLayoutManager()
    let container = NSTextContainer(size: CGSize(width: 300, height: 100))
    let storage = NSTextStorage(
      string: "a b\tc\u{301}\n😀", attributes: [.font: UIFont.systemFont(ofSize: 20)])
    storage.addLayoutManager(manager)
    manager.addTextContainer(container)
    let kinds: [NSLayoutManager.GlyphProperty] = [
      [], .elastic, [], .controlCharacter, [], .nonBaseCharacter, .controlCharacter, [], .null,
    ]
    #expect((0..<storage.length).map(manager.propertyForGlyph) == kinds)
    #expect(manager.propertyForGlyph(at: 99).isEmpty && manager.propertyForGlyph(at: -1).isEmpty)
    #expect(manager.isValidGlyphIndex(8) && !manager.isValidGlyphIndex(9))
    var fraction: CGFloat = -1
    let box = manager.boundingRect(forGlyphRange: NSRange(location: 2, length: 1), in: container)
    let index = manager.glyphIndex(
      for: CGPoint(x: box.minX + box.width / 4, y: box.midY), in: container,
      fractionOfDistanceThroughGlyph: &fraction)
    #expect(index == 2 && abs(fraction - 0.25) < 0.01)
  }

  @Test(.rule("E-988")) func `a label tightens a line that is slightly too long before it truncates it`() {
    withDevice { _ in
      let label = UILabel()
      label.text = "A line of text"
      label.sizeToFit()
      let size = label.bounds.size
      @MainActor func drawn(_ width: CGFloat, _ tightens: Bool) -> Data? {
        label.allowsDefaultTighteningForTruncation = tightens
        return UIGraphicsImageRenderer(size: size).image { _ in
          label.drawText(in: CGRect(x: 0, y: 0, width: width, height: size.height))
        }.pngData()
      }
      #expect(drawn(size.width, true) == drawn(size.width, false))
      #expect(drawn(size.width * 0.97, true) != drawn(size.width * 0.97, false))
      #expect(drawn(size.width * 0.7, true) == drawn(size.width * 0.7, false))
    }
  }
}
