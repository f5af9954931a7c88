import CarobFoundation

/// Adapts popovers and sheets to a compact width: the delegate may choose another style and another
/// controller (E-430, E-431, E-645).
extension UIPresentationController {
  private var isCompact: Bool { presentingViewController.traitCollection.horizontalSizeClass == .compact }

  /// The style that the delegate or the controller itself chooses; nil if neither does.
  ///
  /// - Returns: `.none` to keep the style.
  func adaptiveStyle() -> UIModalPresentationStyle? {
    guard isCompact else { return UIModalPresentationStyle.none }
    let traits = presentingViewController.traitCollection
    let answer =
      delegate?.ask(
        from: self, "adaptivePresentationStyle(for:traitCollection:)",
        "adaptivePresentationStyleForPresentationController:traitCollection:"
      ) { $0.adaptivePresentationStyle(for: self, traitCollection: traits) }
      ?? delegate?.ask(
        from: self, "adaptivePresentationStyle(for:)", "adaptivePresentationStyleForPresentationController:"
      ) { $0.adaptivePresentationStyle(for: self) }
    if let answer { return answer == .automatic ? nil : answer }
    // E-1096
    let own = Journal.query(.appearance, "adaptivePresentationStyle(for:)", to: self) {
      adaptivePresentationStyle(for: traits)
    }
    return own == .automatic ? nil : own
  }

  /// Returns a presentation in another style, of the controller that the delegate provides for it.
  func adapted(to style: UIModalPresentationStyle) -> (
    presentation: UIPresentationController, presented: UIViewController
  ) {
    var controller = presentedViewController
    // E-431.
    let other = delegate?.ask(
      from: self, "presentationController(_:viewControllerForAdaptivePresentationStyle:)",
      "presentationController:viewControllerForAdaptivePresentationStyle:"
    ) { $0.presentationController(self, viewControllerForAdaptivePresentationStyle: style) }
    if let other, let other { controller = other }
    let adapted = presentation(of: controller, style)
    adapted.presentingViewController = presentingViewController
    adapted.delegate = delegate
    adapted.original = self
    controller.presentation = adapted
    return (adapted, controller)
  }

  private func presentation(
    of controller: UIViewController, _ style: UIModalPresentationStyle
  ) -> UIPresentationController {
    switch style {
    case .fullScreen, .currentContext:
      return FullScreenPresentationController(presentedViewController: controller, presenting: nil)
    case .overFullScreen, .overCurrentContext, .custom, .blurOverFullScreen:
      return OverFullScreenPresentationController(presentedViewController: controller, presenting: nil)
    default:
      let sheet =
        (controller === presentedViewController ? sheetWhereCompact : nil)
        ?? UISheetPresentationController(presentedViewController: controller, presenting: nil)
      if style == .formSheet { sheet.adaptedStyle = style }
      return sheet
    }
  }
}
