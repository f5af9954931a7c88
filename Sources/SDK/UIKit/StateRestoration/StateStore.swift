import CarobFoundation

/// Stores an app's state beyond the lifetime of its process, in a folder of the app's container as on the
/// platform.
///
/// The device deletes it when the user kills the app (`DeviceContainer.dropSavedState`). While the state is
/// being restored a mark is kept beside it; an app that finds a mark at launch ended during restoration and
/// deletes the state (E-356).
@MainActor
struct StateStore {
  /// The store of this process; nil without a device, so that unit tests and library users leave no files
  /// behind.
  static var current: StateStore?

  let folder: String

  /// The store of an app with this home and bundle identifier.
  init(home: String, bundleIdentifier: String) {
    folder = home + "/Library/Saved Application State/\(bundleIdentifier).savedState"
  }

  enum Name: String {
    /// The state of controllers (E-350).
    case controllers = "data.data"
    /// The state of scenes (E-355).
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

  /// Deletes the state if the last launch ended while restoring it. Returns whether it did.
  func dropsWhatCrashed() -> Bool {
    guard FileManager.default.fileExists(atPath: mark) else { return false }
    // NB: the session remains (E-503).
    for name in [Name.controllers, .scenes] { drop(name) }
    endRestoring()
    return true
  }
}
