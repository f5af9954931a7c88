import CarobFoundation

/// The references of the controllers in the app's windows, by their place in the tree (E-350).
@MainActor
struct StateTree {
  private(set) var references: [ObjectIdentifier: StateReference] = [:]
  private(set) var controllers: [StateReference: UIViewController] = [:]
  /// The windows' root view controllers that have identifiers.
  private(set) var roots: [UIViewController] = []

  init(windows: [UIWindow]) {
    for window in windows {
      guard let root = window.rootViewController else { continue }
      add(root, below: [])
      if references[ObjectIdentifier(root)] != nil { roots.append(root) }
    }
  }

  private mutating func add(_ controller: UIViewController, below path: [String]) {
    guard references[ObjectIdentifier(controller)] == nil else { return }
    var path = path
    if let identifier = controller.restorationIdentifier {
      path.append(identifier)
      let reference = unusedReference(StateReference(kind: .controller, path: path))
      references[ObjectIdentifier(controller)] = reference
      controllers[reference] = controller
    } else if !controller.isTransparentToState {
      // The descendants of a controller without an identifier are not saved.
      return
    }
    for child in controller.statefulChildren { add(child, below: path) }
    if let presented = controller.directlyPresented {
      add(presented, below: path)
    }
  }

  private func unusedReference(_ reference: StateReference) -> StateReference {
    var reference = reference
    while controllers[reference] != nil { reference.ordinal += 1 }
    return reference
  }

  /// The views of a controller that have identifiers, in the order of the view tree, with their references.
  static func views(of controller: UIViewController, _ reference: StateReference)
    -> [(view: UIView, reference: StateReference)]
  {
    var result: [(view: UIView, reference: StateReference)] = []
    var taken: Set<StateReference> = []
    func collect(_ view: UIView) {
      if let owner = view.viewController, owner !== controller { return }
      if let identifier = view.restorationIdentifier {
        var name = StateReference(kind: .view, path: reference.path + [identifier])
        // Distinguishes the views of two controllers with the same path.
        name.ordinal = reference.ordinal << 16
        while !taken.insert(name).inserted { name.ordinal += 1 }
        result.append((view, name))
      }
      for child in view.subviews { collect(child) }
    }
    if let view = controller.viewIfLoaded { collect(view) }
    return result
  }
}

extension UIViewController {
  /// Whether the controller was created by a container of the framework, which has no restoration
  /// identifier.
  fileprivate var isTransparentToState: Bool {
    restorationIdentifier == nil && parent is UISplitViewController
      && type(of: self) == UINavigationController.self
  }
}
