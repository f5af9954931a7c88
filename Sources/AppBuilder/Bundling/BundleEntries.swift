import AppProject
import AssetFormat
import Foundation
import InterfaceCompiler
import NibFormat

/// Creates the bundle entries for a target's resources.
struct BundleEntries {
  var target: Target
  var projectRoot: String
  var configuration: BuildConfiguration
  var fingerprints: FileFingerprints
  /// Identifies this command, whose resource compilers determine the output.
  var toolIdentity: String
  var models: DataModels

  private(set) var entries: [BundleEntry] = []
  /// Warnings that are found while files are made: when the bundle is laid out, and only for changed files.
  var warnings = BundleWarnings()
  private var taken: Set<String> = []

  init(
    target: Target, projectRoot: String, configuration: BuildConfiguration, fingerprints: FileFingerprints,
    toolIdentity: String, models: DataModels = DataModels()
  ) {
    self.target = target
    self.models = models
    self.projectRoot = projectRoot
    self.configuration = configuration
    self.fingerprints = fingerprints
    self.toolIdentity = toolIdentity
  }

  mutating func add(_ entry: BundleEntry) {
    // Two files with the same destination: the first one is used; Xcode's copy phase would report an error.
    if taken.insert(entry.destination).inserted { entries.append(entry) }
  }

  /// Adds Info.plist and the output of all the target's resources.
  mutating func addAll() throws {
    try addInfoPlist()
    for storyboard in target.storyboards { addInterface(storyboard, ending: "storyboardc") }
    for xib in target.xibs { addInterface(xib, ending: "nib") }
    try addStrings()
    try addAssetCatalogs()
    for model in models.models {
      for file in model.compiled.files {
        add(
          BundleEntry(
            destination: file.destination, content: .make { Array(file.content) },
            fingerprint: model.fingerprint))
      }
    }
    for resource in target.resources { addTree(resource) }
  }

  private mutating func addInfoPlist() throws {
    var entries: [String: PropertyValue]
    do {
      entries = try target.infoPlist(configuration)
    } catch let problem as ProjectProblem {
      throw BuildError(problem)
    }
    let families = target.buildSettings(configuration)["TARGETED_DEVICE_FAMILY"] ?? "1,2"
    if entries["UIDeviceFamily"] == nil {
      entries["UIDeviceFamily"] = .array(
        families.split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
          .map(PropertyValue.integer))
    }
    let accent = target.buildSettings(configuration)["ASSETCATALOG_COMPILER_GLOBAL_ACCENT_COLOR_NAME"]
    if let accent, !accent.isEmpty, entries["NSAccentColorName"] == nil {
      entries["NSAccentColorName"] = .string(accent)
    }
    // As written by Xcode: the SDK reads from the second the release that the app was linked with (E-626).
    if let release = target.linkedRelease(configuration), entries["DTSDKName"] == nil {
      entries["DTSDKName"] = .string("iphonesimulator\(release).0")
    }
    let deploymentTarget = target.buildSettings(configuration)["IPHONEOS_DEPLOYMENT_TARGET"]
    if let deploymentTarget, !deploymentTarget.isEmpty, entries["MinimumOSVersion"] == nil {
      entries["MinimumOSVersion"] = .string(deploymentTarget)
    }
    // Keys that the SDK and the device cannot get elsewhere: the module name by which storyboards refer to
    // the app's classes, and the root of the relative paths in its trace.
    entries["CarobModuleName"] = .string(target.moduleName)
    entries["CarobProjectRoot"] = .string(projectRoot)
    let xml = PropertyValue.dictionary(entries).xml()
    add(
      BundleEntry(
        destination: "Info.plist", content: .make { Array(xml.utf8) }, fingerprint: StableHash.hex(of: xml)))
  }

