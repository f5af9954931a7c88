import CarobFoundation

extension UIView {
  /// DEVIATION: a change takes effect immediately; the platform updates the traits before the next layout.
  public var traitOverrides: UITraitOverrides {
    get { traitOverridesStorage ?? UITraitOverrides() }
    set { changingTraits { traitOverridesStorage = newValue.isEmpty ? nil : newValue } }
  }
  public func updateTraitsIfNeeded() {}

  /// Performs a change and notifies of the resulting trait changes. Views outside a window are not notified.
  func changingTraits(_ change: () -> Void) {
    let old = traitCollection
    change()
    if windowStorage == nil { updateBackgroundColor() } else { traitsMayHaveChanged(old) }
  }
}

extension UIViewController {
  /// DEVIATION: a change takes effect immediately; the platform updates the traits before the next layout.
  public var traitOverrides: UITraitOverrides {
    get { traitOverridesStorage ?? UITraitOverrides() }
    set { changingTraits { traitOverridesStorage = newValue.isEmpty ? nil : newValue } }
  }
  public func updateTraitsIfNeeded() {}

  func changingTraits(_ change: () -> Void) {
    if let view = viewIfLoaded { view.changingTraits(change) } else { change() }
  }

  /// The surrounding traits with the overrides of the controller and those of its parent for it.
  func ownTraits(_ around: UITraitCollection) -> UITraitCollection {
    var result = around
    if let override = parent?.childTraitOverrides[ObjectIdentifier(self)] {
      result = UITraitCollection(traitsFrom: [result, override])
    }
    if parent == nil, let override = presentation?.overrideTraitCollection {
      result = UITraitCollection(traitsFrom: [result, override])
    }
    if overrideUserInterfaceStyle != .unspecified {
      result = result.replacing(style: overrideUserInterfaceStyle)
    }
    return traitOverridesStorage?.applied(to: result) ?? result
  }
}
