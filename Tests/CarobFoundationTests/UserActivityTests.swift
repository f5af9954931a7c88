import CarobFoundation
import Testing

@Suite struct UserActivityTests {
  @Test func `a new activity is eligible for handoff, but not for search or indexing`() {
    let activity = NSUserActivity(activityType: "com.example.read")
    #expect(activity.activityType == "com.example.read" && activity.title == nil && activity.userInfo == nil)
    #expect(activity.isEligibleForHandoff && !activity.isEligibleForSearch && !activity.needsSave)
    #expect(!activity.isEligibleForPublicIndexing && !activity.supportsContinuationStreams)
    #expect(NSUserActivityTypeBrowsingWeb == "NSUserActivityTypeBrowsingWeb")
  }

  @Test func `entries are merged into the user info, and later ones override`() {
    let activity = NSUserActivity(activityType: "com.example.read")
    activity.addUserInfoEntries(from: ["page": 1, "book": "a"])
    activity.addUserInfoEntries(from: ["page": 2])
    activity.requiredUserInfoKeys = ["page"]
    activity.webpageURL = URL(string: "https://example.com/a")
    activity.needsSave = true
    #expect(activity.userInfo?["page"] as? Int == 2 && activity.userInfo?["book"] as? String == "a")
    #expect(activity.needsSave && activity.requiredUserInfoKeys == ["page"])
  }

  @Test func `an activity without a type ends the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSUserActivity(activityType: "")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSInvalidArgumentException'"))
  }
}