  /// Adds a compiled storyboard or xib.
  private mutating func addInterface(_ resource: Resource, ending: String) {
    let relative = AbsolutePath.relative(resource.path, to: projectRoot)
    let path = resource.path
    let warnings = warnings
    add(
      BundleEntry(
        destination: AbsolutePath.withoutEnding(resource.destination) + "." + ending,
        content: .make {
          do {
            let compiled = try NibCompiler.compile(
              contentsOf: URL(fileURLWithPath: path), projectRelativePath: relative)
            // E-700
            for finding in NibCompiler.check(try NibReader.read(compiled)) {
              warnings.all.append(
                BuildDiagnostic(
                  path: path, line: finding.line, severity: .warning, message: finding.message))
            }
            return compiled
          } catch let error as NibError {
            throw BuildError(.project, error.message, path: path, line: error.line, column: error.column)
          }
        },
        fingerprint: "\(fingerprints.hash(of: path) ?? "")/\(relative)/\(toolIdentity)"))
  }

  private mutating func addStrings() throws {
    for resource in target.stringsFiles {
      let path = resource.path
      let fingerprint = "\(fingerprints.hash(of: path) ?? "")/\(toolIdentity)"
      switch AbsolutePath.ending(path) {
      case "xcstrings":
        for file in try StringsCompiler.catalog(path) {
          addStringsFile(file.destination, file.entries, fingerprint: fingerprint)
        }
      case "stringsdict":
        let table = AbsolutePath.withoutEnding(resource.destination)
        addStringsFile(
          table + ".strings", try StringsCompiler.pluralRules(path), fingerprint: fingerprint)
      default:
        addStringsFile(resource.destination, try StringsCompiler.strings(path), fingerprint: fingerprint)
      }
    }
    flushStrings()
  }

  // Several files may contribute to one table (`.strings` and `.stringsdict` of one name), so tables are
  // collected first.
  private var tables: [String: (entries: [String: String], fingerprint: String)] = [:]

  private mutating func addStringsFile(
    _ destination: String, _ entries: [String: String], fingerprint: String
  ) {
    var table = tables[destination] ?? ([:], "")
    table.entries.merge(entries) { $1 }
    table.fingerprint += fingerprint
    tables[destination] = table
  }

  private mutating func flushStrings() {
    for (destination, table) in tables.sorted(by: { $0.key < $1.key }) {
      let entries = table.entries
      add(
        BundleEntry(
          destination: destination,
          content: .make {
            Array(PropertyValue.dictionary(entries.mapValues(PropertyValue.string)).xml().utf8)
          },
          fingerprint: table.fingerprint))
    }
    tables = [:]
  }

  /// Merges all catalogs of the target into one, as on the platform.
  private mutating func addAssetCatalogs() throws {
    guard !target.assetCatalogs.isEmpty else { return }
    var compiler = AssetCatalogCompiler()
    for catalog in target.assetCatalogs { try compiler.add(catalog) }
    for file in compiler.files {
      add(
        BundleEntry(
          destination: "\(AssetIndex.folder)/\(file.destination)", content: .copy(file.source),
          fingerprint: fingerprints.hash(of: file.source) ?? ""))
    }
    for drawing in compiler.drawings {
      let (picture, scale) = (drawing.picture, drawing.scale)
      add(
        BundleEntry(
          destination: "\(AssetIndex.folder)/\(drawing.destination)",
          content: .make { try picture.png(scale: scale) },
          fingerprint: "\(fingerprints.hash(of: picture.path) ?? "")/\(scale)/\(toolIdentity)"))
    }
    let index = try compiler.indexData()
    add(
      BundleEntry(
        destination: AssetIndex.path, content: .make { index }, fingerprint: StableHash.hex(of: index)
      ))
  }

  /// Adds a file, or a folder with its contents; links to parent folders are ignored.
  private mutating func addTree(_ resource: Resource, _ chain: FolderChain? = nil) {
    guard AbsolutePath.isDirectory(resource.path) else {
      add(
        BundleEntry(
          destination: resource.destination, content: .copy(resource.path),
          fingerprint: fingerprints.hash(of: resource.path) ?? ""))
      return
    }
    let inside = chain.map { $0.entering(resource.path) } ?? FolderChain(resource.path)
    guard let inside else { return }
    for name in AbsolutePath.contents(resource.path) {
      addTree(
        Resource(path: resource.path + "/" + name, destination: resource.destination + "/" + name), inside)
    }
  }
}
