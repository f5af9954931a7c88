import Foundation
import Testing

@testable import AppBuilder

/// An SDK on the disk, as commands find it.
struct SDKLocationTests {
  @Test func `a user who cannot write into the SDK's module cache uses their own`() throws {
    let folder = try TemporaryFolder(["host": "", "networking": "", "libCarobSDK.so": ""])
    func read(moduleCache: String?) throws -> String? {
      let location = SDKLocation(
        modules: "", libraries: folder.path, host: folder.path + "/host",
        networkingHost: folder.path + "/networking", virtualTimeLibrary: "", clangArguments: [], identity: "",
        swiftc: "", runtimeLibraries: "", moduleCache: moduleCache)
      let file = folder.path + "/sdk.json"
      try JSONEncoder().encode(location).write(to: URL(fileURLWithPath: file))
      return try SDKLocation(file: file).moduleCache
    }
    #expect(try read(moduleCache: folder.path) == folder.path)
    // NB: root may write everywhere but into what is not there.
    #expect(try read(moduleCache: "/nowhere/module-cache") == SDKLocation.userCache.path + "/module-cache")
    #expect(try read(moduleCache: nil) == nil)
  }
}
