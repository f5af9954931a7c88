import Testing

@testable import Compositor

@Suite struct NotificationCardTests {
  @Test func `a name that does not fit ends in an ellipsis on one line`() {
    let name = "LocationRemindersForeverywhere"
    let layout = NotificationCard.text(name, size: 12, weight: 400, level: 1, width: 88)
    #expect(layout.lines.count == 1 && layout.isTruncated)
    #expect(layout.width <= 88)
    // With room for all of it nothing is left out.
    #expect(!NotificationCard.text(name, size: 12, weight: 400, level: 1, width: 400).isTruncated)
    // Of one that is broken between words the first line is not full; the rest is not left out without a sign.
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
}
