import CarobFoundation

/// Where an app's state outlives its process: a folder of the app's container, as on the platform.
///
/// The device empties it when the user kills the app (`DeviceContainer.dropSavedState`). A mark lies beside the state
/// while it is being restored; an app that finds one has ended in the middle of that, and drops the state (E-356).
@MainActor
struct StateStore {
  /// Of this process; nil without a device, so that a unit test or a library user leaves no files behind.
  static var current: StateStore?

  let folder: String

  /// The store of an app with this home and bundle identifier.
  init(home: String, bundleIdentifier: String) {
    folder = home + "/Library/Saved Application State/\(bundleIdentifier).savedState"
  }

  enum Name: String {
    /// What controllers saved (E-350).
    case controllers = "data.data"
    /// What scenes saved (E-355).
    case scenes = "scenes.plist"
  }
  private func path(_ name: Name) -> String { folder + "/" + name.rawValue }
  private var mark: String { folder + "/restoring" }

  func write(_ data: Data, as name: Name) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try data.write(to: URL(fileURLWithPath: path(name)), options: .atomic)
    } catch {
      Journal.warn("the app's state cannot be saved: \(error)")
    }
  }

  func read(_ name: Name) -> Data? { FileManager.default.contents(atPath: path(name)) }

  func drop(_ name: Name) { try? FileManager.default.removeItem(atPath: path(name)) }

  // MARK: E-356

  func beginRestoring() { _ = FileManager.default.createFile(atPath: mark, contents: Data()) }
  func endRestoring() { try? FileManager.default.removeItem(atPath: mark) }

  /// Whether a state is there that the last launch died of; it is dropped.
  func dropsWhatCrashed() -> Bool {
    guard FileManager.default.fileExists(atPath: mark) else { return false }
    // NB: the session stays (E-503).
    for name in [Name.controllers, .scenes] { drop(name) }
    endRestoring()
    return true
  }
}
