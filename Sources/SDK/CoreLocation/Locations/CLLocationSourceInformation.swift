import CarobFoundation

/// Whether software simulated a location, or an accessory measured it.
open class CLLocationSourceInformation: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let isSimulatedBySoftware: Bool
  public let isProducedByAccessory: Bool
  public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool) {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
    super.init()
  }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
