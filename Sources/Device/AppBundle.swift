import Foundation

/// A built app on disk: a folder `Name.app` with an executable `Name` in it.
public struct AppBundle: Sendable, Equatable {
  /// Absolute path of the folder.
  public var path: String
  public var executable: String
  public var identifier: String
  /// The name on the home screen.
  public var displayName: String
  /// Whether Info.plist has a scene manifest: life-cycle messages then go to scenes.
  public var usesScenes: Bool
  /// The usage description for location at any time, for the prompt that the system shows by itself.
  public var alwaysText: String
  /// NSLocationDefaultAccuracyReduced (L-290).
  public var asksForReducedAccuracy: Bool
  /// UIApplicationExitsOnSuspend (E-41).
  public var exitsOnSuspend: Bool
  /// The folder that paths in the trace are relative to; nil if it is unknown.
  public var projectRoot: String?
  /// UIBackgroundModes.
  public var backgroundModes: [String]
  /// UIDeviceFamily: 1 for phones, 2 for pads.
  public var deviceFamilies: [Int]
  /// UISupportedInterfaceOrientations, by suffix of the key: none, `~ipad`, `~iphone`.
  var orientations: [String: [String]]

  /// - Throws: `DeviceError.notAnApp` with the problem.
  public init(path: String) throws(DeviceError) {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    let name = url.deletingPathExtension().lastPathComponent
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory), isDirectory.boolValue
    else { throw .notAnApp(path: path, problem: "the folder does not exist") }
    var info: [String: Any] = [:]
    let infoURL = url.appendingPathComponent("Info.plist")
    if FileManager.default.fileExists(atPath: infoURL.path) {
      guard let data = try? Data(contentsOf: infoURL),
        let plist = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
      else { throw .notAnApp(path: path, problem: "its Info.plist is not a property list") }
      info = plist
    }
    let executable = info["CFBundleExecutable"] as? String ?? name
    let executableURL = url.appendingPathComponent(executable)
    guard FileManager.default.isExecutableFile(atPath: executableURL.path) else {
      throw .notAnApp(path: path, problem: "it has no executable '\(executable)'")
    }
    self.path = url.path
    self.executable = executableURL.path
    identifier = info["CFBundleIdentifier"] as? String ?? name
    displayName = info["CFBundleDisplayName"] as? String ?? info["CFBundleName"] as? String ?? name
    usesScenes = info["UIApplicationSceneManifest"] is [String: Any]
    alwaysText =
      info["NSLocationAlwaysAndWhenInUseUsageDescription"] as? String
      ?? info["NSLocationAlwaysUsageDescription"] as? String ?? ""
    asksForReducedAccuracy = info["NSLocationDefaultAccuracyReduced"] as? Bool ?? false
    exitsOnSuspend = info["UIApplicationExitsOnSuspend"] as? Bool ?? false
    projectRoot = info["CarobProjectRoot"] as? String
    backgroundModes = info["UIBackgroundModes"] as? [String] ?? []
    deviceFamilies = info["UIDeviceFamily"] as? [Int] ?? []
    orientations = [:]
    for idiom in ["", "~ipad", "~iphone"] {
      orientations[idiom] = info["UISupportedInterfaceOrientations" + idiom] as? [String]
    }
  }
}
