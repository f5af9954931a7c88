import CarobFoundation

/// The session of the app's scene, which outlives processes until the user ends the app in the switcher (E-503).
///
/// Its number is kept in the app's container, and beside the saved state a mark that the state is this session's. The
/// device deletes the state with the mark when the user ends the app; a launch that finds the number alone tells the
/// delegate of a session that was discarded, and begins another one.
@MainActor
enum SceneSessions {
  /// Of this process's session; 1 is the first one of the container.
  private static var number = 1

  static func identifier(_ number: Int) -> String { number == 1 ? "main" : "main-\(number)" }
  static var identifier: String { identifier(number) }

  /// At launch: finds out which session it is. Answers the one that the user has discarded meanwhile.
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

  /// E-503: after the launch has finished, before a scene is made.
  static func tellOfDiscarded(_ application: UIApplication, _ delegate: (any UIApplicationDelegate)?) {
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
  /// Beside the folder of the saved states, so that it stays when that goes.
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
      Journal.warn("the app's scene session cannot be kept: \(error)")
    }
  }
}
