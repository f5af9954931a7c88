@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// The status bar as the controllers, or the app, want it (E-803, E-972).
@MainActor
struct StatusBar: Equatable {
  /// The style that was chosen; `default` follows the appearance.
  var style = UIStatusBarStyle.default
  /// The style that is drawn: `lightContent` or `darkContent`; empty before the first commit.
  var shownStyle = ""
  var isHidden = false
  /// The controller that decides about hiding; nil if the app decides.
  @Zeroing private var decider: UIViewController?

  nonisolated static func == (a: StatusBar, b: StatusBar) -> Bool {
    (a.style, a.shownStyle, a.isHidden) == (b.style, b.shownStyle, b.isHidden)
  }

  /// The controller that decides about system elements: the root, or the topmost that covers the screen.
  static var topController: UIViewController? {
    guard var controller = UIApplication.shared.keyWindowOfAnyScene?.rootViewController else { return nil }
    while let presented = controller.directlyPresented,
      presented.presentation?.shouldRemovePresentersView == true
        || presented.modalPresentationCapturesStatusBarAppearance
    { controller = presented }
    return controller
  }

  static func wanted() -> StatusBar {
    guard let controller = topController else { return StatusBar(shownStyle: "default") }
    let application = UIApplication.shared
    var bar = StatusBar(style: application.wantedStatusBarStyle, isHidden: application.wantsStatusBarHidden)
    if application.controllersDecideAboutStatusBar {
      var styleController = controller
      while let child = styleController.childForStatusBarStyle { styleController = child }
      var hiddenController = controller
      while let child = hiddenController.childForStatusBarHidden { hiddenController = child }
      bar.style = styleController.preferredStatusBarStyle
      bar.isHidden = hiddenController.prefersStatusBarHidden
      bar.decider = hiddenController
    }
    switch bar.style {
    case .lightContent: bar.shownStyle = "lightContent"
    case .darkContent: bar.shownStyle = "darkContent"
    default:
      bar.shownStyle = controller.traitCollection.userInterfaceStyle == .dark ? "lightContent" : "darkContent"
    }
    return bar
  }

  // E-972
  /// Asks the controller how to animate, when the status bar is about to be hidden or shown again.
  ///
  /// DEVIATION: the device switches the status bar without an animation.
  func askAboutAnimation(from old: StatusBar) {
    guard !old.shownStyle.isEmpty, old.isHidden != isHidden, let decider else { return }
    _ = Journal.query(.appearance, "preferredStatusBarUpdateAnimation", to: decider) {
      decider.preferredStatusBarUpdateAnimation
    }
  }
}
