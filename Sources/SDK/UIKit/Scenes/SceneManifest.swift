import CarobFoundation

/// The scene manifest of the app's Info.plist.
@MainActor
struct SceneManifest {
  private let configurations: [[String: Any]]

  static let main: SceneManifest? = {
    guard let manifest = Bundle.main.infoDictionary?["UIApplicationSceneManifest"] as? [String: Any] else {
      return nil
    }
    let roles = manifest["UISceneConfigurations"] as? [String: Any]
    return SceneManifest(
      configurations: roles?[UISceneSession.Role.windowApplication.rawValue] as? [[String: Any]] ?? [])
  }()

  private init(configurations: [[String: Any]]) { self.configurations = configurations }

  /// Fills a configuration from the manifest entry of the same name; without a name, from the first entry.
  func fill(_ configuration: UISceneConfiguration) {
    let entry =
      configuration.name.map { name in
        configurations.first { $0["UISceneConfigurationName"] as? String == name }
      }
      ?? configurations.first
    guard let entry else { return }
    if let name = entry["UISceneClassName"] as? String, !name.isEmpty {
      configuration.sceneClass = ClassFinder.find(name)
      if configuration.sceneClass == nil {
        Journal.warn("Info.plist names the scene class \(name), but the app has no such class", rule: "E-974")
      }
    }
    if let name = entry["UISceneDelegateClassName"] as? String {
      configuration.delegateClass = ClassFinder.find(name)
      if configuration.delegateClass == nil {
        Journal.warn("Info.plist names the scene delegate class \(name), but the app has no such class")
      }
    }
    if let name = entry["UISceneStoryboardFile"] as? String, !name.isEmpty {
      configuration.storyboard = UIStoryboard(name: name, bundle: nil)
    }
  }

  var defaultName: String? { configurations.first?["UISceneConfigurationName"] as? String }
}
