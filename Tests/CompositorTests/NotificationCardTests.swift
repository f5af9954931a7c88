import Foundation
import Testing

@testable import Compositor

@Suite struct NotificationCardTests {
  @Test func `a name that does not fit is truncated on one line`() {
    let name = "LocationRemindersForeverywhere"
    let layout = NotificationCard.text(name, size: 12, weight: 400, level: 1, width: 88)
    #expect(layout.lines.count == 1 && layout.isTruncated)
    #expect(layout.width <= 88)
    // With enough room nothing is truncated.
    #expect(!NotificationCard.text(name, size: 12, weight: 400, level: 1, width: 400).isTruncated)
    // If the line is broken between words, the first line is not full, and the truncation is still marked.
    #expect(
      NotificationCard.text("Location Reminders", size: 12, weight: 400, level: 1, width: 88).isTruncated)
  }

  @Test func `a body has four lines, the last of which ends in an ellipsis`() {
    let body = String(repeating: "Somebody waits at the fountain. ", count: 20)
    let layout = NotificationCard.text(body, weight: 400, level: 0, width: 280, lines: 4)
    #expect(layout.lines.count == 4 && layout.isTruncated)
    let card = NotificationCard(
      app: "App", title: "Title", subtitle: "", body: body, time: "now", screenWidth: 393, top: 51)
    #expect(card.frame.height == 5 * 19 + 28)
  }

  /// Four by two pixels: red on the left, blue on the right.
  private let flag = [UInt8](
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAE0lEQVR4nGP4z8AARGDiPwMyBwBnsgf5Q2OaZwAAAABJRU5ErkJggg=="
    ) ?? Data())

  @Test
  func `L-151 the thumbnail is the centre square of an attachment, or of the part that the app selected`()
    throws
  {
    typealias Part = NotificationCard.Frame
    func colors(_ part: Part) -> String {
      guard let file = NotificationPicture.make(from: flag, part: part), let made = Bitmap(encoded: file)
      else {
        return "none"
      }
      #expect(made.width == NotificationPicture.side && made.height == NotificationPicture.side)
      var text = ""
      for x in [5, made.width - 5] {
        let pixel = made[x, made.height / 2]
        text +=
          pixel.red == 255 && pixel.blue == 0 ? "red " : pixel.blue == 255 && pixel.red == 0 ? "blue " : "? "
      }
      return text
    }
    let whole = Part(x: 0, y: 0, width: 1, height: 1)
    #expect(colors(whole) == "red blue ")
    #expect(colors(Part(x: 0.5, y: 0, width: 0.5, height: 1)) == "blue blue ")
    // An empty part means the whole picture.
    #expect(colors(Part(x: 2, y: .nan, width: -1, height: .infinity)) == "red blue ")
    let damaged = Array(flag.prefix(40))
    #expect(NotificationPicture.make(from: damaged, part: whole) == nil)
  }

  @Test func `L-151 the text ends before the picture`() {
    func card(_ picture: [UInt8]) -> NotificationCard {
      NotificationCard(
        app: "App", title: "Title", subtitle: "", body: "Body", time: "now", picture: picture,
        screenWidth: 393, top: 51)
    }
    let (plain, pictured) = (card([]), card(flag))
    #expect(plain.frame == pictured.frame && plain.pictureFrame == nil)
    #expect(plain.textWidth - pictured.textWidth == 38 + 14)
    let expected = NotificationCard.Frame(x: 333, y: 65, width: 38, height: 38)
    #expect(pictured.pictureFrame == expected)
  }
}
