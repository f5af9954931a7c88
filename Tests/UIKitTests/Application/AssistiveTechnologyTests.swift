import TestSupport
import Testing
import UIKit

@MainActor @Suite struct AssistiveTechnologyTests {
  @Test(.rule("E-801")) func `no assistive technology is on, and none is told anything`() {
    let isOn = [
      UIAccessibility.isVoiceOverRunning, UIAccessibility.isSwitchControlRunning,
      UIAccessibility.isReduceMotionEnabled, UIAccessibility.isBoldTextEnabled,
    ]
    UIAccessibility.post(notification: .announcement, argument: "Saved")
    #expect(isOn == [false, false, false, false])
    #expect(!UIAccessibility.isVoiceOverRunning)
  }
}
