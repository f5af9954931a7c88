import CarobFoundation
import DeviceProtocol

/// The quick actions of the app's icon: those of Info.plist, then those that the app set (E-998).
@MainActor
enum QuickActions {
  // MARK: Items

  /// The items that the app set; kept in its container, because the home screen offers them while the app does
  /// not run.
  static var dynamicItems: [UIApplicationShortcutItem]? {
    get {
      if known == nil { known = .some(read()) }
      return known ?? nil
    }
    set {
      known = .some(newValue)
      write(newValue ?? [])
    }
  }
  private static var known: [UIApplicationShortcutItem]??

  /// The static items, from the key `UIApplicationShortcutItems`.
  static func items(of info: [String: Any]) -> [UIApplicationShortcutItem] {
    (info["UIApplicationShortcutItems"] as? [[String: Any]] ?? []).compactMap { entry in
      guard let type = entry["UIApplicationShortcutItemType"] as? String,
        let title = entry["UIApplicationShortcutItemTitle"] as? String
      else {
        Journal.warn(
          "an entry of UIApplicationShortcutItems in Info.plist has no type or no title", rule: "E-998")
        return nil
      }
      func text(_ key: String) -> String? {
        (entry[key] as? String).map { Bundle.main.localizedString(forKey: $0, value: $0, table: "InfoPlist") }
      }
      let icon: UIApplicationShortcutIcon? =
        if let symbol = entry["UIApplicationShortcutItemIconSymbolName"] as? String {
          UIApplicationShortcutIcon(systemImageName: symbol)
        } else if let file = entry["UIApplicationShortcutItemIconFile"] as? String {
          UIApplicationShortcutIcon(templateImageName: file)
        } else {
          nil
        }
      return UIApplicationShortcutItem(
        type: type, localizedTitle: text("UIApplicationShortcutItemTitle") ?? title,
        localizedSubtitle: text("UIApplicationShortcutItemSubtitle"), icon: icon,
        userInfo: (entry["UIApplicationShortcutItemUserInfo"] as? [String: Any])?.compactMapValues {
          $0 as? any NSSecureCoding
        })
    }
  }

  /// The item with this title or type; the first of several.
  static func item(named name: String) -> UIApplicationShortcutItem? {
    let all = items(of: Bundle.main.infoDictionary ?? [:]) + (dynamicItems ?? [])
    return all.first { $0.localizedTitle == name } ?? all.first { $0.type == name }
  }

  // MARK: Performing

  /// The item that a URL from the device stands for; nil for an ordinary URL. Warns if there is no such item.
  static func item(of url: URL) -> UIApplicationShortcutItem? {
    guard let name = QuickActionURL.name(in: url.absoluteString) else { return nil }
    let found = item(named: name)
    if found == nil {
      let titles = (items(of: Bundle.main.infoDictionary ?? [:]) + (dynamicItems ?? [])).map(\.localizedTitle)
      Journal.warn(
        "the app has no quick action named '\(name)'; it has \(titles.isEmpty ? "none" : titles.joined(separator: ", "))",
        rule: "E-998")
    }
    return found
  }

  // E-998
  /// Passes the item to the scene's delegate, or in an app without scenes to the application's.
  static func perform(_ item: UIApplicationShortcutItem) {
    let application = UIApplication.shared
    if let scene = application.orderedScenes.first as? UIWindowScene {
      guard let delegate = scene.delegate as? any UIWindowSceneDelegate,
        Runtime.answers(delegate, "windowScene:performActionForShortcutItem:completionHandler:")
      else { return unhandled("windowScene(_:performActionFor:completionHandler:)", "scene's delegate") }
      delegate.tell(
        from: scene, mechanism: .lifecycle, "windowScene(_:performActionFor:completionHandler:)",
        "windowScene:performActionForShortcutItem:completionHandler:"
      ) { $0.windowScene(scene, performActionFor: item) { _ in } }
      return
    }
    guard let delegate = application.delegate,
      application.implementedDelegateMethods.contains(
        "application:performActionForShortcutItem:completionHandler:")
    else { return unhandled("application(_:performActionFor:completionHandler:)", "application delegate") }
    delegate.tell(
      from: application, mechanism: .lifecycle, "application(_:performActionFor:completionHandler:)",
      "application:performActionForShortcutItem:completionHandler:"
    ) { $0.application(application, performActionFor: item) { _ in } }
  }

  private static func unhandled(_ name: String, _ who: String) {
    Journal.note(
      .lifecycle, name, outcome: "unhandled", why: "the \(who) does not implement it", category: .user)
  }

  // MARK: Storage

  private static var path: String? {
    StateStore.current == nil ? nil : NSHomeDirectory() + "/Library/ShortcutItems.plist"
  }

  private static func read() -> [UIApplicationShortcutItem]? {
    guard let path, let data = FileManager.default.contents(atPath: path),
      let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    else { return nil }
    return (list as? [[String: Any]])?.compactMap { entry in
      guard let type = entry["type"] as? String, let title = entry["title"] as? String else { return nil }
      let info = (entry["userInfo"] as? Data).flatMap(UserInfoArchive.decode)
      return UIApplicationShortcutItem(
        type: type, localizedTitle: title, localizedSubtitle: entry["subtitle"] as? String,
        icon: (entry["icon"] as? String).map { UIApplicationShortcutIcon(saved: $0) },
        userInfo: info.map { pairs in
          Dictionary(
            pairs.compactMap { key, value in
              (key.base as? String).flatMap { key in (value as? any NSSecureCoding).map { (key, $0) } }
            }, uniquingKeysWith: { $1 })
        })
    }
  }

  private static func write(_ items: [UIApplicationShortcutItem]) {
    guard let path else { return }
    let list = items.map { item in
      var entry: [String: Any] = ["type": item.type, "title": item.localizedTitle]
      entry["subtitle"] = item.localizedSubtitle
      entry["icon"] = item.icon?.source
      entry["userInfo"] = item.userInfo.flatMap { UserInfoArchive.encode($0, of: "the shortcut item") }
      return entry
    }
    do {
      let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      Journal.warn("the shortcut items cannot be saved: \(error)")
    }
  }
}
