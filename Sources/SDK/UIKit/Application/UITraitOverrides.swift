import CarobFoundation

extension UIView {
  /// DEVIATION: a change holds at once; the platform updates the traits before the next layout.
  public var traitOverrides: UITraitOverrides {
    get { traitOverridesStorage ?? UITraitOverrides() }
    set { changingTraits { traitOverridesStorage = newValue.isEmpty ? nil : newValue } }
  }
  public func updateTraitsIfNeeded() {}

  /// Tells of what a change does to the traits. Nobody has been told of any traits outside of a window.
  func changingTraits(_ change: () -> Void) {
    let old = traitCollection
    change()
    if windowStorage == nil { updateBackgroundColor() } else { traitsMayHaveChanged(old) }
  }
}

extension UIViewController {
  /// DEVIATION: a change holds at once; the platform updates the traits before the next layout.
  public var traitOverrides: UITraitOverrides {
    get { traitOverridesStorage ?? UITraitOverrides() }
    set { changingTraits { traitOverridesStorage = newValue.isEmpty ? nil : newValue } }
  }
  public func updateTraitsIfNeeded() {}

  func changingTraits(_ change: () -> Void) {
    if let view = viewIfLoaded { view.changingTraits(change) } else { change() }
  }

  /// What the controller, and its parent for it, make of the traits around them.
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
