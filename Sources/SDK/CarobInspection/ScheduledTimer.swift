import CarobFoundation
import CarobRuntime

extension Inspection {
  /// A timer that waits in a run loop.
  public struct ScheduledTimer: CustomStringConvertible {
    public let timer: Timer
    /// What it sends its message to; nil for a block timer, or where the target is a class.
    public let target: AnyObject?
    /// The message; nil for a block timer.
    public let selector: Selector?
    /// When it is due next.
    public let fireDate: Date
    /// Seconds between two firings; 0 for one that fires once.
    public let interval: TimeInterval
    /// The modes of the loop in which it fires, in no particular order; `.common` stands for all of them.
    public let modes: [RunLoop.Mode]
    /// Where it was made; nil where the SDK made it.
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
    /// When it is due.
    public let fireDate: Date
    public let modes: [RunLoop.Mode]
    /// Where it was asked for.
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
