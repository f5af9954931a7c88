import CarobFoundation
import Testing

@testable import UIKit

/// Settings that are kept and have no effect yet.
@MainActor @Suite struct UnimplementedTests {
  @Test func `a setting that has no effect says so once, its default says nothing`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        for isOn in [false, true, true] {
          let bar = UISearchBar()
          bar.showsBookmarkButton = isOn
        }
      }
    }
    let prefix = "carob: warning: unimplemented: "
    let told = errors(of: result).split(separator: "\n").filter { $0.hasPrefix(prefix) }
    #expect(
      told.map { $0.dropFirst(prefix.count) } == [
        "UISearchBar.showsBookmarkButton"
      ])
  }
}
