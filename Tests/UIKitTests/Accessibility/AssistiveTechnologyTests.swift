import TestSupport
import Testing
import UIKit

@MainActor @Suite struct AssistiveTechnologyTests {
  @Test(.rule("E-801"))
  func `no assistive technology is running unless the user turns it on, even after an announcement`() {
    UIAccessibility.post(notification: .announcement, argument: "Saved")
    #expect(
      [
        UIAccessibility.isVoiceOverRunning, UIAccessibility.isSwitchControlRunning,
        UIAccessibility.isReduceMotionEnabled, UIAccessibility.isBoldTextEnabled,
      ] == [false, false, false, false])
  }
}
