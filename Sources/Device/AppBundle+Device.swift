import DeviceProtocol

/// The device on which an app starts if the user has not chosen one.
extension AppBundle {
  /// An iPad for an app that supports iPads only, otherwise the standard model.
  public var preferredModel: DeviceModel {
    guard deviceFamilies.contains(2), !deviceFamilies.contains(1) else { return .standard }
    return DeviceModel.all.first { $0.idiom == "pad" } ?? .standard
  }

  /// How the device is held when the app starts: in portrait, or in the first orientation of an app that does not support it.
  public func startOrientation(on model: DeviceModel) -> DeviceOrientation {
    let names: [String: DeviceOrientation] = [
      "UIInterfaceOrientationPortrait": .portrait, "UIInterfaceOrientationLandscapeLeft": .landscapeLeft,
      "UIInterfaceOrientationLandscapeRight": .landscapeRight,
      "UIInterfaceOrientationPortraitUpsideDown": .portraitUpsideDown,
    ]
    let supported = (orientations[model.idiom == "pad" ? "~ipad" : "~iphone"] ?? orientations[""] ?? [])
      .compactMap { names[$0] }
    return supported.contains(.portrait) ? .portrait : supported.first ?? .portrait
  }
}
