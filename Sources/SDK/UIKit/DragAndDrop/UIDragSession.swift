@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The operation that a drop performs.
public enum UIDropOperation: UInt, Sendable { case cancel, forbidden, copy, move }

/// The operation that a drop at the finger's current position would perform.
@preconcurrency @MainActor
open class UIDropProposal: _MainActorNSObject, NSCopying {
  public init(operation: UIDropOperation) {
    self.operation = operation
    super.init()
  }
  public let operation: UIDropOperation
  open var isPrecise = false
  /// Whether large previews keep their size over the destination (E-1075).
  open var prefersFullSizePreview = false
  nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

public enum UIDropSessionProgressIndicatorStyle: UInt, Sendable { case none, `default` }

/// The common part of drag and drop sessions.
@preconcurrency @MainActor
public protocol UIDragDropSession: NSObjectProtocol {
  var items: [UIDragItem] { get }
  func location(in view: UIView) -> CGPoint
  var allowsMoveOperation: Bool { get }
  var isRestrictedToDraggingApplication: Bool { get }
  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
  func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool
}

extension UIDragDropSession {
  public func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    items.contains { item in
      typeIdentifiers.contains { item.itemProvider.hasItemConformingToTypeIdentifier($0) }
    }
  }
  public func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
    items.contains { $0.itemProvider.canLoadObject(ofClass: aClass) }
  }
  public func canLoadObjects<T: _ObjectiveCBridgeable>(ofClass aClass: T.Type) -> Bool
  where T._ObjectiveCType: NSItemProviderReading { canLoadObjects(ofClass: T._ObjectiveCType.self) }
}

/// A drag session, for the source of a drag.
@preconcurrency @MainActor
public protocol UIDragSession: UIDragDropSession {
  /// An object for use within the app.
  var localContext: Any? { get set }
}

/// A drop session, for the destination of a drag.
@preconcurrency @MainActor
public protocol UIDropSession: UIDragDropSession {
  /// The drag session; never nil, because all drags come from this app.
  var localDragSession: (any UIDragSession)? { get }
  var progress: Progress { get }
  var progressIndicatorStyle: UIDropSessionProgressIndicatorStyle { get set }
  /// Loads objects of the items that can provide one, in the items' order, and calls the handler on the
  /// main queue (E-481).
  @discardableResult
  func loadObjects(
    ofClass aClass: any NSItemProviderReading.Type,
    completion: @escaping ([any NSItemProviderReading]) -> Void
  ) -> Progress
}

extension UIDropSession {
  /// Loads bridged values, `String` and `URL`.
  @discardableResult
  public func loadObjects<T: _ObjectiveCBridgeable>(
    ofClass aClass: T.Type, completion: @escaping ([T]) -> Void
  ) -> Progress where T._ObjectiveCType: NSItemProviderReading {
    loadObjects(ofClass: T._ObjectiveCType.self) { objects in
      completion(
        objects.compactMap { ($0 as? T._ObjectiveCType).map { T._unconditionallyBridgeFromObjectiveC($0) } })
    }
  }
}

/// Adds animations to a lift, drop or cancel animation.
@preconcurrency @MainActor
public protocol UIDragAnimating: NSObjectProtocol {
  func addAnimations(_ animations: @escaping () -> Void)
  /// - Parameter completion: called with `start` if a lift ends without a drag.
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
}

@MainActor
class DragAnimator: _MainActorNSObject, UIDragAnimating {
  private var animations: [() -> Void] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }
  func animate() { for block in animations { block() } }
  func finish(_ position: UIViewAnimatingPosition) {
    let blocks = completions
    completions = []
    for block in blocks { block(position) }
  }
}

@MainActor
class DragDropSession: _MainActorNSObject, UIDragDropSession {
  @Zeroing var drag: Drag?
  private(set) var items: [UIDragItem]
  init(_ items: [UIDragItem]) {
    self.items = items
    super.init()
  }
  func begin(with items: [UIDragItem]) { self.items = items }
  /// The last position of the finger in the window, in points.
  var place = CGPoint.zero
  @Zeroing var window: UIWindow?
  func location(in view: UIView) -> CGPoint { window.map { $0.convert(place, to: view) } ?? place }
  var allowsMoveOperation = true
  var isRestrictedToDraggingApplication = false
}

@MainActor
final class DragSession: DragDropSession, UIDragSession {
  var localContext: Any?
}

@MainActor
final class DropSession: DragDropSession, UIDropSession {
  private let local: DragSession
  init(_ local: DragSession) {
    self.local = local
    super.init(local.items)
    window = local.window
    place = local.place
  }
  var localDragSession: (any UIDragSession)? { local }
  let progress = Progress(totalUnitCount: 0)
  var progressIndicatorStyle = UIDropSessionProgressIndicatorStyle.default

  /// The number of loads in progress, and the blocks that wait for their end.
  private var loads = 0
  private var waiting: [() -> Void] = []
  func whenLoaded(_ body: @escaping () -> Void) { if loads == 0 { body() } else { waiting.append(body) } }

  @discardableResult
  func loadObjects(
    ofClass aClass: any NSItemProviderReading.Type,
    completion: @escaping ([any NSItemProviderReading]) -> Void
  ) -> Progress {
    let providers = items.map(\.itemProvider).filter { $0.canLoadObject(ofClass: aClass) }
    let whole = Progress(totalUnitCount: Int64(providers.count))
    loads += 1
    let result = LoadedObjects(providers.count)
    for (index, provider) in providers.enumerated() {
      _ = provider.loadObject(ofClass: aClass) { object, _ in result.put(object, at: index) }
    }
    nonisolated(unsafe) let finish: ([any NSItemProviderReading]) -> Void = { objects in
      whole.completedUnitCount = whole.totalUnitCount
      completion(objects)
      MainActor.assumeIsolated { self.loadEnded() }
    }
    result.whenDone { objects in DispatchQueue.main.async { finish(objects.value) } }
    return whole
  }

  private func loadEnded() {
    loads -= 1
    guard loads == 0 else { return }
    let blocks = waiting
    waiting = []
    for block in blocks { block() }
  }
}

/// Collects objects that are loaded one at a time on any thread.
final class LoadedObjects: Sendable {
  struct Objects: @unchecked Sendable {
    // @unchecked because they are passed on, not shared.
    var value: [any NSItemProviderReading]
  }
  private struct State {
    var found: [(any NSItemProviderReading)?]
    var missing: Int
    var done: ((Objects) -> Void)?
  }
  private let state: Guarded<State>

  init(_ count: Int) {
    state = Guarded(State(found: Array(repeating: nil, count: count), missing: count))
  }
  func put(_ object: (any NSItemProviderReading)?, at index: Int) {
    nonisolated(unsafe) let object = object
    state.withLock {
      $0.found[index] = object
      $0.missing -= 1
    }
    notifyIfDone()
  }
  func whenDone(_ done: @escaping @Sendable (Objects) -> Void) {
    state.withLock { $0.done = done }
    notifyIfDone()
  }
  private func notifyIfDone() {
    let tell: (() -> Void)? = state.withLock { state in
      guard state.missing == 0, let done = state.done else { return nil }
      state.done = nil
      let objects = Objects(value: state.found.compactMap { $0 })
      return { done(objects) }
    }
    tell?()
  }
}
