import AppProject
import Foundation
import Translator

/// The names that an app can use: those of the SDK, read from its sources, and those of the toolchain's
/// modules.
///
/// The SDK's sources are read and not its modules, because `doctor` runs before the SDK is built. The names
/// are cached until a source changes.
public struct KnownNames: Sendable {
  private let names: Set<String>

  /// Parts of the SDK that are invisible to apps.
  private static let inner: Set<String> = [
    "AssetFormat", "GestureMachines", "LayoutSolver", "NibFormat", "Raster",
  ]

  /// Members that the compiler synthesizes, or that the other sources of names omit.
  private static let always: Set<String> = [
    "self", "Type", "Protocol", "init", "none", "some", "default", "wrappedValue", "projectedValue",
    "allCases",
    "rawValue", "hashValue", "deinit", "shared",
  ]

  func contains(_ name: String) -> Bool { names.contains(name) }

  /// - Parameters:
  ///   - sources: the folder `Sources/SDK`.
  ///   - cache: the folder in which to cache the names; `nil` reads them every time.
  public init(sources: String, cache: String? = nil) {
    let files = Self.files(in: sources)
    let toolchain = Set(ToolchainNames.text.split { $0 == " " || $0 == "\n" }.map(String.init))
    let kept = cache.map { "\($0)/sdk-names.txt" }
    let key = Self.key(files)
    if let kept, let data = FileManager.default.contents(atPath: kept) {
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      if lines.first.map(String.init) == key {
        names = Set(lines.dropFirst().map(String.init)).union(toolchain).union(Self.always)
        return
      }
    }
    var found = PublicNames()
    for file in files {
      let data = FileManager.default.contents(atPath: file) ?? Data()
      found.add(SwiftTokens(String(decoding: data, as: UTF8.self)))
    }
    if let cache, let kept {
      try? FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
      let text = ([key] + found.names.sorted()).joined(separator: "\n")
      try? Data(text.utf8).write(to: URL(fileURLWithPath: kept), options: .atomic)
    }
    names = found.names.union(toolchain).union(Self.always)
  }

  /// The names of the SDK that belongs to this command; `nil` if its sources are not next to it.
  public static func standard() -> KnownNames? {
    var folder = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
    for _ in 0..<6 {
      guard let current = folder else { return nil }
      let candidate = current.appendingPathComponent("Sources/SDK").path
      if AbsolutePath.isDirectory(candidate + "/UIKit") {
        return KnownNames(sources: candidate, cache: SDKLocation.userCache.path)
      }
      folder = current.deletingLastPathComponent()
    }
    return nil
  }

  private static func files(in sources: String) -> [String] {
    AbsolutePath.contents(sources).filter { !inner.contains($0) }.flatMap { module -> [String] in
      let folder = sources + "/" + module
      return (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.hasSuffix(".swift") }.sorted()
        .map { folder + "/" + $0 }
    }
  }

  private static func key(_ files: [String]) -> String {
    var hash = StableHash()
    for file in files {
      var status = stat()
      guard stat(file, &status) == 0 else { continue }
      hash.add("\(file) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)")
    }
    return hash.hex
  }
}
