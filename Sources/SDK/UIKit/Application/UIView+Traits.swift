import CarobFoundation

extension UIView {
  /// The traits with the view's own overrides.
  func viewOverrides(_ traits: UITraitCollection) -> UITraitCollection {
    if overrideUserInterfaceStyle == .unspecified, traitOverridesStorage == nil { return traits }
    let styled =
      overrideUserInterfaceStyle == .unspecified
      ? traits : traits.replacing(style: overrideUserInterfaceStyle)
    return traitOverridesStorage?.applied(to: styled) ?? styled
  }

  /// The surrounding traits with the overrides of the view and its controller.
  func ownTraits(_ around: UITraitCollection) -> UITraitCollection {
    var result = viewController?.ownTraits(around) ?? around
    if overrideUserInterfaceStyle != .unspecified {
      result = result.replacing(style: overrideUserInterfaceStyle)
    }
    return traitOverridesStorage?.applied(to: result) ?? result
  }

  /// Compares the traits with the old ones. If they changed, notifies the controller and the view, then the
  /// subviews (E-148).
  ///
  /// - Parameter old: the view's own previous traits.
  func traitsMayHaveChanged(_ old: UITraitCollection?) {
    let new = traitCollection
    if let old, old.isEqual(new), self is UIWindow == false { return }
    // E-571: applied before anyone is notified.
    nibVariations?.apply(new)
    updateBackgroundColor()
    setNeedsDisplay()
    setNeedsLayout()
    colorsMayHaveChanged()
    if old?.preferredContentSizeCategory != new.preferredContentSizeCategory {
      textSizeMayHaveChanged()
      UILargeContentViewerInteraction.textSizeChanged(self)
    }
    if let controller = viewController {
      Journal.deliver(.appearance, "traitCollectionDidChange(_:)", to: controller, category: .lifetime) {
        controller.traitCollectionDidChange(old)
      }
      if let old {
        for entry in controller.traitRegistrations where entry.concerns(old, new) { entry.handler(old) }
      }
    }
    Journal.deliver(.layout, "traitCollectionDidChange(_:)", to: self, category: .lifetime) {
      traitCollectionDidChange(old)
    }
    if let old { for entry in traitRegistrations where entry.concerns(old, new) { entry.handler(old) } }
    for view in subviews { view.traitsMayHaveChanged(old.map(view.ownTraits)) }
  }
}
