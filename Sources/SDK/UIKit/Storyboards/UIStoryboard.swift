import CarobFoundation
import NibFormat

/// The scenes of a storyboard file.
@preconcurrency @MainActor
open class UIStoryboard: _MainActorNSObject {
  public let name: String
  let document: NibDocument
  let bundle: Bundle

  /// Raises an exception if the bundle has no such storyboard, as the platform does.
  public init(name: String, bundle: Bundle?) {
    self.name = name
    self.bundle = bundle ?? .main
    guard let document = NibFile.load(name, kinds: ["storyboardc", "storyboard"], bundle: bundle ?? .main)
    else {
      NSException.raise(
        .invalidArgumentException,
        "Could not find a storyboard named '\(name)' in bundle \((bundle ?? .main).bundlePath)")
    }
    self.document = document
    super.init()
  }

  open func instantiateInitialViewController() -> UIViewController? {
    guard let id = document.initialViewController else {
      Journal.warn("storyboard \(name) has no initial view controller", site: document.path)
      return nil
    }
    return instantiate(id: id, creator: nil)
  }

  public func instantiateInitialViewController<ViewController: UIViewController>(
    creator: ((NSCoder) -> ViewController?)? = nil
  ) -> ViewController? {
    guard let id = document.initialViewController else { return nil }
    return instantiate(id: id, creator: creator) as? ViewController
  }

  open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    instantiateKnown(identifier, creator: nil)
  }

  public func instantiateViewController<ViewController: UIViewController>(
    identifier: String, creator: ((NSCoder) -> ViewController?)? = nil
  ) -> ViewController {
    let made = instantiateKnown(identifier, creator: creator)
    guard let typed = made as? ViewController else {
      fatalError(
        "the controller '\(identifier)' of storyboard \(name) is a \(type(of: made)), not a \(ViewController.self)"
      )
    }
    return typed
  }

  private func instantiateKnown(_ identifier: String, creator: ((NSCoder) -> UIViewController?)?)
    -> UIViewController
  {
    guard let element = document.viewController(withStoryboardIdentifier: identifier), let id = element.id,
      let controller = instantiate(id: id, creator: creator)
    else {
      NSException.raise(
        .invalidArgumentException,
        "Storyboard (\(name)) doesn't contain a view controller with identifier '\(identifier)'")
    }
    return controller
  }

  /// Creates the controller of a scene with `init(coder:)` and sends `awakeFromNib`. Its view is loaded
  /// later (E-296).
  func instantiate(id: String, creator: ((NSCoder) -> UIViewController?)?) -> UIViewController? {
    guard let scene = document.scene(containing: id), let element = scene.viewController else { return nil }
    if element.name == "viewControllerPlaceholder" {
      let other = UIStoryboard(
        name: element["storyboardName"] ?? name,
        bundle: element["bundleIdentifier"].flatMap { Bundle(identifier: $0) } ?? bundle)
      if let identifier = element["referencedIdentifier"] {
        return other.instantiateKnown(identifier, creator: creator)
      }
      guard let initial = other.document.initialViewController else {
        return other.instantiateInitialViewController()
      }
      return other.instantiate(id: initial, creator: creator)
    }
    let made = ControllerNib(storyboard: self, scene: scene, element: element).makeController(creator)
    // E-804: returned objects are autoreleased, so a weak variable keeps them for the rest of the turn.
    if let made { keepUntilEndOfTurn(made) }
    return made
  }
}

/// Compiled storyboards and nibs, read once.
@MainActor
enum NibFile {
  private static var cache: [String: NibDocument] = [:]

  static func load(_ name: String, kinds: [String], bundle: Bundle) -> NibDocument? {
    for kind in kinds {
      guard let path = path(name, kind, bundle) else { continue }
      if let known = cache[path] { return known }
      do {
        let document = try NibReader.read([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
        cache[path] = document
        return document
      } catch {
        Journal.warn("\(path) cannot be read: \(error)")
        return nil
      }
    }
    return nil
  }

  // OPTIMIZATION: each controller without a nib looks for four files.
  private static var paths: [String: String?] = [:]

  static func path(_ name: String, _ kind: String, _ bundle: Bundle) -> String? {
    let key = "\(bundle.bundlePath)/\(name).\(kind)"
    if let known = paths[key] { return known }
    let found = find(name, kind, bundle)
    paths[key] = .some(found)
    return found
  }

  private static func find(_ name: String, _ kind: String, _ bundle: Bundle) -> String? {
    if let found = bundle.path(forResource: name, ofType: kind) { return found }
    for folder in ["Base.lproj", "en.lproj"] {
      let candidate = bundle.bundlePath + "/\(folder)/\(name).\(kind)"
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
    }
    let candidate = bundle.bundlePath + "/\(name).\(kind)"
    return FileManager.default.fileExists(atPath: candidate) ? candidate : nil
  }
}
