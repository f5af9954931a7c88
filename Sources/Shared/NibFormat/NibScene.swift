/// One scene of a storyboard: a controller with its view, First Responder, Exit and other top-level objects.
///
/// A handle: accessing `root` or `objects` decodes the scene, once per document.
public struct NibScene: Sendable {
  let storage: NibStorage
  let chunk: Int

  public var sceneID: String { storage.chunkKey(chunk) }
  public var line: Int { storage.chunkLine(chunk) }

  /// The `<scene>` element itself.
  public var root: NibElement { storage.elements(of: chunk)[0] }

  /// The scene's top-level objects in document order.
  public var objects: [NibElement] { root.child(named: "objects")?.children ?? [] }

  /// The scene's controller, or the placeholder of a reference to another storyboard.
  public var viewController: NibElement? {
    let objects = objects
    return objects.first { $0["sceneMemberID"] == "viewController" }
      ?? objects.first { NibVocabulary.isController($0.name) }
  }

  /// The scene's position on Interface Builder's canvas; used only by editors.
  public var canvasLocation: NibElement? { root.child(key: "canvasLocation") }
}
