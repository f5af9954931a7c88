import CarobFoundation

/// The frame rate that a display link requests, in frames per second; 0 leaves the choice to the system.
public struct CAFrameRateRange: Hashable, Sendable {
  public var minimum: Float
  public var maximum: Float
  public var preferred: Float?
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }
  public init() { self.init(minimum: 0, maximum: 0, preferred: 0) }
  public static let `default` = CAFrameRateRange()
}

/// Sends a message once a frame, before the frame is laid out and drawn, from the run loop that it was added
/// to (E-597).
///
/// It retains its target until it is invalidated. Frames start at whole sixtieths of a second of the
/// device's clock; times are seconds of that clock, like those of `CACurrentMediaTime()`. An app with only a
/// link running counts as idle.
///
/// DEVIATION: only the main run loop is supported; on another one the link reports that and never fires.
public final class CADisplayLink: NSObject {
  private static let frameRate = 60.0

  private var target: AnyObject?
  private let selector: Selector
  private let site: SourceSite
  private let cause = Journal.cause
  private var modes: [RunLoop.Mode] = []
  private var alarm: LayerAlarm?

  public init(target: Any, selector: Selector, _ file: StaticString = #filePath, _ line: Int = #line) {
    self.target = target as AnyObject
    self.selector = selector
    site = SourceSite(file, line)
    super.init()
  }

  // MARK: In run loops

  public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard target != nil else { return }
    guard runloop === RunLoop.main else {
      return unimplemented("CADisplayLink on another run loop than the main one")
    }
    if !modes.contains(mode) { modes.append(mode) }
    waitForFrame()
  }

  public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard runloop === RunLoop.main else { return }
    modes.removeAll { $0 == mode }
    if modes.isEmpty { stopWaiting() }
  }

  /// Removes the link from its run loop for good and releases the target.
  public func invalidate() {
    modes = []
    target = nil
    stopWaiting()
  }

  public var isPaused = false {
    didSet {
      guard oldValue != isPaused else { return }
      if isPaused { stopWaiting() } else { waitForFrame() }
    }
  }

  // MARK: Times

  /// The time at which the current frame began; 0 before the first message.
  public private(set) var timestamp: CFTimeInterval = 0
  /// The time at which the next frame of the link begins: animate for this time.
  public private(set) var targetTimestamp: CFTimeInterval = 0
  /// Seconds between two frames of the screen; 0 before the first message. A link with a lower rate skips
  /// frames.
  public private(set) var duration: CFTimeInterval = 0

  /// The preferred rate in frames per second, 0 for the screen's; rounded to a whole fraction of the
  /// screen's rate.
  public var preferredFramesPerSecond = 0
  public var preferredFrameRateRange = CAFrameRateRange.default {
    didSet {
      let range = preferredFrameRateRange
      let wanted = range.preferred ?? 0
      preferredFramesPerSecond = Int(wanted > 0 ? wanted : range.maximum)
    }
  }
  @available(*, deprecated, message: "use preferredFramesPerSecond")
  public var frameInterval: Int {
    get { step }
    set { preferredFramesPerSecond = newValue > 1 ? Int(Self.frameRate) / newValue : 0 }
  }

  /// The link fires in every `step`-th frame of the screen.
  private var step: Int {
    guard preferredFramesPerSecond > 0, Double(preferredFramesPerSecond) < Self.frameRate else { return 1 }
    return Int((Self.frameRate / Double(preferredFramesPerSecond)).rounded())
  }

  // MARK: Frames

  private func waitForFrame() {
    guard alarm == nil, target != nil, !isPaused, !modes.isEmpty else { return }
    // NB: missed frames are skipped.
    let now = (LayerClock.now * Self.frameRate + 1e-6).rounded(.down)
    let next = now + Double(step) - now.truncatingRemainder(dividingBy: Double(step))
    alarm = LayerClock.schedule(at: next / Self.frameRate) { [self] in frame(next) }
  }

  private func stopWaiting() {
    alarm?.cancel()
    alarm = nil
  }

  private func frame(_ number: Double) {
    alarm = nil
    guard let target else { return }
    // No message while the loop runs in a mode that the link was not added for; the next frame checks again.
    if isHeard {
      timestamp = number / Self.frameRate
      duration = 1 / Self.frameRate
      targetTimestamp = (number + Double(step)) / Self.frameRate
      Journal.with(cause: cause) {
        Journal.deliverRegistered(
          .timer, selector.name, to: target,
          site: Runtime.method(type(of: target), selector)?.site ?? site.text,
          mode: RunLoop.main.currentMode.flatMap { $0 == .default ? nil : $0.rawValue }
        ) { _ = _sendMessage(target, selector, self) }
      }
    }
    waitForFrame()
  }

  /// Whether the main loop runs in one of the link's modes.
  private var isHeard: Bool {
    let current = RunLoop.main.currentMode ?? .default
    return modes.contains(current)
      || modes.contains(.common) && (current == .default || current == .tracking)
  }
}
