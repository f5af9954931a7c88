import CarobFoundation

/// A floor of a building; 0 is the ground floor.
open class CLFloor: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let level: Int
  init(level: Int) { self.level = level }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
