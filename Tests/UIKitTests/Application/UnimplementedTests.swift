import CarobFoundation
import Testing

@testable import UIKit

/// Settings that are stored but have no effect.
@MainActor @Suite struct UnimplementedTests {
  @Test func `a setting without effect warns once, and its default value does not`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        for isOn in [false, true, true] {
          let item = UIBarButtonItem()
          item.largeContentSizeImage = isOn ? UIImage() : nil
        }
      }
    }
    let prefix = "carob: warning: unimplemented: "
    let told = errors(of: result).split(separator: "\n").filter { $0.hasPrefix(prefix) }
    #expect(
      told.map { $0.dropFirst(prefix.count) } == [
        "UIBarItem.largeContentSizeImage"
      ])
  }
}
