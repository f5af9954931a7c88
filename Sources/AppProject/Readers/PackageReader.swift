import ChildProcess
import Foundation

/// Reads Swift packages through `swift package dump-package`.
///
/// The dump compiles the manifest, which takes about a second, so it is cached by the manifest's contents.
/// One reader serves one reading of a project and remembers the packages that it has read.
final class PackageReader {
  private let cache: String?
  private var seen: [String: [Target]] = [:]
  private var moduleNames: [String: [String]] = [:]

  /// - Parameter cache: a folder for the dumps; `nil` caches none.
  init(cache: String?) {
    self.cache = cache
  }

  /// The ids of the targets that form a product of one of the packages read so far.
  func targetIDs(ofProduct product: String) -> [String] {
    moduleNames[product] ?? []
  }

  /// The targets of the package in `folder`, then those of the local packages that it depends on.
  func targets(at folder: String) throws -> [Target] {
    if let known = seen[folder] { return known }
    seen[folder] = []  // stops at cycles
    let manifest = folder + "/Package.swift"
    guard AbsolutePath.exists(manifest) else {
      throw ProjectProblem(.missingFile, path: folder, "the package has no Package.swift")
    }
    let description = try description(of: folder, manifest: manifest)
    let toolsMajor =
      description["toolsVersion"]?["_version"]?.string.flatMap { $0.split(separator: ".").first }
      .flatMap { Int($0) } ?? 5
    var others: [Target] = []
    for dependency in description["dependencies"]?.array ?? [] {
      for local in dependency["fileSystem"]?.array ?? [] {
        if let path = local["path"]?.string { others += try targets(at: path) }
      }
    }
    let packageName = description["name"]?.string ?? AbsolutePath.name(folder)
    var own: [Target] = []
    for entry in description["targets"]?.array ?? [] {
      if let target = try target(
        entry, folder: folder, manifest: manifest, packageName: packageName, toolsMajor: toolsMajor)
      {
        own.append(target)
      }
    }
    for product in description["products"]?.array ?? [] {
      guard let name = product["name"]?.string else { continue }
      let names = (product["targets"]?.array ?? []).compactMap(\.string)
      moduleNames[name] = own.filter { names.contains($0.name) }.map(\.id)
    }
    connect(&own, description["targets"]?.array ?? [])
    seen[folder] = own + others
    return own + others
  }

  // MARK: The manifest

  private func description(of folder: String, manifest: String) throws -> PropertyValue {
    let source = try PropertyListFile.contents(manifest)
    let name = "package-\(StableHash.hex(of: Array(source) + Array(folder.utf8))).json"
    let cached = cache.map { $0 + "/" + name }
    if let cached, let data = FileManager.default.contents(atPath: cached),
      let object = try? JSONSerialization.jsonObject(with: data),
      let value = PropertyValue(foundationObject: Self.withoutNulls(object))
    {
      return value
    }
    let dump = try dump(folder: folder, manifest: manifest)
    guard let object = try? JSONSerialization.jsonObject(with: dump),
      let value = PropertyValue(foundationObject: Self.withoutNulls(object))
    else {
      throw ProjectProblem(
        .malformed, path: manifest, "swift package dump-package printed no JSON for this manifest")
    }
    if let cache, let cached {
      try? FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
      try? dump.write(to: URL(fileURLWithPath: cached), options: .atomic)
    }
    return value
  }

  private static func withoutNulls(_ object: Any) -> Any {
    switch object {
    case let entries as [String: Any]:
      entries.filter { !($0.value is NSNull) }.mapValues(withoutNulls)
    case let items as [Any]: items.filter { !($0 is NSNull) }.map(withoutNulls)
    default: object
    }
  }

  private func dump(folder: String, manifest: String) throws -> Data {
    let scratch =
      cache ?? FileManager.default.temporaryDirectory.appendingPathComponent("carob-package-\(getpid())").path
    let outcome: ChildProcess.Outcome
    do {
      let command = ["swift", "package", "--package-path", folder]
      outcome = try ChildProcess.run(
        command + ["--scratch-path", scratch + "/scratch", "dump-package"], endsWithUs: true)
    } catch {
      throw ProjectProblem(
        .unsupported, path: manifest,
        "cannot start swift to read the manifest; is the toolchain's bin folder in PATH?")
    }
    let messages = outcome.errorText
    guard outcome.status == 0 else {
      let line = messages.firstMatch(of: /Package\.swift:(\d+)/).flatMap { Int($0.1) }
      let reason =
        messages.split(separator: "\n").first { $0.contains("error:") }.map(String.init) ?? "no reason given"
      let hint =
        messages.contains("AppleProductTypes")
        ? "; Swift Playgrounds' app product (AppleProductTypes) exists only on Apple's systems: "
          + "use .executable, or give carob the folder of sources" : ""
      throw ProjectProblem(
        .malformed, path: manifest, line: line, "the manifest cannot be read: \(reason)\(hint)")
    }
    return outcome.output
  }

  // MARK: Targets

