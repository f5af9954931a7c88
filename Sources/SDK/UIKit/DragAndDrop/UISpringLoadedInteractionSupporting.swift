@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// A view that a drag can activate without an interaction of the app's own (E-1062).
@preconcurrency @MainActor
public protocol UISpringLoadedInteractionSupporting: NSObjectProtocol {
  /// Whether holding a drag over the view activates it. False by default.
  var isSpringLoaded: Bool { get set }
}

/// The interaction of a view whose `isSpringLoaded` is true.
@preconcurrency @MainActor
private final class BuiltInSpringLoading: UISpringLoadedInteraction {}

extension UIView {
  fileprivate var builtInSpringLoading: UISpringLoadedInteraction? {
    interactions.lazy.compactMap { $0 as? BuiltInSpringLoading }.first
  }

  fileprivate func setSpringLoading(
    _ isOn: Bool, _ behavior: (any UISpringLoadedInteractionBehavior)? = nil,
    target: @escaping (CGPoint) -> AnyHashable? = { _ in true },
    _ activate: @escaping (any UISpringLoadedInteractionContext) -> Void
  ) {
    if let old = builtInSpringLoading { return isOn ? () : removeInteraction(old) }
    guard isOn else { return }
    let interaction = BuiltInSpringLoading(
      interactionBehavior: behavior, interactionEffect: nil, activationHandler: { activate($1) })
    interaction.target = target
    addInteraction(interaction)
  }
}

extension UIButton: UISpringLoadedInteractionSupporting {
  public var isSpringLoaded: Bool {
    get { builtInSpringLoading != nil }
    set {
      setSpringLoading(newValue) { [weakSelf = ZeroingElement(self)] _ in
        guard let self = weakSelf.object, self.isEnabled else { return }
        self.touchEnded(inside: true, nil)
      }
    }
  }
}

extension UISegmentedControl: UISpringLoadedInteractionSupporting {
  public var isSpringLoaded: Bool {
    get { builtInSpringLoading != nil }
    set {
      let find = { [weakSelf = ZeroingElement(self)] point in weakSelf.object?.segment(at: point) }
      setSpringLoading(newValue, target: { find($0) }) { [weakSelf = ZeroingElement(self)] context in
        guard let self = weakSelf.object, let index = find(context.location(in: self)),
          index != self.selectedSegmentIndex
        else { return }
        self.selectedSegmentIndex = index
        self.sendActions(for: [.valueChanged, .primaryActionTriggered])
      }
    }
  }
}

extension UITabBar: UISpringLoadedInteractionSupporting {
  public var isSpringLoaded: Bool {
    get { builtInSpringLoading != nil }
    set {
      let find = { [weakSelf = ZeroingElement(self)] (point: CGPoint) -> TabButton? in
        var here = weakSelf.object?.hitTest(point, with: nil)
        while let view = here, !(view is TabButton) { here = view.superview }
        return here as? TabButton
      }
      setSpringLoading(newValue, target: { find($0) }) { [weakSelf = ZeroingElement(self)] context in
        find(context.location(in: weakSelf.object))?.onTap?()
      }
    }
  }
}

extension UITableView: UISpringLoadedInteractionSupporting {
  public var isSpringLoaded: Bool {
    get { builtInSpringLoading != nil }
    set { ListSpringLoading.set(newValue, self) }
  }
}

extension UICollectionView: UISpringLoadedInteractionSupporting {
  public var isSpringLoaded: Bool {
    get { builtInSpringLoading != nil }
    set { ListSpringLoading.set(newValue, self) }
  }
}

/// Asks the delegate of a table or collection view which rows can be activated, and selects them.
@preconcurrency @MainActor
private final class ListSpringLoading: _MainActorNSObject, UISpringLoadedInteractionBehavior {
  @Zeroing private var list: UIScrollView?
  /// The answer of the delegate for a row while the drag is over it.
  private var answer: (path: IndexPath, mayActivate: Bool)?

  private init(_ list: UIScrollView) {
    super.init()
    self.list = list
  }

  static func set(_ isOn: Bool, _ list: UIScrollView) {
    let behavior = ListSpringLoading(list)
    list.setSpringLoading(isOn, behavior, target: { behavior.target(at: $0) }) { behavior.activate($0) }
  }

  private func target(at point: CGPoint) -> AnyHashable? { path(at: point) }
  private func path(at point: CGPoint) -> IndexPath? {
    switch list {
    case let table as UITableView: return table.indexPathForRow(at: point)
    case let collection as UICollectionView: return collection.indexPathForItem(at: point)
    default: return nil
    }
  }

  override class var _carobMethods: [_CarobMethod] {
    [_CarobMethod(has: "interactionDidFinish:", "interactionDidFinish:", 0)]
  }

  func shouldAllow(
    _ interaction: UISpringLoadedInteraction, with context: any UISpringLoadedInteractionContext
  ) -> Bool {
    guard let list, let path = path(at: context.location(in: list)) else { return false }
    if let answer, answer.path == path { return answer.mayActivate }
    let mayActivate = ask(path, context)
    answer = (path, mayActivate)
    return mayActivate
  }
  func interactionDidFinish(_ interaction: UISpringLoadedInteraction) { answer = nil }

  // E-1062.2
  private func ask(_ path: IndexPath, _ context: any UISpringLoadedInteractionContext) -> Bool {
    switch list {
    case let table as UITableView:
      context.targetView = table.cellForRow(at: path)
      return table.tableDelegate?.ask(
        from: table, "tableView(_:shouldSpringLoadRowAt:with:)",
        "tableView:shouldSpringLoadRowAtIndexPath:withContext:"
      ) { $0.tableView(table, shouldSpringLoadRowAt: path, with: context) } ?? true
    case let collection as UICollectionView:
      context.targetView = collection.cellForItem(at: path)
      return collection.collectionDelegate?.ask(
        from: collection, "collectionView(_:shouldSpringLoadItemAt:with:)",
        "collectionView:shouldSpringLoadItemAtIndexPath:withContext:"
      ) { $0.collectionView(collection, shouldSpringLoadItemAt: path, with: context) } ?? true
    default: return false
    }
  }

  private func activate(_ context: any UISpringLoadedInteractionContext) {
    guard let list, let path = path(at: context.location(in: list)) else { return }
    (list as? UITableView)?.userSelected(path)
    (list as? UICollectionView)?.userSelected(path)
  }
}
