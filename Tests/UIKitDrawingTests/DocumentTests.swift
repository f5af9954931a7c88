import TestSupport
import Testing
import UIKit

@MainActor @Suite struct DocumentTests {
  private typealias Kind = NSAttributedString.DocumentType

  private func read(_ text: String, _ type: Kind) throws -> NSAttributedString {
    try NSAttributedString(
      data: Data(text.utf8),
      options: [.documentType: type, .characterEncoding: String.Encoding.utf8.rawValue],
      documentAttributes: nil)
  }

  /// The pieces of a text with their style: text, `b`, `i`, `u`, `s`, size, link.
  private func pieces(_ text: NSAttributedString) -> [String] {
    var result: [String] = []
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
      let font = attributes[.font] as? UIFont
      let traits = font?.fontDescriptor.symbolicTraits ?? []
      var marks = ""
      if traits.contains(.traitBold) { marks += "b" }
      if traits.contains(.traitItalic) { marks += "i" }
      if attributes[.underlineStyle] != nil { marks += "u" }
      if attributes[.strikethroughStyle] != nil { marks += "s" }
      marks += "\(Int(font?.pointSize ?? 0))"
      if let link = attributes[.link] as? URL { marks += " \(link)" }
      if let style = attributes[.paragraphStyle] as? NSParagraphStyle {
        marks += " \(style.alignment.rawValue)"
      }
      result.append("\(text.attributedSubstring(from: range).string)|\(marks)")
    }
    return result
  }
  private func color(_ text: NSAttributedString, at index: Int = 0) -> UIColor? {
    text.attribute(.foregroundColor, at: index, effectiveRange: nil) as? UIColor
  }

  @Test(.rule("F-225")) func `HTML keeps its emphasis, lines and links`() throws {
    #expect(
      try pieces(
        read("<html><p>Plain <b>bold <i>both</i></b>\n  and&nbsp;&amp; <u>u</u></p></html>", .html))
        == ["Plain |12", "bold |b12", "both|bi12", " and\u{a0}& |12", "u|u12", "\n|12"])
    #expect(
      try pieces(
        read("<h1>T</h1><a href='https://a.b/?x=1&amp;y=2'>link</a><br>next<script>no</script>", .html))
        == ["T\n|b24", "link|u12 https://a.b/?x=1&y=2", "\nnext|12"])
    #expect(try read("<ul><li>one</li><li>two</li></ul>", .html).string == "\t•\tone\n\t•\ttwo\n")
    #expect(try read("<ol><li>one<li>two</ol>", .html).string == "\t1.\tone\n\t2.\ttwo\n")
    #expect(try read("a < b &nope; &#228;<b", .html).string.hasPrefix("a"))
    #expect(try read("<pre>a  b\nc</pre> d  e", .html).string == "a  b\nc\nd e")
    #expect(
      try pieces(read("<p align=center>m</p><div style='text-align: right'>r</div>", .html))
        == ["m\n|12 1", "r\n|12 2"])
  }

  @Test(.rule("F-225")) func `HTML keeps its colors and sizes`() throws {
    let text = try read("<span style=\"color: #ff0000; font-size: 16px\">x</span>", .html)
    #expect(color(text) == .red)
    #expect((text.attribute(.font, at: 0, effectiveRange: nil) as? UIFont)?.pointSize == 12)
    #expect(color(try read("<font color=blue>x</font>", .html)) == .blue)
  }

  @Test(.rule("F-225")) func `RTF keeps its emphasis, fonts and colors`() throws {
    let source = #"""
      {\rtf1\ansi{\fonttbl\f0\fswiss Helvetica;}{\colortbl;\red255\green0\blue0;}{\*\unknown junk}
      \f0\fs24 A \b bold\b0  and {\i\ul it}\par
      \cf1 r\'e4\u8364?}
      """#
    let text = try read(source, .rtf)
    #expect(text.string == "A bold and it\nrä€")
    #expect(pieces(text).prefix(4) == ["A |12", "bold|b12", " and |12", "it|iu12"])
    #expect(color(text, at: text.length - 1) == .red)
    let field = #"{\rtf1 {\field{\*\fldinst{HYPERLINK "https://a.b"}}{\fldrslt there}} \u-10179?\u-8694?}"#
    #expect(try pieces(read(field, .rtf)).first == "there|12 https://a.b")
    #expect(try read(field, .rtf).string == "there 😊")
  }

  @Test(.rule("F-225")) func `without a document type the data determines it`() throws {
    var attributes: NSDictionary?
    _ = try NSAttributedString(data: Data("{\\rtf1 x}".utf8), documentAttributes: &attributes)
    #expect(attributes?["DocumentType"] as? String == Kind.rtf.rawValue)
    #expect(try NSAttributedString(data: Data("<b>".utf8)).string == "<b>")
    #expect(throws: CocoaError.self) {
      try NSAttributedString(data: Data("no RTF".utf8), options: [.documentType: Kind.rtf])
    }
    let text = NSMutableAttributedString(string: "old")
    try text.read(from: Data("new".utf8), options: [.documentType: Kind.plain])
    #expect(text.string == "new")
  }

  private var sample: NSAttributedString {
    let text = NSMutableAttributedString(
      string: "Grün {a}\\ <b> & \"q\"",
      attributes: [.font: UIFont(name: "Helvetica", size: 14) ?? .systemFont(ofSize: 14)])
    let bold = UIFont(name: "Helvetica-Bold", size: 14) ?? .boldSystemFont(ofSize: 14)
    text.append(
      NSAttributedString(string: "bold\n", attributes: [.font: bold, .foregroundColor: UIColor.red]))
    let centered = NSMutableParagraphStyle()
    centered.alignment = .center
    text.append(
      NSAttributedString(
        string: "there 😊",
        attributes: [
          .font: bold, .link: URL(string: "https://a.b/?c=1&d=2") as Any, .paragraphStyle: centered,
          .underlineStyle: 1,
        ]))
    return text
  }

  @Test(.rule("F-225"), arguments: ["NSRTF", "NSHTML"]) func `written documents can be read back`(
    type: String
  )
    throws
  {
    let text = sample
    let kind = Kind(rawValue: type)
    let all = NSRange(location: 0, length: text.length)
    let data = try text.data(from: all, documentAttributes: [.documentType: kind])
    let again = try NSAttributedString(data: data, options: [.documentType: kind], documentAttributes: nil)
    #expect(again.string == text.string + (kind == .html ? "\n" : ""))
    let link = "there 😊|bu14 https://a.b/?c=1&d=2 1"
    #expect(
      pieces(again)
        == ["Grün {a}\\ <b> & \"q\"|14"]
        + (kind == .rtf ? ["bold\n|b14", link] : ["bold|b14", "\n|12", link, "\n|12 1"]))
    #expect(color(again, at: (again.string as NSString).range(of: "bold").location) == .red)
    let end = text.length - 2
    #expect(
      again.attribute(.link, at: end, effectiveRange: nil) as? URL == URL(string: "https://a.b/?c=1&d=2"))
    let style = again.attribute(.paragraphStyle, at: end, effectiveRange: nil) as? NSParagraphStyle
    #expect(style?.alignment == .center)
    let wrapper = try text.fileWrapper(from: all, documentAttributes: [.documentType: kind])
    #expect(wrapper.regularFileContents == data)
  }

  @Test(.rule("F-225")) func `plain text is written in the given encoding`() throws {
    let range = NSRange(location: 0, length: 4)
    #expect(
      try sample.data(from: range, documentAttributes: [.documentType: Kind.plain]) == Data("Grün".utf8))
    #expect(
      try sample.data(
        from: range,
        documentAttributes: [
          .documentType: Kind.plain, .characterEncoding: String.Encoding.isoLatin1.rawValue,
        ]) == Data([0x47, 0x72, 0xfc, 0x6e]))
  }
}
