import DeviceProtocol

/// On what device an app starts that nobody has chosen.
extension AppBundle {
  /// An iPad for an app that is for iPads only; else the standard one.
  public var preferredModel: DeviceModel {
    guard deviceFamilies.contains(2), !deviceFamilies.contains(1) else { return .standard }
    return DeviceModel.all.first { $0.idiom == "pad" } ?? .standard
  }

  /// How a device is held when the app starts: upright, unless the app is never seen so.
  public func startOrientation(on model: DeviceModel) -> String {
    let names = [
      "UIInterfaceOrientationPortrait": "portrait", "UIInterfaceOrientationLandscapeLeft": "landscapeLeft",
      "UIInterfaceOrientationLandscapeRight": "landscapeRight",
      "UIInterfaceOrientationPortraitUpsideDown": "portraitUpsideDown",
    ]
    let supported = (orientations[model.idiom == "pad" ? "~ipad" : "~iphone"] ?? orientations[""] ?? [])
      .compactMap { names[$0] }
    return supported.contains("portrait") ? "portrait" : supported.first ?? "portrait"
  }
}
