import CarobFoundation
import NibFormat
import QuartzCore

/// Runs segues that are triggered, performed by identifier, embedded or unwound (E-299…E-318).
@MainActor
enum SegueRunner {
  /// E-301: does not call `shouldPerformSegue`; an unknown identifier raises an exception.
  static func perform(identifier: String, from source: UIViewController, sender: Any?) {
    guard let nib = source.nibScene, let segue = nib.segue(identifier: identifier) else {
      NSException.raise(
        .invalidArgumentException,
        "Receiver (\(Journal.describe(source))) has no segue with identifier '\(identifier)'")
    }
    if segue["kind"] == "unwind" {
      unwind(segue, from: source, sender: sender)
    } else {
      run(segue, from: source, sender: sender)
    }
  }

  /// E-299: called when a control or cell starts the segue.
  static func trigger(_ segue: NibElement, from source: UIViewController, sender: Any?) {
    let identifier = segue["identifier"] ?? ""
    let may = Journal.query(.segue, "shouldPerformSegue(withIdentifier:sender:)", to: source) {
      source.shouldPerformSegue(withIdentifier: identifier, sender: sender)
    }
    guard may else {
      Journal.note(
        .segue, identifier, outcome: "refused",
        why: "shouldPerformSegue(withIdentifier:sender:) answered false",
        receiver: source)
      return
    }
    if segue["kind"] == "unwind" {
      unwind(segue, from: source, sender: sender)
    } else {
      run(segue, from: source, sender: sender)
    }
  }

  private static func destination(_ element: NibElement, _ source: UIViewController, _ sender: Any?)
    -> UIViewController?
  {
    guard let nib = source.nibScene, let id = element["destination"] else { return nil }
    guard let name = element["destinationCreationSelector"] else {
      return nib.storyboard.instantiate(id: id, creator: nil)
    }
    // An @IBSegueAction creates the controller.
    let selector = Selector(name)
    return nib.storyboard.instantiate(id: id) { coder in
      Journal.deliverRegistered(
        .segue, name, to: source, site: Runtime.method(type(of: source), selector)?.site
      ) {
        switch selector.argumentCount {
        case 1: return _sendMessage(source, selector, coder).result as? UIViewController
        case 2: return _sendMessage(source, selector, coder, sender).result as? UIViewController
        default:
          return _sendMessage(source, selector, coder, sender, element["identifier"]).result
            as? UIViewController
        }
      }
    }
  }

  private static func run(_ element: NibElement, from source: UIViewController, sender: Any?) {
    guard let destination = destination(element, source, sender) else {
      Journal.warn(
        "the segue \(element["identifier"] ?? element.id ?? "") has no destination",
        site: source.nibScene.map { "\($0.storyboard.document.path):\(element.line)" })
      return
    }
    let segue = makeSegue(element, source, destination) {
      show(element, source, destination)
    }
    anchor(element, source, destination, sender)
    Journal.deliver(.segue, "prepare(for:sender:)", to: source) { source.prepare(for: segue, sender: sender) }
    Journal.deliver(.segue, "perform()", to: segue) { segue.perform() }
  }

  private static func isPopover(_ element: NibElement) -> Bool {
    element["kind"]?.hasPrefix("popover") == true
  }

  /// E-435: applies the storyboard's popover settings before `prepare(for:sender:)`, in which apps set the
  /// delegate.
  private static func anchor(
    _ element: NibElement, _ source: UIViewController, _ destination: UIViewController, _ sender: Any?
  ) {
    guard isPopover(element) else { return }
    destination.modalPresentationStyle = .popover
    guard let popover = destination.popoverPresentationController else { return }
    func named(_ key: String) -> AnyObject? { element[key].flatMap { source.nibObjects[$0] } }
    let anchor = named("popoverAnchorView") ?? named("popoverAnchorBarButtonItem") ?? sender as AnyObject?
    switch anchor {
    case let item as UIBarButtonItem: popover.barButtonItem = item
    case let view as UIView: popover.sourceView = view
    default: popover.sourceView = source.viewIfLoaded
    }
    if let directions = element.child(key: "popoverArrowDirection") {
      var permitted: UIPopoverArrowDirection = []
      for (word, direction) in [
        ("up", UIPopoverArrowDirection.up), ("down", .down), ("left", .left), ("right", .right),
      ] where directions.bool(word) == true { permitted.insert(direction) }
      popover.permittedArrowDirections = permitted
    }
  }

  private static func makeSegue(
    _ element: NibElement, _ source: UIViewController, _ destination: UIViewController,
    _ handler: @escaping () -> Void
  ) -> UIStoryboardSegue {
    let identifier = element["identifier"]
    if let name = element["customClass"] {
      if let cls = ClassFinder.find(name, module: element["customModule"]) as? UIStoryboardSegue.Type,
        let make = cls._carobNewSegue
      {
        let made = make(identifier, source, destination)
        // E-641: the work of `super.perform()`. A segue of kind custom has only its override.
        if element["kind"] != "custom" { made.performHandler = handler }
        return made
      }
      Journal.warn(
        "Unknown class \(name) in Interface Builder file.", rule: "M-96",
        site: source.nibScene.map { "\($0.storyboard.document.path):\(element.line)" })
    }
    return UIStoryboardSegue(
      identifier: identifier, source: source, destination: destination, performHandler: handler)
  }

