import CarobFoundation

/// Saves one user activity per scene and returns it when the scene connects again (E-355, E-408).
@MainActor
enum SceneState {
  private static let activityKey = "activity"
  private static let userInfoKey = "userInfo"

  // MARK: Saving

  /// Asks the delegates of scenes that enter the background or disconnect without having entered it.
  static func save(_ scenes: [UIScene]) {
    guard let store = StateStore.current, !scenes.isEmpty else { return }
    var saved = read(store)
    var isChanged = false
    for scene in scenes {
      let session = scene.session
      let known = saved[session.persistentIdentifier]
      saved[session.persistentIdentifier] = state(of: scene)
      isChanged = isChanged || known != nil || saved[session.persistentIdentifier] != nil
    }
    guard isChanged else { return }
    if saved.isEmpty { return store.drop(.scenes) }
    if let data = try? PropertyListSerialization.data(fromPropertyList: saved, format: .binary, options: 0) {
      store.write(data, as: .scenes)
    }
  }

  private static func state(of scene: UIScene) -> [String: Any]? {
    let session = scene.session
    var result: [String: Any] = [:]
    // E-408.1
    let asked = scene.delegate?.ask(
      from: scene, mechanism: .lifecycle, "stateRestorationActivity(for:)",
      "stateRestorationActivityForScene:"
    ) { $0.stateRestorationActivity(for: scene) }
    if let activity = asked ?? nil {
      // E-408.2: updates the activity through its delegate and its responders.
      activity.bringUpToDate()
      // E-408.3
      scene.delegate?.tell(
        from: scene, mechanism: .lifecycle, category: .lifetime, "scene(_:didUpdate:)",
        "scene:didUpdateUserActivity:"
      ) { $0.scene(scene, didUpdate: activity) }
      let list = activity.propertyList
      session.stateRestorationActivity = NSUserActivity(propertyList: list)
      result[activityKey] = list
    } else if asked != nil {
      session.stateRestorationActivity = nil
    }
    if let info = session.userInfo, !info.isEmpty {
      result[userInfoKey] = UserInfoArchive.encode(info, of: "the session")
    }
    return result.isEmpty ? nil : result
  }

  private static func read(_ store: StateStore) -> [String: [String: Any]] {
    guard let data = store.read(.scenes) else { return [:] }
    let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    if let list = list as? [String: [String: Any]] { return list }
    Journal.warn("the saved state of the app's scenes cannot be read and is ignored")
    store.drop(.scenes)
    return [:]
  }

  // MARK: Restoring

  /// Called before the app sees the session.
  static func load(into session: UISceneSession) {
    guard let store = StateStore.current else { return }
    if store.dropsWhatCrashed() {
      Journal.note(
        .lifecycle, "state restoration", outcome: "dropped",
        why: "the app ended while it was restoring this state, which was therefore deleted (E-356)",
        receiver: session)
      return
    }
    guard let state = read(store)[session.persistentIdentifier] else { return }
    session.stateRestorationActivity = (state[activityKey] as? [String: Any]).flatMap {
      NSUserActivity(propertyList: $0)
    }
    session.userInfo = (state[userInfoKey] as? Data).flatMap(UserInfoArchive.decode) as? [String: Any]
    if session.stateRestorationActivity != nil { store.beginRestoring() }
  }

  /// E-408.4: called when the scene is connected and its views are loaded, before it enters the foreground.
  static func restore(_ scene: UIScene) {
    guard let activity = scene.session.stateRestorationActivity else { return }
    scene.delegate?.tell(
      from: scene, mechanism: .lifecycle, category: .lifetime, "scene(_:restoreInteractionStateWith:)",
      "scene:restoreInteractionStateWithUserActivity:"
    ) { $0.scene(scene, restoreInteractionStateWith: activity) }
  }

  // MARK: Completion (E-356, E-402)

  static func launchEnded(_ scene: UIScene) {
    scene.isLaunched = true
    endIfComplete(scene)
  }

  static func complete(_ scene: UIScene) {
    guard scene.restorationExtensions > 0 else {
      Journal.warn("completeStateRestoration() was called without a preceding extendStateRestoration()")
      return
    }
    scene.restorationExtensions -= 1
    endIfComplete(scene)
  }

  private static func endIfComplete(_ scene: UIScene) {
    if scene.isLaunched, scene.restorationExtensions == 0 { StateStore.current?.endRestoring() }
  }
}
