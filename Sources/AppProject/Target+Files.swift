extension Target {
  /// Extensions of files that are never copied into a bundle, wherever in the target's folder they are.
  private static let neverCopied: Set<String> = [
    "entitlements", "xcconfig", "md", "h", "hh", "hpp", "pch", "modulemap", "xctestplan", "docc",
    "playground",
    "xcodeproj", "xcworkspace", "gitignore", "yml", "yaml", "swiftpm", "apinotes", "storekit", "license",
  ]

  /// Folders that are treated as one file.
  static let packages: Set<String> = [
    "xcassets", "bundle", "xcdatamodeld", "xcdatamodel", "xcframework", "framework", "playground", "docc",
    "icon",
    "scnassets", "atlas", "xcmappingmodel", "mlpackage", "app", "xcodeproj", "xcworkspace", "rcproject",
    "xcstickers", "swiftpm",
  ]

  static let foreignSources: Set<String> = ["m", "mm", "c", "cc", "cpp", "cxx", "s"]

  /// Adds one file (or folder that is treated as one) to the target, according to its extension.
  ///
  /// - Parameters:
  ///   - place: the file and line that list it, for errors; the file itself if nothing lists it.
  ///   - listedAsResource: whether the project lists it for copying, which includes files that are skipped
  ///     otherwise.
  mutating func add(
    _ resource: Resource, place: (path: String, line: Int?)? = nil, listedAsResource: Bool = false
  ) {
    let path = resource.path
    switch AbsolutePath.ending(path) {
    case "swift" where !listedAsResource: if !sources.contains(path) { sources.append(path) }
    case "storyboard": storyboards.append(resource)
    case "xib": xibs.append(resource)
    case "xcassets": assetCatalogs.append(path)
    case "strings", "stringsdict", "xcstrings": stringsFiles.append(resource)
    case "xcdatamodeld", "xcdatamodel", "xcmappingmodel": dataModels.append(path)
    case let ending where Self.foreignSources.contains(ending):
      let language = ["m", "mm"].contains(ending) ? "Objective-C" : ending == "s" ? "assembly" : "C or C++"
      problems.append(
        ProjectProblem(
          .foreignLanguage, path: place?.path ?? path, line: place?.line,
          "“\(AbsolutePath.name(path))” (\(path)) is \(language) source; Carob compiles only Swift. "
            + "Rewrite it in Swift, or remove it from the target “\(name)”"))
    case "metal", "intentdefinition", "mlmodel", "rkassets":
      problems.append(
        ProjectProblem(
          .unsupported, severity: .warning, path: place?.path ?? path, line: place?.line,
          "“\(AbsolutePath.name(path))” is not compiled by Carob; code that uses it will not find it"))
    case let ending where Self.neverCopied.contains(ending) && !listedAsResource: break
    default: resources.append(resource)
    }
  }

  /// Adds everything in a folder, as for synchronized groups, packages and plain folders.
  ///
  /// - Parameters:
  ///   - folder: absolute.
  ///   - isExcluded: called with the path relative to `folder` of each file and folder.
  ///   - isWhole: whether a folder (relative path) is copied as a whole.
  mutating func addContents(
    of folder: String, isExcluded: (String) -> Bool, isWhole: (String) -> Bool = { _ in false }
  ) {
    func visit(_ relative: String, region: String?, _ chain: FolderChain) -> [(Resource, isWhole: Bool)] {
      let directory = relative.isEmpty ? folder : folder + "/" + relative
      return AbsolutePath.contents(directory).flatMap { name -> [(Resource, isWhole: Bool)] in
        let inner = relative.isEmpty ? name : relative + "/" + name
        if isExcluded(inner) { return [] }
        let path = folder + "/" + inner
        guard AbsolutePath.isDirectory(path) else { return [(Resource(path: path, region: region), false)] }
        if isWhole(inner) { return [(Resource(path: path, region: region), true)] }
        guard let chain = chain.entering(path) else { return [] }
        if name.hasSuffix(".lproj") { return visit(inner, region: String(name.dropLast(6)), chain) }
        let ending = AbsolutePath.ending(name)
        if Self.packages.contains(ending) { return [(Resource(path: path, region: region), false)] }
        return visit(inner, region: region, chain)
      }
    }
    for (resource, isWhole) in visit("", region: nil, FolderChain(folder)) {
      add(resource, listedAsResource: isWhole)
    }
  }
}
