import CarobFoundation
import CarobRuntime

extension Inspection {
  /// A registration for the changes of a key path.
  public struct KeyValueObservation: CustomStringConvertible {
    /// The observed object; nil if it was deallocated.
    public let object: NSObject?
    public let keyPath: String
    public let options: NSKeyValueObservingOptions
    /// The observer; nil for a closure, or if the observer was deallocated.
    public let observer: NSObject?
    /// Whether a closure observes, and not an object.
    public let isClosure: Bool
    public let context: UnsafeMutableRawPointer?
    /// Where it was made; nil if the SDK made it.
    public let site: String?
    /// When it was made, in seconds since the device started.
    public let time: Double

    init(_ information: KeyValueObservationInfo) {
      object = information.object
      keyPath = information.keyPath
      options = information.options
      observer = information.observer
      isClosure = information.isClosure
      context = information.context
      site = information.site
      time = information.time
    }

    /// `Player#1.rate: PlayerViewController#1 at PlayerViewController.swift:12`.
    public var description: String {
      "\(describe(object)).\(keyPath): \(isClosure ? "closure" : describe(observer))\(place(site))"
    }
  }
}
