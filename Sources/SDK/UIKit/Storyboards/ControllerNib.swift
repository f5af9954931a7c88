import CarobFoundation
import NibFormat

/// A controller in a storyboard scene: creates the controller, later loads its view, and provides its
/// segues.
@MainActor
final class ControllerNib {
  let storyboard: UIStoryboard
  let scene: NibScene
  let element: NibElement

  init(storyboard: UIStoryboard, scene: NibScene, element: NibElement) {
    self.storyboard = storyboard
    self.scene = scene
    self.element = element
  }

  /// E-296.
  func makeController(_ creator: ((NSCoder) -> UIViewController?)?) -> UIViewController? {
    let coder = NibCoder(document: storyboard.document, bundle: storyboard.bundle)
    coder.controllerNib = self
    let made: UIViewController?
    coder.element = element
    if let creator {
      made = creator(coder)
      coder.element = element
    } else {
      made = nil
    }
    let controller =
      made ?? coder.make(element, fallback: Self.builtInClass(element.name)) as? UIViewController
    guard let controller else {
      Journal.warn(
        "\(storyboard.document.path):\(element.line): the scene's view controller could not be created (<\(element.name)>)"
      )
      return nil
    }
    controller.storyboard = storyboard
    controller.nibScene = self
    // Its navigation item, bar items and tab item are connected with the view, which may be loaded much
    // later.
    controller.nibObjects = coder.objects.filter { $0.value !== controller }
    coder.objects[element.id ?? ""] = controller
    coder.decodeRuntimeAttributes(element, controller)
    NibCoder.awake([controller])
    connectRelationships(controller)
    return controller
  }

  static func builtInClass(_ name: String) -> AnyClass? {
    switch name {
    case "viewController": return UIViewController.self
    case "navigationController": return UINavigationController.self
    case "tabBarController": return UITabBarController.self
    default: return ClassFinder.find(ElementNames.className(name))
    }
  }

  /// Root view controllers and tabs; neither `shouldPerformSegue` nor `prepare` is called for them (E-303).
  private func connectRelationships(_ controller: UIViewController) {
    let segues = segueElements.filter { $0["kind"] == "relationship" }
    let roots = segues.filter { $0["relationship"] == "rootViewController" }
    if let navigation = controller as? UINavigationController, let id = roots.first?["destination"],
      let root = storyboard.instantiate(id: id, creator: nil)
    {
      navigation.setViewControllers([root], animated: false)
    }
    if let split = controller as? UISplitViewController {
      for segue in segues {
        guard let id = segue["destination"],
          let column = UISplitViewController.Column(relationship: segue["relationship"])
        else { continue }
        split.setViewController(storyboard.instantiate(id: id, creator: nil), for: column)
      }
    }
    let tabs = segues.filter { $0["relationship"] == "viewControllers" }
    if let tabBar = controller as? UITabBarController, !tabs.isEmpty {
      tabBar.setViewControllers(
        tabs.compactMap { $0["destination"].flatMap { storyboard.instantiate(id: $0, creator: nil) } },
        animated: false)
    }
  }

  /// The segues in the controller's own `connections`, without those of its views.
  var segueElements: [NibElement] {
    element.child(named: "connections")?.children(named: "segue") ?? []
  }

  /// The segue of this scene with an identifier, wherever in the scene it starts.
  func segue(identifier: String) -> NibElement? {
    var found: NibElement?
    for object in scene.objects {
      object.forEachDescendant { candidate in
        if found == nil, candidate.name == "segue", candidate["identifier"] == identifier {
          found = candidate
        }
      }
    }
    return found
  }

  /// A coder that knows the objects created with the controller and the scene's placeholders.
  private func coder(connecting controller: UIViewController?) -> NibCoder {
    let coder = NibCoder(document: storyboard.document, bundle: storyboard.bundle)
    coder.controllerNib = self
    if let controller {
      if controller.nibScene === self { coder.objects = controller.nibObjects }
      coder.objects[element.id ?? ""] = controller
    }
    for object in scene.objects {
      if object.name == "placeholder", object["placeholderIdentifier"] == "IBFirstResponder" {
        coder.firstResponderIDs.insert(object.id ?? "")
      }
      if object.name == "exit" { coder.exitIDs.insert(object.id ?? "") }
    }
    return coder
  }

  /// Creates a prototype cell, header or footer of the scene for its table or collection view.
  func makePrototype(_ element: NibElement, fallback: AnyClass, in list: UIView) -> AnyObject? {
    let owner = list.nearestController
    let coder = coder(connecting: owner)
    coder.owner = owner
    guard let made = coder.make(element, fallback: fallback) else { return nil }
    coder.finishConstraints()
    // The rest of the scene was connected when its own objects were created.
    coder.connectTree(element)
    coder.runtimeAttributesAndAwake(except: list)
    return made
  }

  /// E-435: keeps the anchor views of popovers.
  private func keepAnchors(_ coder: NibCoder, _ controller: UIViewController) {
    for object in scene.objects {
      object.forEachDescendant { segue in
        guard segue.name == "segue", let id = segue["popoverAnchorView"] else { return }
        controller.nibObjects[id] = coder.objects[id]
      }
    }
  }

  /// E-297: creates the view's objects, connects outlets and sends `awakeFromNib`; the controller then
  /// calls `viewDidLoad`.
  func loadView(for controller: UIViewController) -> Bool {
    let coder = coder(connecting: controller)
    coder.owner = controller
    guard
      let viewElement = element.child(key: "view") ?? element.child(key: "tableView")
        ?? element.child(key: "collectionView")
    else {
      // The view is not in the scene, but the objects created with the controller are connected anyway.
      coder.connectAll(root: element)
      return false
    }
    let fallback: AnyClass = ElementNames.viewClass(viewElement.name, coder.site(viewElement))
    guard let view = coder.make(viewElement, fallback: fallback) as? UIView else { return false }
    // Other top-level objects: gesture recognizers, custom objects.
    for object in scene.objects
    where object.id != element.id && object.name != "placeholder" && object.name != "exit" {
      coder.makeTopLevel(object)
    }
    controller.topLevelNibObjects = scene.objects.compactMap { object in
      object.id == element.id ? nil : object.id.flatMap { coder.objects[$0] }
    }
    // E-64: the view keeps the nib's size until another one is set.
    if view.bounds.isEmpty { view.frame = UIScreen.main.bounds }
    coder.applyGuides(element, view)
    controller.view = view
    if let refresh = element.child(key: "refreshControl") {
      (view as? UIScrollView)?.refreshControl = coder.makeView(refresh) as? UIRefreshControl
    }
    keepAnchors(coder, controller)
    // E-295: constraints are objects of the nib and can be destinations of outlets.
    coder.finishConstraints()
    coder.connectAll(root: element)
    coder.runtimeAttributesAndAwake(except: controller)
    coder.runEmbedSegues(controller)
    return true
  }
}
