import CarobRuntime
import Foundation
import Testing

/// Whose code submits work to Dispatch.
@Suite struct DispatchPlaceTests {
  @Test func `work that a framework of the SDK submits to Dispatch is not recorded`() throws {
    let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/SDK/Frameworks.txt")
    let built = try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(built.contains("CoreLocation"))
    for name in built {
      #expect(!DispatchWatch.isApp(library: "/anywhere/frameworks/lib\(name).so"), "\(name)")
    }
    #expect(!DispatchWatch.isApp(library: "/usr/lib/swift/linux/libFoundation.so"))
  }

  @Test func `the name of an app's library may begin as a framework's`() {
    for name in ["libCoreLocationDemo.so", "libMyApp.so", "MapKit", "libContactsBook.so"] {
      #expect(DispatchWatch.isApp(library: "/tmp/\(name)"), "\(name)")
    }
  }
}
