@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// Recreates the objects of a saved state and restores their state, between the two launch methods (E-351,
/// E-401).
@MainActor
final class StateRestorer {
  /// The running restoration, from its beginning until the launch and the app's extensions have ended.
  static private(set) var current: StateRestorer?

  private let application: UIApplication
  private let archive: StateArchive
  private let store: StateStore
  private var objects: [StateReference: AnyObject] = [:]
  /// E-352: references for which the restoration class returned nil.
  private var refused: Set<StateReference> = []
  private var presentations: [(presenter: UIViewController, presented: UIViewController)] = []
  private var finished: [AnyObject] = []
  private var extensions = 0
  private var isLaunching = true

  /// E-351: restores if there is a saved state and the delegate agrees. Uses the windows that can be
  /// restored (E-353).
  static func restore(
    _ application: UIApplication, _ delegate: any UIApplicationDelegate, windowOfLaunch: UIWindow?
  ) {
    guard let store = StateStore.current else { return }
    if store.dropsWhatCrashed() {
      Journal.note(
        .lifecycle, Consent.restore.name(for: delegate), outcome: "dropped",
        why: "the app ended while it was restoring this state, which was therefore deleted (E-356)",
        receiver: delegate)
      return
    }
    guard Consent.restore.isImplemented(by: delegate), let data = store.read(.controllers) else { return }
    guard let archive = StateArchive(decoding: data) else {
      Journal.warn("the app's saved state cannot be read and is ignored")
      return store.drop(.controllers)
    }
    let restorer = StateRestorer(application, archive, store)
    let coder = restorer.coder(archive.application)
    // E-351.1
    guard Consent.restore.ask(delegate, application, coder) else { return }
    store.beginRestoring()
    current = restorer
    restorer.run(delegate, coder, windowOfLaunch)
  }

  private init(_ application: UIApplication, _ archive: StateArchive, _ store: StateStore) {
    self.application = application
    self.archive = archive
    self.store = store
  }

  private func coder(_ values: StateArchive.Values) -> StateCoder {
    StateCoder(values: values) { [weakSelf = ZeroingElement(self)] in weakSelf.object?.object($0) }
  }

  private func object(_ reference: StateReference) -> AnyObject? {
    if let known = objects[reference] { return known }
    return reference.kind == .object ? RegisteredObjects.find(reference) : nil
  }

  private func run(_ delegate: any UIApplicationDelegate, _ coder: StateCoder, _ windowOfLaunch: UIWindow?) {
    // E-353: the window created by the launch, or a visible one.
    let windows = application.windows.filter { !$0.isHidden || $0 === windowOfLaunch }
    if windows.isEmpty {
      Journal.note(
        .lifecycle, "state restoration", outcome: "dropped",
        why:
          "no window is key and visible when application(_:willFinishLaunchingWithOptions:) returns (E-353)",
        receiver: delegate)
    }
    let tree = StateTree(windows: windows)
    for entry in archive.entries where entry.reference.kind != .view { find(entry, delegate, tree) }
    // E-351.3: views are loaded before their state is decoded into them.
    for entry in archive.entries {
      (objects[entry.reference] as? UIViewController)?.loadViewIfNeeded()
    }
    for entry in archive.entries { decode(entry) }
    // E-351.5, then E-351.6. DEVIATION: the first version of E-351 has the opposite order, without a
    // source.
    delegate.tell(
      from: application, mechanism: .lifecycle, category: .lifetime,
      "application(_:didDecodeRestorableStateWith:)",
      "application:didDecodeRestorableStateWithCoder:"
    ) { $0.application(application, didDecodeRestorableStateWith: coder) }
    showPresentations()
    finishIfComplete()
  }

  // MARK: E-351.2: recreating objects

  private func find(
    _ entry: StateArchive.Entry, _ delegate: any UIApplicationDelegate, _ tree: StateTree
  ) {
    let (reference, coder) = (entry.reference, coder(entry.values))
    if let place = entry.storyboard {
      coder.set(
        .storyboard(name: place.name, bundlePath: place.bundlePath),
        forKey: UIApplication.stateRestorationViewControllerStoryboardKey)
    }
    guard reference.kind == .controller else {
      objects[reference] = makeObject(entry, coder) ?? RegisteredObjects.find(reference)
      return
    }
    if let cls = entry.restorationClass.flatMap(_typeByName) as? any UIViewControllerRestoration.Type {
      let made = Journal.deliverRegistered(
        .lifecycle, "viewController(withRestorationIdentifierPath:coder:)", from: application,
        category: .query,
        site: site(cls, "viewController(withRestorationIdentifierPath:coder:)"),
        detail: [("class", Journal.className(cls))]
      ) { cls.viewController(withRestorationIdentifierPath: reference.path, coder: coder) }
      // E-352
      if made == nil { refused.insert(reference) }
      return take(made, as: reference, cls)
    }
    let asked = delegate.ask(
      from: application, mechanism: .lifecycle,
      "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
      "application:viewControllerWithRestorationIdentifierPath:coder:"
    ) {
      $0.application(
        application, viewControllerWithRestorationIdentifierPath: reference.path, coder: coder)
    }
    if let made = asked ?? nil { return take(made, as: reference, nil) }
    if let existing = tree.controllers[reference] ?? existing(reference) {
      return take(existing, as: reference, nil)
    }
    take(entry.storyboard.flatMap(instantiate), as: reference, nil)
  }

