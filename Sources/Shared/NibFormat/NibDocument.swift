/// A storyboard or a xib, read from XML or from its compiled form. Scenes are decoded on first access.
///
/// A value with shared storage: copying is cheap. All lookups by id or identifier are binary searches in the
/// compiled form, and decode at most the scene that contains the result.
public struct NibDocument: Sendable {
  public enum Kind: UInt8, Sendable {
    case storyboard = 1
    case xib = 2
  }

  let storage: NibStorage

  public var kind: Kind { storage.kind }
  /// The source's path relative to the project.
  public var path: String { storage.path }

  /// The `<document>` element without its scenes: attributes, resources and, in a xib, the objects.
  public var root: NibElement { storage.elements(of: 0)[0] }

  // MARK: Attributes of the document

  public var initialViewController: String? { root["initialViewController"] }
  public var targetRuntime: String { root["targetRuntime"] ?? "" }
  public var toolsVersion: String? { root["toolsVersion"] }
  public var useAutolayout: Bool { root.bool("useAutolayout") ?? false }
  public var useSafeAreas: Bool { root.bool("useSafeAreas") ?? false }
  public var useTraitCollections: Bool { root.bool("useTraitCollections") ?? false }
  public var isLaunchScreen: Bool { root.bool("launchScreen") ?? false }
  public var device: NibDevice? { root.child(named: "device").map(NibDevice.init) }
  /// The document-wide tint (`<color key="tintColor">`), if one is set.
  public var tintColor: NibElement? { root.child(key: "tintColor") }
  public var resources: NibResources { NibResources(root.child(named: "resources")) }

  // MARK: Content

  /// The scenes of a storyboard in document order; empty in a xib.
  public var scenes: [NibScene] {
    (1..<max(1, storage.chunkCount)).map { NibScene(storage: storage, chunk: $0) }
  }

  /// The top-level objects of a xib in document order, including placeholders; empty for a storyboard.
  public var objects: [NibElement] { root.child(named: "objects")?.children ?? [] }

  /// The scene that contains the object with this id (the controller, a view, a connection…).
  public func scene(containing id: String) -> NibScene? {
    guard let place = storage.find(id, in: .ids), place.chunk > 0 else { return nil }
    return NibScene(storage: storage, chunk: place.chunk)
  }

  /// The scene whose controller is `initialViewController`.
  public var initialScene: NibScene? { initialViewController.flatMap(scene(containing:)) }

  /// The scene whose controller has this storyboard identifier.
  public func scene(withStoryboardIdentifier identifier: String) -> NibScene? {
    guard let place = storage.find(identifier, in: .storyboardIdentifiers), place.chunk > 0 else {
      return nil
    }
    return NibScene(storage: storage, chunk: place.chunk)
  }

  /// The controller with this storyboard identifier.
  public func viewController(withStoryboardIdentifier identifier: String) -> NibElement? {
    storage.find(identifier, in: .storyboardIdentifiers).map(storage.element(at:))
  }

  /// The element with this id; the first one if several have it.
  public func elementByID(_ id: String) -> NibElement? {
    storage.find(id, in: .ids).map(storage.element(at:))
  }
}

/// The device that Interface Builder last showed for a document.
public struct NibDevice: Sendable {
  /// For example `retina6_12`.
  public var id: String
  /// `portrait` or `landscape`.
  public var orientation: String?
  /// `light` or `dark`.
  public var appearance: String?

  init(_ element: NibElement) {
    id = element["id"] ?? ""
    orientation = element["orientation"]
    appearance = element["appearance"]
  }
}
