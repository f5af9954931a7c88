import DeviceProtocol

extension DeviceModel {
  /// The models that `carob devices` lists; the first one is the default. Sizes are those in portrait, points.
  public static let all: [DeviceModel] = [
    DeviceModel(
      name: "iPhone 15", width: 393, height: 852, scale: 3, idiom: "phone", safeAreaTop: 59,
      safeAreaBottom: 34, cornerRadius: 55),
    DeviceModel(
      name: "iPhone 15 Pro", width: 393, height: 852, scale: 3, idiom: "phone", safeAreaTop: 59,
      safeAreaBottom: 34, cornerRadius: 55),
    DeviceModel(
      name: "iPhone 15 Plus", width: 430, height: 932, scale: 3, idiom: "phone", safeAreaTop: 59,
      safeAreaBottom: 34, cornerRadius: 55),
    DeviceModel(
      name: "iPhone 15 Pro Max", width: 430, height: 932, scale: 3, idiom: "phone", safeAreaTop: 59,
      safeAreaBottom: 34, cornerRadius: 55),
    DeviceModel(
      name: "iPhone 13 mini", width: 375, height: 812, scale: 3, idiom: "phone", safeAreaTop: 50,
      safeAreaBottom: 34, cornerRadius: 44),
    DeviceModel(
      name: "iPhone 11", width: 414, height: 896, scale: 2, idiom: "phone", safeAreaTop: 48,
      safeAreaBottom: 34, cornerRadius: 41.5),
    DeviceModel(
      name: "iPhone SE", width: 375, height: 667, scale: 2, idiom: "phone", safeAreaTop: 20,
      safeAreaBottom: 0, cornerRadius: 0),
    DeviceModel(
      name: "iPad (10th generation)", width: 820, height: 1180, scale: 2, idiom: "pad", safeAreaTop: 24,
      safeAreaBottom: 20, cornerRadius: 25),
    DeviceModel(
      name: "iPad Pro 11", width: 834, height: 1194, scale: 2, idiom: "pad", safeAreaTop: 24,
      safeAreaBottom: 20, cornerRadius: 18),
    DeviceModel(
      name: "iPad Pro 12.9", width: 1024, height: 1366, scale: 2, idiom: "pad", safeAreaTop: 24,
      safeAreaBottom: 20, cornerRadius: 18),
  ]

  public static var standard: DeviceModel { all[0] }

  /// The model with this name; if there is none, ignores case and generation: `iPad (10th)`, `iPhone SE (3rd generation)`.
  public static func named(_ name: String) -> DeviceModel? {
    if let exact = all.first(where: { $0.name == name }) { return exact }
    let wanted = plain(name)
    return all.first { plain($0.name) == wanted }
      ?? all.first { wanted != "" && plain($0.name, generation: false) == plain(name, generation: false) }
  }

  private static func plain(_ name: String, generation: Bool = true) -> String {
    let lowered = name.lowercased()
    let kept = generation ? lowered[...] : lowered.prefix { $0 != "(" }
    return String(kept.filter { $0.isLetter || $0.isNumber })
  }
}
