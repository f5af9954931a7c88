import Foundation

extension Project {
  /// Reads the project at `path`, whatever its form.
  ///
  /// - Parameters:
  ///   - path: an `.xcodeproj`, an `.xcworkspace`, a folder that contains one, a Swift package, or a folder
  ///     of
  ///     Swift files; relative to the current folder.
  ///   - cache: a folder for results that are slow to obtain (package manifests); `nil` caches nothing.
  /// - Throws: `ProjectProblem`.
  public static func read(_ path: String, cache: String? = nil) throws -> Project {
    let absolute = AbsolutePath.join(FileManager.default.currentDirectoryPath, path)
    guard AbsolutePath.exists(absolute) else {
      throw ProjectProblem(.noSuchProject, path: absolute, "there is no such file or folder")
    }
    let reader = ProjectReader(packages: PackageReader(cache: cache))
    var project = try reader.project(at: absolute)
    project.resolveProducts(reader.packages)
    return project
  }

  /// Replaces the product names that targets use by dependencies on the targets that build the products.
  private mutating func resolveProducts(_ packages: PackageReader) {
    let makers = targets.filter { $0.kind == .framework }
    let runnable = Set(targets.filter { $0.kind != .other }.map(\.id))
    for index in targets.indices {
      for product in targets[index].linkedProducts {
        if let maker = makers.first(where: {
          $0.productName == product || "lib\($0.productName)" == product || $0.moduleName == product
        }) {
          targets[index].addDependency(maker.id)
        }
      }
      for (product, problem) in targets[index].packageProducts.sorted(by: { $0.key < $1.key }) {
        let ids = packages.targetIDs(ofProduct: product)
        if ids.isEmpty { targets[index].problems.append(problem) }
        for id in ids { targets[index].addDependency(id) }
      }
      // An extension or a watch app that the app embeds does not run here.
      targets[index].dependencies.removeAll { !runnable.contains($0) }
    }
  }
}

/// Determines the form of the project at a path, and reads it.
struct ProjectReader {
  let packages: PackageReader

  func project(at path: String) throws -> Project {
    switch AbsolutePath.ending(path) {
    case "xcodeproj": return try xcodeProject(path)
    case "xcworkspace": return try workspace(path)
    case "pbxproj": return try xcodeProject(AbsolutePath.parent(path))
    default: break
    }
    if AbsolutePath.name(path) == "Package.swift" { return try package(AbsolutePath.parent(path)) }
    guard AbsolutePath.isDirectory(path) else {
      throw ProjectProblem(
        .noSuchProject, path: path,
        "this is not a project; give an .xcodeproj, an .xcworkspace, a Swift package or a folder of Swift files"
      )
    }
    return try folder(path)
  }

  private func folder(_ path: String) throws -> Project {
    let names = AbsolutePath.contents(path)
    let workspaces = names.filter { $0.hasSuffix(".xcworkspace") }
    if let workspace = preferred(workspaces, in: path) {
      // If a workspace adds nothing usable (for example only pods that are not installed), the project is
      // read instead.
      let projects = names.filter { $0.hasSuffix(".xcodeproj") }
      do {
        let read = try self.workspace(path + "/" + workspace)
        if !read.apps.isEmpty || projects.isEmpty { return read }
      } catch  where !projects.isEmpty {}
    }
    let projects = names.filter { $0.hasSuffix(".xcodeproj") }
    if let name = preferred(projects, in: path) {
      let first = try xcodeProject(path + "/" + name)
      if !first.apps.isEmpty || projects.count == 1 { return first }
      for other in projects where other != name {
        if let read = try? xcodeProject(path + "/" + other), !read.apps.isEmpty { return read }
      }
      return first
    }
    if names.contains("Package.swift") { return try package(path) }
    let nested = nestedProjects(in: path)
    if nested.count == 1 { return try project(at: nested[0]) }
    if nested.count > 1 {
      let list = nested.map { AbsolutePath.relative($0, to: path) }.joined(separator: ", ")
      throw ProjectProblem(
        .ambiguous, path: path, "this folder holds several projects: \(list); specify one of them")
    }
    let targets = try FolderReader.targets(at: path)
    if targets.isEmpty {
      throw ProjectProblem(
        .noSuchProject, path: path,
        "there is no Xcode project, no Swift package and no Swift file in this folder")
    }
    return Project(name: AbsolutePath.name(path), form: .folder, path: path, root: path, targets: targets)
  }

  /// The one named like its folder, otherwise the first.
  private func preferred(_ names: [String], in folder: String) -> String? {
    let name = AbsolutePath.name(folder)
    return names.first { AbsolutePath.withoutEnding($0) == name } ?? names.first
  }

  /// Projects one or two folders down, where repositories often keep them.
  private func nestedProjects(in folder: String) -> [String] {
    let skipped: Set = ["Pods", "Carthage", "build", "DerivedData", "fastlane", "node_modules"]
    func search(_ folder: String, depth: Int) -> [String] {
      let inner = AbsolutePath.contents(folder).filter { !skipped.contains($0) }
      let found = inner.filter { $0.hasSuffix(".xcodeproj") }.map { folder + "/" + $0 }
      if !found.isEmpty {
        return preferred(found.map(AbsolutePath.name), in: folder).map { [folder + "/" + $0] } ?? []
      }
      if depth == 0 { return [] }
      return inner.map { folder + "/" + $0 }
        .filter { AbsolutePath.isDirectory($0) && !Target.packages.contains(AbsolutePath.ending($0)) }
        .flatMap { search($0, depth: depth - 1) }
    }
    return search(folder, depth: 2)
  }

  private func xcodeProject(_ path: String) throws -> Project {
    let targets = try XcodeProjectReader(projectPath: path, packages: packages).targets()
    return Project(
      name: AbsolutePath.withoutEnding(AbsolutePath.name(path)), form: .xcodeProject, path: path,
      root: AbsolutePath.parent(path), targets: targets)
  }

  private func workspace(_ path: String) throws -> Project {
    if AbsolutePath.parent(path).hasSuffix(".xcodeproj") {
      return try xcodeProject(AbsolutePath.parent(path))
    }
    var targets: [Target] = []
    var missing: [String] = []
    for member in try WorkspaceReader.members(of: path) {
      let isPods = AbsolutePath.name(member) == "Pods.xcodeproj"
      guard AbsolutePath.exists(member) else {
        missing.append(member)
        continue
      }
      let read =
        member.hasSuffix(".xcodeproj")
        ? try XcodeProjectReader(projectPath: member, packages: packages).targets()
        : try packages.targets(at: member)
      for target in read where !targets.contains(where: { $0.id == target.id }) {
        // The user's app is never one of the pods' targets.
        if isPods { targets.append(target) } else { insert(target, into: &targets) }
      }
    }
    if targets.isEmpty, let first = missing.first {
      throw ProjectProblem(
        .missingFile, path: path + "/contents.xcworkspacedata",
        "the workspace names \(first), which does not exist")
    }
    return Project(
      name: AbsolutePath.withoutEnding(AbsolutePath.name(path)), form: .workspace, path: path,
      root: AbsolutePath.parent(path), targets: targets)
  }

  private func insert(_ target: Target, into targets: inout [Target]) {
    let index = targets.firstIndex { $0.projectPath.hasSuffix("/Pods.xcodeproj") } ?? targets.endIndex
    targets.insert(target, at: index)
  }

  private func package(_ folder: String) throws -> Project {
    let targets = try packages.targets(at: folder)
    return Project(
      name: AbsolutePath.name(folder), form: .package, path: folder + "/Package.swift", root: folder,
      targets: targets)
  }
}
