@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// Asks the frontmost controller about the home indicator, the gestures at the screen's edges (E-973) and the
/// lock of the pointer (E-1094).
///
/// Owned by the process; `look()` runs once at each end of a turn. The simulated device has no edge gestures
/// of its own that could be deferred, and it draws the home indicator in any case, so the answers are only
/// recorded.
@MainActor
final class SystemGesturePreferences {
  static let shared = SystemGesturePreferences()
  @Zeroing private var lastController: UIViewController?
  /// Whether a controller requested an update.
  var homeIndicatorNeedsUpdate = false
  var edgesNeedUpdate = false
  var pointerLockNeedsUpdate = false
  private(set) var hidesHomeIndicator = false
  private(set) var deferringEdges: UIRectEdge = []

  // E-973
  /// Asks when another controller covers the screen, and after each request; several requests in one turn
  /// cause one question.
  func look() {
    guard let controller = StatusBar.topController, controller.appearance == .appeared else { return }
    let isNew = controller !== lastController
    lastController = controller
    if isNew || homeIndicatorNeedsUpdate {
      homeIndicatorNeedsUpdate = false
      let decider = decider(controller, "childForHomeIndicatorAutoHidden") {
        $0.childForHomeIndicatorAutoHidden
      }
      hidesHomeIndicator = Journal.query(.appearance, "prefersHomeIndicatorAutoHidden", to: decider) {
        decider.prefersHomeIndicatorAutoHidden
      }
    }
    if isNew || edgesNeedUpdate {
      edgesNeedUpdate = false
      let decider = decider(controller, "childForScreenEdgesDeferringSystemGestures") {
        $0.childForScreenEdgesDeferringSystemGestures
      }
      deferringEdges = Journal.query(
        .appearance, "preferredScreenEdgesDeferringSystemGestures", to: decider
      ) { decider.preferredScreenEdgesDeferringSystemGestures }
    }
    if isNew || pointerLockNeedsUpdate {
      pointerLockNeedsUpdate = false
      askForPointerLock(controller)
    }
  }

  // E-1094
  /// Only a tablet can lock the pointer, and the simulated one refuses to.
  private func askForPointerLock(_ controller: UIViewController) {
    guard UIDevice.current.userInterfaceIdiom == .pad else { return }
    let decider = decider(controller, "childViewControllerForPointerLock") {
      $0.childViewControllerForPointerLock
    }
    let locks = Journal.query(.appearance, "prefersPointerLocked", to: decider) {
      decider.prefersPointerLocked
    }
    if locks {
      Journal.note(
        .appearance, "pointer lock", outcome: "refused",
        why: "the simulated device does not lock the pointer (E-1094)", receiver: decider)
    }
  }

  /// The controller at the end of the chain of children; nil as a child means the controller itself.
  private func decider(
    _ controller: UIViewController, _ name: String, _ child: (UIViewController) -> UIViewController?
  ) -> UIViewController {
    var controller = controller
    while let next = Journal.query(.appearance, name, to: controller, { child(controller) }) {
      controller = next
    }
    return controller
  }
}