  private static func show(_ element: NibElement, _ source: UIViewController, _ destination: UIViewController)
  {
    let animated = element.bool("animates") ?? true
    switch element["kind"] {
    case "show", "push": source.show(destination, sender: source)
    case "showDetail", "replace": source.showDetailViewController(destination, sender: source)
    case "presentation", "modal", "popoverPresentation", "popover":
      if !isPopover(element), let style = element["modalPresentationStyle"] {
        destination.modalPresentationStyle = NibValues.presentationStyle(style)
      }
      if let style = element["modalTransitionStyle"] {
        destination.modalTransitionStyle = NibValues.transitionStyle(style)
      }
      source.present(destination, animated: animated)
    default: source.show(destination, sender: source)
    }
  }

  /// E-302.
  static func embed(_ element: NibElement, in view: UIView, parent: UIViewController) {
    guard let child = destination(element, parent, nil) else { return }
    let segue = UIStoryboardSegue(identifier: element["identifier"], source: parent, destination: child)
    Journal.deliver(.segue, "prepare(for:sender:)", to: parent) { parent.prepare(for: segue, sender: nil) }
    parent.addChild(child)
    guard let childView = child.view else { return }
    childView.frame = view.bounds
    childView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    childView.translatesAutoresizingMaskIntoConstraints = true
    view.addSubview(childView)
    Journal.deliver(.appearance, "didMove(toParent:)", to: child, category: .lifetime) {
      child.didMove(toParent: parent)
    }
  }

  // MARK: Unwinding (E-310…E-318)

  static func unwind(_ element: NibElement, from source: UIViewController, sender: Any?) {
    guard let name = element["unwindAction"] else { return }
    let action = Selector(name)
    let start = UIStoryboardUnwindSegueSource(source: source, unwindAction: action, sender: sender)
    guard let target = search(outwardFrom: source, start) else {
      // E-318.
      Journal.note(
        .segue, name, outcome: "unhandled", why: "no controller accepts the unwind action \(name)",
        receiver: source)
      Journal.warn("No controller accepts unwind action \(name)", rule: "M-74", receiver: source)
      return
    }
    let segue = makeSegue(element, source, target) {}
    Journal.deliver(.segue, "prepare(for:sender:)", to: source) { source.prepare(for: segue, sender: sender) }
    // E-317: the unwind method runs before anything is dismissed or popped.
    if action.argumentCount > 0 || Runtime.responds(target, action) {
      Journal.deliverRegistered(
        .segue, name, to: target, from: source, category: .functional,
        site: Runtime.method(type(of: target), action)?.site
      ) { _ = _sendMessage(target, action, segue) }
    }
    Journal.deliver(.segue, "perform()", to: segue) { segue.perform() }
    leave(source, to: target, segue, animated: element.bool("animates") ?? true)
  }

  /// E-311, E-640: each controller on the way outward offers its children, then itself.
  private static func search(outwardFrom source: UIViewController, _ start: UIStoryboardUnwindSegueSource)
    -> UIViewController?
  {
    var current: UIViewController? = source
    while let here = current {
      if let found = search(in: here, start) { return found }
      current = here.outward
    }
    return nil
  }

  private static func search(in controller: UIViewController, _ start: UIStoryboardUnwindSegueSource)
    -> UIViewController?
  {
    let children = Journal.query(.segue, "allowedChildrenForUnwinding(from:)", to: controller) {
      controller.allowedChildrenForUnwinding(from: start)
    }
    for child in children {
      if let found = search(in: child, start) { return found }
    }
    if !children.isEmpty { return nil }
    let can = Journal.query(.segue, "canPerformUnwindSegueAction(_:from:sender:)", to: controller) {
      controller.canPerformUnwindSegueAction(start.unwindAction, from: start.source, sender: start.sender)
    }
    return can ? controller : nil
  }

  /// E-313…E-315: dismisses what was presented above the target's chain; then containers unwind to the
  /// target.
  private static func leave(
    _ source: UIViewController, to target: UIViewController, _ segue: UIStoryboardSegue, animated: Bool
  ) {
    // The target and its ancestors, innermost first.
    var chain: [UIViewController] = [target]
    while let parent = chain.last?.parent { chain.append(parent) }
    if let presenter = chain.first(where: { $0.directlyPresented != nil }) {
      Journal.deliver(.segue, "dismiss(animated:completion:)", to: presenter) {
        presenter.dismiss(animated: animated)
      }
    }
    // From the outermost container inwards.
    for (index, container) in chain.enumerated().reversed() where index > 0 {
      let towards = chain[index - 1]
      Journal.deliver(.segue, "unwind(for:towards:)", to: container) {
        container.unwind(for: segue, towards: towards)
      }
    }
  }
}

extension UIViewController {
  /// The next controller on the way out of a hierarchy: the parent, or the controller that presented the
  /// receiver, which may be a child of the one that covers the screen (E-640).
  var outward: UIViewController? {
    if let parent { return parent }
    guard let presenter = directPresenter else { return nil }
    guard let source = presentation?.source else { return presenter }
    return sequence(first: source) { $0.parent }.contains { $0 === presenter } ? source : presenter
  }
}
