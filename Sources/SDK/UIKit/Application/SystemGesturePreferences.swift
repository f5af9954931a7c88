@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// Asks the frontmost controller about the home indicator and the gestures at the screen's edges (E-973).
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
