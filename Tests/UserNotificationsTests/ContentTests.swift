import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing
import UserNotifications

@Suite struct ContentTests {
  @Test func `a request keeps a copy of its content`() {
    let changed = content("Before")
    let request = UNNotificationRequest(identifier: "a", content: changed, trigger: nil)
    changed.title = "After"
    #expect(request.content.title == "Before")
  }

  @Test func `a mutable copy is independent`() {
    let first = content("One")
    let copy = first.mutableCopy() as? UNMutableNotificationContent
    copy?.title = "Two"
    #expect(first.title == "One")
    #expect(copy?.title == "Two")
    #expect(first.isEqual(content("One")))
    #expect(!first.isEqual(copy))
  }

  @Test func `a request survives an archive`() throws {
    let full = content("T")
    full.subtitle = "S"
    full.body = "B"
    full.badge = 3
    full.sound = .default
    full.threadIdentifier = "thread"
    full.categoryIdentifier = "category"
    full.userInfo = ["list": [1, 2], "when": Date(timeIntervalSince1970: 5)]
    full.interruptionLevel = .timeSensitive
    full.relevanceScore = 0.5
    full.targetContentIdentifier = "target"
    let request = UNNotificationRequest(
      identifier: "id", content: full,
      trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true))
    let data = try NSKeyedArchiver.archivedData(withRootObject: request, requiringSecureCoding: false)
    let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: UNNotificationRequest.self, from: data)
    #expect(read?.identifier == "id")
    #expect(read?.content.isEqual(full) == true)
    #expect(read?.content.sound == .default)
    #expect((read?.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval == 60)
    #expect(read?.trigger?.repeats == true)
  }

  @Test(.rule("L-150")) func `a value that is no property-list type ends the app`() async {
    await #expect(processExitsWith: .failure) {
      let wrong = UNMutableNotificationContent()
      wrong.title = "x"
      wrong.userInfo = ["object": NSObject()]
      try await UNUserNotificationCenter.current().add(
        UNNotificationRequest(identifier: "a", content: wrong, trigger: nil))
    }
  }

  @Test(.rule("L-112")) func `a repeating interval below a minute ends the app`() async {
    await #expect(processExitsWith: .failure) {
      _ = UNTimeIntervalNotificationTrigger(timeInterval: 59, repeats: true)
    }
    await #expect(processExitsWith: .failure) {
      _ = UNTimeIntervalNotificationTrigger(timeInterval: 0, repeats: false)
    }
    #expect(UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true).timeInterval == 60)
  }

  @Test(.rule("L-152")) func `an interval's next date is computed from now`() throws {
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 100, repeats: false)
    let next = try #require(trigger.nextTriggerDate())
    #expect(abs(next.timeIntervalSinceNow - 100) < 1)
  }

  @Test(.rule("L-165")) func `a calendar trigger's next date matches its components`() throws {
    var components = DateComponents()
    components.hour = 8
    components.minute = 30
    components.timeZone = TimeZone(secondsFromGMT: 0)
    let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
    let next = try #require(trigger.nextTriggerDate())
    let seconds = next.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)
    #expect(seconds == 8.5 * 3600)
    #expect(next > Date())
    components.year = 2020
    components.month = 1
    components.day = 1
    #expect(UNCalendarNotificationTrigger(dateMatching: components, repeats: false).nextTriggerDate() == nil)
  }

  @Test(.rule("L-151")) func `an attachment is a file of a supported type and size`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func problem(_ name: String, _ bytes: Int?) -> UNError.Code? {
      let file = folder.appendingPathComponent(name)
      if let bytes { try? Data(count: bytes).write(to: file) }
      do {
        _ = try UNNotificationAttachment(identifier: "a", url: file, options: nil)
        return nil
      } catch { return (error as? UNError)?.code }
    }
    #expect(problem("missing.png", nil) == .attachmentInvalidURL)
    #expect(problem("text.txt", 10) == .attachmentUnrecognizedType)
    #expect(problem("empty.png", 0) == .attachmentCorrupt)
    #expect(problem("large.wav", 6 << 20) == .attachmentInvalidFileSize)
    #expect(problem("fine.jpg", 10) == nil)
  }

  @Test(.rule("L-151")) func `the first image that is not hidden is shown, clipped as the app chose`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func attachment(_ name: String, _ options: [AnyHashable: Any]? = nil) throws -> UNNotificationAttachment {
      let file = folder.appendingPathComponent(name)
      try Data(count: 8).write(to: file)
      return try UNNotificationAttachment(identifier: name, url: file, options: options)
    }
    func thumbnail(_ attachments: UNNotificationAttachment...) -> NotificationThumbnail? {
      let content = content("T")
      content.attachments = attachments
      return UNNotificationRequest(identifier: "a", content: content, trigger: nil).record(content: content)
        .thumbnail
    }
    let sound = try attachment("song.mp3")
    let hidden = try attachment("hidden.png", [UNNotificationAttachmentOptionsThumbnailHiddenKey: true])
    let clipped = try attachment(
      "clipped.jpg",
      [
        UNNotificationAttachmentOptionsThumbnailClippingRectKey: [
          "X": 0.25, "Y": 0, "Width": 0.5, "Height": 1.0,
        ] as [String: Any]
      ])
    #expect(thumbnail(sound, hidden) == nil)
    #expect(
      thumbnail(sound, hidden, clipped, try attachment("last.gif"))
        == NotificationThumbnail(
          path: folder.appendingPathComponent("clipped.jpg").path, x: 0.25, y: 0, width: 0.5, height: 1))
    #expect(
      thumbnail(try attachment("last.gif"))
        == NotificationThumbnail(path: folder.appendingPathComponent("last.gif").path))
  }
}
