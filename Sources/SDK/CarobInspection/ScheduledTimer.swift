import CarobFoundation
import CarobRuntime

extension Inspection {
  /// A timer that is scheduled in a run loop.
  public struct ScheduledTimer: CustomStringConvertible {
    public let timer: Timer
    /// The receiver of its message; nil for a block timer, or if the target is a class.
    public let target: AnyObject?
    /// The selector of its message; nil for a block timer.
    public let selector: Selector?
    /// When it fires next.
    public let fireDate: Date
    /// Seconds between two firings; 0 for one that fires once.
    public let interval: TimeInterval
    /// The run loop modes in which it fires, in no particular order; `.common` stands for all common modes.
    public let modes: [RunLoop.Mode]
    /// Where it was made; nil if the SDK made it.
    public let site: String?

    init(_ information: ScheduledTimerInfo) {
      timer = information.timer
      target = information.target
      selector = information.selector
      fireDate = information.fireDate
      interval = information.timer.timeInterval
      modes = information.modes
      site = information.site
    }

    /// `every 0.5 s: GameViewController#1.tick: at GameViewController.swift:9`.
    public var description: String {
      let told = selector.map { "\(target.map(Journal.describe) ?? "class").\($0.name)" } ?? "block"
      return "\(interval > 0 ? "every \(interval) s" : "once"): \(told)\(place(site))"
    }
  }

  /// A message that `perform(_:with:afterDelay:)` has deferred.
  public struct DelayedPerform: CustomStringConvertible {
    public let target: AnyObject
    public let selector: Selector
    public let argument: Any?
    /// When it is sent.
    public let fireDate: Date
    public let modes: [RunLoop.Mode]
    /// Where `perform(_:with:afterDelay:)` was called.
    public let site: String?

    init?(_ information: ScheduledTimerInfo) {
      guard let target = information.target, let selector = information.selector else { return nil }
      self.target = target
      self.selector = selector
      argument = information.argument
      fireDate = information.fireDate
      modes = information.modes
      site = information.site
    }

    /// `TapView#1.singleTap: at TapView.swift:20`.
    public var description: String { "\(Journal.describe(target)).\(selector.name)\(place(site))" }
  }
}
