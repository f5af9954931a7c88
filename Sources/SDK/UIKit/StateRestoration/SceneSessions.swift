import CarobFoundation

/// The session of the app's scene. It persists until the user kills the app in the app switcher (E-503).
///
/// The session's number is stored in the app's container. A mark beside the saved state shows that the
/// state belongs to this session. When the user kills the app, the device deletes the state with the mark.
/// A launch that finds only the number informs the delegate of a discarded session and begins a new one.
@MainActor
enum SceneSessions {
  /// The number of this process's session; 1 is the container's first one.
  private static var number = 1

  static func identifier(_ number: Int) -> String { number == 1 ? "main" : "main-\(number)" }
  static var identifier: String { identifier(number) }

  /// Called at launch: determines the session. Returns the previous session if the user has discarded it.
  static func begin() -> UISceneSession? {
    number = 1
    guard let store = StateStore.current else { return nil }
    let known = store.sessionNumber
    let isDiscarded = known != nil && !store.hasSessionMark
    number = (known ?? 1) + (isDiscarded ? 1 : 0)
    store.keepSession(number)
    guard isDiscarded, let known else { return nil }
    let configuration = UISceneConfiguration(
      name: SceneManifest.main?.defaultName, sessionRole: .windowApplication)
    return UISceneSession(configuration: configuration, persistentIdentifier: identifier(known))
  }

  /// E-503: called after the launch has finished, before a scene is created.
  static func notifyOfDiscarded(_ application: UIApplication, _ delegate: (any UIApplicationDelegate)?) {
    guard let session = begin(), let delegate,
      Runtime.answers(delegate, "application:didDiscardSceneSessions:")
    else { return }
    Journal.deliver(.lifecycle, "application(_:didDiscardSceneSessions:)", to: delegate, category: .lifetime)
    {
      delegate.application(application, didDiscardSceneSessions: [session])
    }
  }
}

extension StateStore {
  /// Outside the folder of the saved state, so that it remains when that is deleted.
  private var sessionFile: String {
    let states = URL(fileURLWithPath: folder).deletingLastPathComponent()
    return states.deletingLastPathComponent().path + "/Scene Sessions/"
      + URL(fileURLWithPath: folder).deletingPathExtension().lastPathComponent
  }
  private var sessionMark: String { folder + "/session" }

  fileprivate var sessionNumber: Int? {
    FileManager.default.contents(atPath: sessionFile).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
  fileprivate var hasSessionMark: Bool { FileManager.default.fileExists(atPath: sessionMark) }

  fileprivate func keepSession(_ number: Int) {
    do {
      for path in [sessionFile, sessionMark] {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(String(number).utf8).write(to: url, options: .atomic)
      }
    } catch {
      Journal.warn("the app's scene session cannot be saved: \(error)")
    }
  }
}
