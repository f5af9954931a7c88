import AppProject
import Foundation

/// The location of the built SDK, as recorded by `script/build-sdk`.
public struct SDKLocation: Codable, Sendable, Equatable {
  /// The folder of `.swiftmodule` files.
  public var modules: String
  /// The folder of `libCarobSDK.so`.
  public var libraries: String
  /// The program that becomes every app's executable.
  public var host: String
  /// The host for apps that use the network: it links Foundation's networking libraries, to which the SDK
  /// refers weakly.
  public var networkingHost: String
  /// The library that is preloaded when an app runs in virtual time.
  public var virtualTimeLibrary: String
  /// Compiler arguments for finding the C modules that the SDK's modules use.
  public var clangArguments: [String]
  /// Modules that apps import under another name than the built one, as `os=CarobOS`: the compiler's
  /// `-module-alias`.
  public var moduleAliases: [String]
  /// Changes whenever the SDK or the compiler does.
  public var identity: String
  public var swiftc: String
  /// The folder of the Swift runtime's libraries, for run-time search paths.
  public var runtimeLibraries: String
  /// The compiler's cache of C modules. Building the SDK fills it, so that building a first app is not
  /// delayed. `nil` leaves the choice to the compiler.
  public var moduleCache: String?
  /// The frameworks that are separate from UIKit, built or not.
  public var frameworks: [FrameworkLibrary]
  /// The folder of their libraries.
  public var frameworkLibraries: String
  /// The program that builds them, with its first arguments; `nil` if the SDK is installed without its
  /// sources.
  public var libraryBuilder: [String]?
  /// The file that this was read from.
  var file: String?

  public init(
    modules: String, libraries: String, host: String, networkingHost: String, virtualTimeLibrary: String,
    clangArguments: [String],
    moduleAliases: [String] = [], identity: String, swiftc: String, runtimeLibraries: String,
    moduleCache: String? = nil, frameworks: [FrameworkLibrary] = [], frameworkLibraries: String = "",
    libraryBuilder: [String]? = nil
  ) {
    self.modules = modules
    self.libraries = libraries
    self.host = host
    self.networkingHost = networkingHost
    self.virtualTimeLibrary = virtualTimeLibrary
    self.clangArguments = clangArguments
    self.moduleAliases = moduleAliases
    self.identity = identity
    self.swiftc = swiftc
    self.runtimeLibraries = runtimeLibraries
    self.moduleCache = moduleCache
    self.frameworks = frameworks
    self.frameworkLibraries = frameworkLibraries
    self.libraryBuilder = libraryBuilder
  }

  /// The SDK described in the file at `path`.
  public init(file path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw BuildError(.environment, "the SDK is not built (\(path) is missing); run script/build-sdk")
    }
    do {
      self = try JSONDecoder().decode(SDKLocation.self, from: data)
      file = path
      // The SDK belongs to another user of the machine.
      if let cache = moduleCache, access(cache, W_OK) != 0 {
        moduleCache = Self.userCache.path + "/module-cache"
      }
    } catch {
      throw BuildError(.environment, "\(path) is damaged; run script/build-sdk --force")
    }
    for file in [host, networkingHost, libraries + "/libCarobSDK.so"] where !AbsolutePath.exists(file) {
      throw BuildError(
        .environment, "the SDK is incomplete (\(file) is missing); run script/build-sdk --force")
    }
  }

  /// The SDK that belongs to this command: the one that `CAROB_SDK` names, otherwise the one built next to
  /// it.
  public static func standard() throws -> SDKLocation {
    if let path = ProcessInfo.processInfo.environment["CAROB_SDK"], !path.isEmpty {
      return try SDKLocation(file: path.hasSuffix(".json") ? path : path + "/sdk.json")
    }
    // .build/debug/carob → .build/carob-sdk/sdk.json; `debug` is a link into a folder of the platform.
    var folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    for _ in 0..<4 {
      guard let current = folder else { break }
      let candidate = current.appendingPathComponent("carob-sdk/sdk.json").path
      if AbsolutePath.exists(candidate) { return try SDKLocation(file: candidate) }
      folder = current.deletingLastPathComponent()
    }
    throw BuildError(.environment, "the SDK is not built; run script/build-sdk")
  }

  /// The files of the SDK and the toolchain that a running app reads: libraries with their resources, and the
  /// program that prints backtraces.
  public var runtimeFiles: [String] {
    let compiler = URL(fileURLWithPath: swiftc).resolvingSymlinksInPath()
    let toolchain = compiler.deletingLastPathComponent().deletingLastPathComponent().path
    let search = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""
    return [libraries, host, networkingHost, virtualTimeLibrary, runtimeLibraries]
      + [toolchain + "/lib/swift", toolchain + "/libexec/swift"]
      + search.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") && $0 != "/" }
  }

  /// The current user's cache folder for everything that carob builds.
  public static var userCache: URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path).appendingPathComponent("carob")
    }
    return URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory()).appendingPathComponent(
      ".cache/carob")
  }
}
