import Foundation
import Testing

@testable import AppBuilder

/// How commands find an SDK on disk.
struct SDKLocationTests {
  @Test func `a user who cannot write to the SDK's module cache uses their own`() throws {
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
    // NB: root may write everywhere except in a folder that does not exist.
    #expect(try read(moduleCache: "/nowhere/module-cache") == SDKLocation.userCache.path + "/module-cache")
    #expect(try read(moduleCache: nil) == nil)
  }
}
