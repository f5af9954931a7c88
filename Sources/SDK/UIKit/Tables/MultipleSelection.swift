@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import GestureMachines

/// A list whose elements can be selected by moving two fingers over them (C-311).
@MainActor
protocol MultipleSelecting: UIScrollView {
  var selectsSeveral: Bool { get }
  func elementPath(at point: CGPoint) -> IndexPath?
  /// Asks the delegate.
  func mayBeginMultipleSelection(at path: IndexPath) -> Bool
  func multipleSelectionBegan(at path: IndexPath)
  func multipleSelectionEnded()
  func isElementSelected(_ path: IndexPath) -> Bool
  /// Selects or deselects an element with the delegate's messages.
  func userChanged(_ path: IndexPath, isSelected: Bool)
  /// The index paths of all elements between two, both included, in order.
  func elementPaths(_ range: ClosedRange<IndexPath>) -> [IndexPath]
}

/// Selects the elements that two fingers pass (C-311).
///
/// The gesture selects, or deselects if its first element was selected. Elements that the fingers leave
/// again return to their previous state.
@MainActor
final class MultipleSelection: _MainActorNSObject {
  @ZeroingExistential private var list: (any MultipleSelecting)?
  private let recognizer: MultipleSelectionRecognizer
  private var first: IndexPath?
  private var selects = true
  /// The elements that the gesture has changed.
  private var changed: [IndexPath] = []

  init(_ list: any MultipleSelecting) {
    self.list = list
    recognizer = MultipleSelectionRecognizer(list)
    super.init()
    recognizer.addTarget(self, action: "carob_selects")
    list.addGestureRecognizer(recognizer)
  }

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_selects", "carob_selects()", 0) {
        unsafeDowncast($0, to: MultipleSelection.self).moved()
      }
    ]
  }

  private func moved() {
    guard let list else { return }
    switch recognizer.state {
    case .began:
      guard let path = recognizer.path else { return }
      (first, changed) = (path, [])
      list.multipleSelectionBegan(at: path)
      selects = !list.isElementSelected(path)
      follow(list)
    case .changed:
      list.scrollIfAtEdge(recognizer.location(in: list))
      follow(list)
    case .ended, .cancelled:
      guard first != nil else { return }
      (first, changed) = (nil, [])
      list.multipleSelectionEnded()
    default: break
    }
  }

  private func follow(_ list: any MultipleSelecting) {
    guard let first, list.selectsSeveral, let path = list.elementPath(at: recognizer.location(in: list))
    else { return }
    let passed = list.elementPaths(min(first, path)...max(first, path))
    for left in changed where !passed.contains(left) { list.userChanged(left, isSelected: !selects) }
    changed.removeAll { !passed.contains($0) }
    for path in passed where list.isElementSelected(path) != selects {
      list.userChanged(path, isSelected: selects)
      if list.isElementSelected(path) == selects { changed.append(path) }
    }
  }
}

/// The two-finger pan of a list. Scrolling waits for its decision while two fingers are down.
@MainActor
final class MultipleSelectionRecognizer: UIPanGestureRecognizer {
  @ZeroingExistential private var list: (any MultipleSelecting)?
  /// The element at which the gesture began.
  private(set) var path: IndexPath?

  init(_ list: any MultipleSelecting) {
    self.list = list
    super.init(target: nil, action: nil)
    (minimumNumberOfTouches, maximumNumberOfTouches) = (2, 2)
  }

  override func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool {
    if let list, let path = list.elementPath(at: location(in: list)), list.mayBeginMultipleSelection(at: path)
    {
      self.path = path
      return true
    }
    // Fail here, so that the delegate is asked only once per touch and scrolling can begin.
    fail(.other("multiple selection cannot begin at this point"))
    return false
  }
  override func shouldBeRequiredToFail(by other: UIGestureRecognizer) -> Bool {
    other === list?.panGestureRecognizer && trackedTouches.count > 1
  }
}
