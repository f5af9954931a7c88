import CarobFoundation

/// Saves what the app's controllers, views and registered objects encode, when it enters the background
/// (E-350, E-400).
@MainActor
struct StateSaver {
  private let tree: StateTree
  private var archive = StateArchive()
  private var isSaved: Set<ObjectIdentifier> = []

  /// E-350: asks for the delegate's consent, then saves the delegate's data, then the windows' controllers.
  static func save(_ application: UIApplication) {
    guard let store = StateStore.current, let delegate = application.delegate,
      Consent.save.isImplemented(by: delegate)
    else { return }
    guard application.orderedScenes.isEmpty, SceneManifest.main == nil else {
      // E-355: scenes save their own state.
      Journal.note(
        .lifecycle, Consent.save.name(for: delegate), outcome: "dropped",
        why: "an app with scenes saves its state with stateRestorationActivity(for:)", receiver: delegate)
      return
    }
    var saver = StateSaver(tree: StateTree(windows: application.windows))
    if saver.run(application, delegate) {
      if let data = try? saver.archive.encoded() { store.write(data, as: .controllers) }
    } else {
      // The previously saved state would not be the one that the user left.
      store.drop(.controllers)
    }
  }

  private init(tree: StateTree) { self.tree = tree }

  private mutating func run(_ application: UIApplication, _ delegate: any UIApplicationDelegate) -> Bool {
    let tree = tree
    let coder = StateCoder(name: { Self.name($0, tree) })
    // E-350.1
    guard Consent.save.ask(delegate, application, coder) else { return false }
    coder.encode(
      Bundle.main.infoDictionary?["CFBundleVersion"] as? String,
      forKey: UIApplication.stateRestorationBundleVersionKey)
    coder.encode(UIDevice.current.systemVersion, forKey: UIApplication.stateRestorationSystemVersionKey)
    coder.encode(
      UIDevice.current.userInterfaceIdiom.rawValue,
      forKey: UIApplication.stateRestorationUserInterfaceIdiomKey)
    coder.encode(Date(), forKey: UIApplication.stateRestorationTimestampKey)
    // E-350.2
    delegate.tell(
      from: application, mechanism: .lifecycle, category: .lifetime,
      "application(_:willEncodeRestorableStateWith:)",
      "application:willEncodeRestorableStateWithCoder:"
    ) { $0.application(application, willEncodeRestorableStateWith: coder) }
    // E-350.3: saves the roots and what they refer to, then what the delegate's data refers to, then
    // registered objects.
    for root in tree.roots { add(root) }
    for object in coder.referred { add(object) }
    for object in RegisteredObjects.all { add(object) }
    archive.application = coder.values
    return true
  }

  private static func name(_ object: AnyObject, _ tree: StateTree) -> StateReference? {
    if let controller = object as? UIViewController {
      if let known = tree.references[ObjectIdentifier(controller)] { return known }
      // Not in a window: uses the path of the controller's own ancestors.
      return path(of: controller).map { StateReference(kind: .controller, path: $0) }
    }
    if let view = object as? UIView {
      guard let owner = view.nearestController, let reference = name(owner, tree) else { return nil }
      return StateTree.views(of: owner, reference).first { $0.view === view }?.reference
    }
    return (object as? any UIStateRestoring).flatMap(RegisteredObjects.reference)
  }

  /// Nil if an ancestor has no identifier (E-350).
  static func path(of controller: UIViewController) -> [String]? {
    guard let identifier = controller.restorationIdentifier else { return nil }
    guard let above = controller.parent ?? controller.directPresenter else { return [identifier] }
    return path(of: above).map { $0 + [identifier] }
  }

  /// Adds an object, its views, and then the objects that it refers to, each with its own coder (E-400).
  private mutating func add(_ object: AnyObject) {
    guard isSaved.insert(ObjectIdentifier(object)).inserted, let reference = Self.name(object, tree) else {
      return
    }
    let tree = tree
    let coder = StateCoder(name: { Self.name($0, tree) })
    encode(object, with: coder)
    var entry = StateArchive.Entry(reference: reference, values: coder.values)
    let controller = object as? UIViewController
    if let controller {
      entry.restorationClass = controller.restorationClass.flatMap { _mangledTypeName($0) }
      if let nib = controller.nibScene, let element = nib.element.id {
        entry.storyboard = .init(
          name: nib.storyboard.name, bundlePath: nib.storyboard.bundle.bundlePath, element: element)
      }
    } else if let restoring = object as? any UIStateRestoring {
      entry.restorationClass = restoring.objectRestorationClass.flatMap { _mangledTypeName($0) }
    }
    archive.entries.append(entry)
    var referred = coder.referred
    if let controller {
      for (view, reference) in StateTree.views(of: controller, reference)
      where isSaved.insert(ObjectIdentifier(view)).inserted {
        let coder = StateCoder(name: { Self.name($0, tree) })
        encode(view, with: coder)
        archive.entries.append(StateArchive.Entry(reference: reference, values: coder.values))
        referred += coder.referred
      }
    }
    for object in referred where !(object is UIView) { add(object) }
  }

  private func encode(_ object: AnyObject, with coder: NSCoder) {
    Journal.deliver(.lifecycle, "encodeRestorableState(with:)", to: object, category: .lifetime) {
      if let responder = object as? UIResponder {
        responder.encodeRestorableState(with: coder)
      } else {
        (object as? any UIStateRestoring)?.encodeRestorableState(with: coder)
      }
    }
  }
}

/// The two delegate methods that enable saving and restoring. Of each, the newer form is preferred.
@MainActor
enum Consent {
  case save, restore

  private var names: [(selector: Selector, name: String)] {
    switch self {
    case .save:
      [
        ("application:shouldSaveSecureApplicationState:", "application(_:shouldSaveSecureApplicationState:)"),
        ("application:shouldSaveApplicationState:", "application(_:shouldSaveApplicationState:)"),
      ]
    case .restore:
      [
        (
          "application:shouldRestoreSecureApplicationState:",
          "application(_:shouldRestoreSecureApplicationState:)"
        ),
        ("application:shouldRestoreApplicationState:", "application(_:shouldRestoreApplicationState:)"),
      ]
    }
  }

  func isImplemented(by delegate: any UIApplicationDelegate) -> Bool {
    names.contains { Runtime.answers(delegate, $0.selector) }
  }

  func name(for delegate: any UIApplicationDelegate) -> String {
    names.first { Runtime.answers(delegate, $0.selector) }?.name ?? ""
  }

  func ask(_ delegate: any UIApplicationDelegate, _ application: UIApplication, _ coder: NSCoder) -> Bool {
    let isSecure = Runtime.answers(delegate, names[0].selector)
    return Journal.query(.lifecycle, name(for: delegate), to: delegate, from: application) {
      switch (self, isSecure) {
      case (.save, true): delegate.application(application, shouldSaveSecureApplicationState: coder)
      case (.save, false): delegate.application(application, shouldSaveApplicationState: coder)
      case (.restore, true): delegate.application(application, shouldRestoreSecureApplicationState: coder)
      case (.restore, false): delegate.application(application, shouldRestoreApplicationState: coder)
      }
    }
  }
}