  private func target(
    _ entry: PropertyValue, folder: String, manifest: String, packageName: String, toolsMajor: Int
  ) throws -> Target? {
    guard let name = entry["name"]?.string else { return nil }
    let type = entry["type"]?.string ?? "regular"
    let isTest = type == "test"
    let candidates =
      isTest ? ["Tests", "Sources", "Source", "src", "srcs"] : ["Sources", "Source", "src", "srcs"]
    let path =
      entry["path"]?.string.map { AbsolutePath.join(folder, $0) }
      ?? candidates.map { "\(folder)/\($0)/\(name)" }.first(where: AbsolutePath.isDirectory)
    guard let path else {
      throw ProjectProblem(
        .missingFile, path: manifest, "the folder of the target “\(name)” was not found (Sources/\(name))")
    }
    var settings: [String: String] = [
      "PRODUCT_NAME": name, "TARGET_NAME": name, "PRODUCT_MODULE_NAME": BuildSettings.c99Identifier(name),
      "SWIFT_VERSION": toolsMajor >= 6 ? "6" : "5", "DEVELOPMENT_LANGUAGE": "en",
      "PRODUCT_BUNDLE_PACKAGE_TYPE": type == "executable" ? "APPL" : "FMWK",
      "PRODUCT_BUNDLE_IDENTIFIER": "local.carob.\(BuildSettings.rfc1034Identifier(name))",
      "EXECUTABLE_NAME": name, "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "SWIFT_PACKAGE",
    ]
    apply(entry["settings"]?.array ?? [], to: &settings)
    let kind: Target.Kind =
      switch type {
      case "executable": .app
      case "regular": .framework
      case "test": .unitTests
      default: .other
      }
    var target = Target(
      id: "\(manifest)#\(name)", name: name, kind: kind, projectPath: manifest, root: folder,
      configurations: ["Debug", "Release"].map { configuration in
        var own = settings
        own["CONFIGURATION"] = configuration
        if configuration == "Debug" { own["SWIFT_ACTIVE_COMPILATION_CONDITIONS", default: ""] += " DEBUG" }
        return (configuration, BuildSettings(levels: [own]))
      })
    if kind == .other {
      target.problems.append(
        ProjectProblem(
          .unsupported, path: manifest,
          "the target “\(name)” is of the kind “\(type)”, which is not built here"))
      return target
    }
    let excluded = (entry["exclude"]?.array ?? []).compactMap(\.string)
    let only = (entry["sources"]?.array ?? []).compactMap(\.string)
    func lies(_ relative: String, in folders: [String]) -> Bool {
      folders.contains { relative == $0 || relative.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
    }
    target.addContents(
      of: path,
      isExcluded: { relative in
        lies(relative, in: excluded)
          || (!only.isEmpty && relative.hasSuffix(".swift") && !lies(relative, in: only))
      })
    for resource in entry["resources"]?.array ?? [] where resource["rule"]?["copy"] != nil {
      guard let relative = resource["path"]?.string else { continue }
      let copied = AbsolutePath.join(path, relative)
      func isInside(_ path: String) -> Bool { path == copied || path.hasPrefix(copied + "/") }
      target.resources.removeAll { isInside($0.path) }
      target.storyboards.removeAll { isInside($0.path) }
      target.stringsFiles.removeAll { isInside($0.path) }
      target.assetCatalogs.removeAll(where: isInside)
      target.sources.removeAll { AbsolutePath.isDirectory(copied) && isInside($0) }
      if AbsolutePath.exists(copied) { target.resources.append(Resource(path: copied)) }
    }
    target.infoPlistSource = FolderReader.infoPlistSource(for: target)
    let infoPlist = target.infoPlistPath()
    target.resources.removeAll { $0.path == infoPlist }
    target.packageName = packageName
    return target
  }

  private func apply(_ entries: [PropertyValue], to settings: inout [String: String]) {
    for entry in entries where entry["tool"]?.string == "swift" {
      let kind = entry["kind"]
      if let define = kind?["define"]?["_0"]?.string {
        settings["SWIFT_ACTIVE_COMPILATION_CONDITIONS", default: ""] += " \(define)"
      }
      if let mode = kind?["swiftLanguageMode"]?["_0"]?.string { settings["SWIFT_VERSION"] = mode }
      if kind?["defaultIsolation"]?["_0"]?.string?.contains("MainActor") == true {
        settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] = "MainActor"
      }
    }
  }

  private func connect(_ targets: inout [Target], _ entries: [PropertyValue]) {
    for index in targets.indices {
      let entry = entries.first { $0["name"]?.string == targets[index].name }
      for dependency in entry?["dependencies"]?.array ?? [] {
        let name =
          dependency["byName"]?.array?.first?.string ?? dependency["target"]?.array?.first?.string
          ?? dependency["product"]?.array?.first?.string
        guard let name else { continue }
        if let sibling = targets.first(where: { $0.name == name }) {
          if targets[index].kind == .unitTests, sibling.kind == .app {
            targets[index].testHost = sibling.id
          }
          targets[index].addDependency(sibling.id)
        } else {
          targets[index].packageProducts[name] = ProjectProblem(
            .unsupported, path: targets[index].projectPath,
            "the package product “\(name)” is not on this machine; "
              + "check its package out and name it with .package(path:)")
        }
      }
    }
  }
}