  private func take(
    _ controller: UIViewController?, as reference: StateReference,
    _ cls: (any UIViewControllerRestoration.Type)?
  ) {
    guard let controller else {
      Journal.note(
        .lifecycle, "decodeRestorableState(with:)", outcome: "dropped",
        why: refused.contains(reference)
          ? "the restoration class returned nil for \(reference.description) (E-352)"
          : "nothing recreates the controller \(reference.description): neither a restoration class, the app "
            + "delegate, an existing controller, nor a storyboard")
      return
    }
    if let cls, controller.restorationClass == nil { controller.restorationClass = cls }
    objects[reference] = controller
  }

  /// A controller that already exists as a child of a recreated one, such as a navigation controller's
  /// root.
  private func existing(_ reference: StateReference) -> UIViewController? {
    var above = reference
    above.path.removeLast()
    above.ordinal = 0
    guard let parent = objects[above] as? UIViewController else { return nil }
    let candidates = parent.statefulChildren.filter { $0.restorationIdentifier == reference.path.last }
    return candidates.indices.contains(reference.ordinal) ? candidates[reference.ordinal] : nil
  }

  private func instantiate(_ place: StateArchive.StoryboardPlace) -> UIViewController? {
    let bundle = place.bundlePath == Bundle.main.bundlePath ? nil : Bundle(path: place.bundlePath)
    guard NibFile.load(place.name, kinds: ["storyboardc", "storyboard"], bundle: bundle ?? .main) != nil
    else {
      return nil
    }
    // E-304: no segue runs.
    return UIStoryboard(name: place.name, bundle: bundle).instantiate(id: place.element, creator: nil)
  }

  private func makeObject(_ entry: StateArchive.Entry, _ coder: StateCoder) -> AnyObject? {
    guard let cls = entry.restorationClass.flatMap(_typeByName) as? any UIObjectRestoration.Type else {
      return nil
    }
    return Journal.deliverRegistered(
      .lifecycle, "object(withRestorationIdentifierPath:coder:)", from: application, category: .query,
      site: site(cls, "object(withRestorationIdentifierPath:coder:)"),
      detail: [("class", Journal.className(cls))]
    ) { cls.object(withRestorationIdentifierPath: entry.reference.path, coder: coder) }
  }

  private func site(_ cls: Any.Type, _ name: String) -> String? {
    (cls as? AnyClass).flatMap { Runtime.implementation($0, name)?.site }
  }

  // MARK: E-351.4: the state

  private func decode(_ entry: StateArchive.Entry) {
    if entry.reference.kind == .view { findView(entry.reference) }
    guard let object = objects[entry.reference] else { return }
    let coder = coder(entry.values)
    Journal.deliver(.lifecycle, "decodeRestorableState(with:)", to: object, category: .lifetime) {
      if let responder = object as? UIResponder {
        responder.decodeRestorableState(with: coder)
      } else {
        (object as? any UIStateRestoring)?.decodeRestorableState(with: coder)
      }
    }
    if !(object is UIView) { finished.append(object) }
  }

  private func findView(_ name: StateReference) {
    let above = StateReference(
      kind: .controller, path: Array(name.path.dropLast()), ordinal: name.ordinal >> 16)
    guard let controller = objects[above] as? UIViewController else { return }
    objects[name] = StateTree.views(of: controller, above).first { $0.reference == name }?.view
  }

  // MARK: Presented controllers

  /// Postponed, because a presentation requires that the presenter is in a window.
  func present(_ presented: UIViewController, from presenter: UIViewController) {
    presentations.append((presenter, presented))
  }

  /// Called again after the launch has shown its window.
  func showPresentations() {
    let waiting = presentations
    presentations = []
    for (presenter, presented) in waiting {
      if presenter.viewIfLoaded?.window == nil || presenter.viewIfLoaded?.window?.isHidden == true {
        presentations.append((presenter, presented))
      } else if presented.directPresenter == nil {
        presenter.present(presented, animated: false)
      }
    }
  }

  // MARK: E-351.6, E-402: completion

  func extend() { extensions += 1 }

  func complete() {
    guard extensions > 0 else {
      Journal.warn("completeStateRestoration() was called without a preceding extendStateRestoration()")
      return
    }
    extensions -= 1
    finishIfComplete()
  }

  /// Called when the launch has ended; a later crash does not invalidate the state (E-356).
  func launchEnded() {
    showPresentations()
    isLaunching = false
    finishIfComplete()
  }

  private func finishIfComplete() {
    guard extensions == 0 else { return }
    let objects = finished
    finished = []
    for object in objects {
      Journal.deliver(
        .lifecycle, "applicationFinishedRestoringState()", to: object, category: .lifetime
      ) { (object as? any UIStateRestoring)?.applicationFinishedRestoringState() }
    }
    guard !isLaunching else { return }
    store.endRestoring()
    StateRestorer.current = nil
  }
}
