import Testing

@testable import UIKit

struct LinkedProfileTests {
  @Test(.rule("E-626")) func `the linked SDK selects the profile, unless one is given explicitly`() {
    func profile(_ name: Any?, chosen: String? = nil) -> LinkedProfile {
      LinkedProfile(chosen: chosen, info: name.map { ["DTSDKName": $0] } ?? [:])
    }
    #expect(profile(nil) == .today)
    #expect(profile("iphonesimulator13.0") == .today)
    #expect(profile("iphoneos26.0") == .today)
    #expect(profile("iphonesimulator12.4") == .classic)
    #expect(profile("nonsense") == .today)
    #expect(profile(12) == .today)
    #expect(profile("iphonesimulator12.4", chosen: "default") == .today)
    #expect(profile("iphonesimulator17.0", chosen: "classic") == .classic)
  }
}
