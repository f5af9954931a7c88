import AudioToolbox
import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// Plays items in time, without sound or picture. States, times, observers and notifications are those of a
/// real player whose items load for `SimulatedPlayback.delay` seconds.
@preconcurrency @MainActor
open class AVPlayer: _MainActorNSObject {
  public enum Status: Int, Sendable { case unknown, readyToPlay, failed }
  public enum TimeControlStatus: Int, Sendable { case paused, waitingToPlayAtSpecifiedRate, playing }
  public enum ActionAtItemEnd: Int, Sendable { case advance, pause, none }

  public override init() { super.init() }
  public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }
  public init(playerItem item: AVPlayerItem?) {
    super.init()
    replaceCurrentItem(with: item)
  }

  // MARK: Items

  open private(set) var currentItem: AVPlayerItem?

  open func replaceCurrentItem(with item: AVPlayerItem?) {
    guard item !== currentItem else { return }
    currentItem?.clock.run(at: 0)
    currentItem?.onSeek = nil
    change("currentItem") { currentItem = item }
    if item != nil, status == .unknown { change("status") { status = .readyToPlay } }
    let weakSelf = ZeroingElement(self)
    item?.onSeek = { weakSelf.object?.schedule() }
    item?.load { weakSelf.object?.update() }
    update()
  }

  open private(set) var status = Status.unknown
  open private(set) var error: (any Error)?
  open var actionAtItemEnd = ActionAtItemEnd.pause

  // MARK: Playing

  /// The playback rate; 0 while paused. While the player waits for its item, this is the rate at which it
  /// will play.
  open var rate: Float = 0 {
    willSet { willChangeValue(forKey: "rate") }
    didSet {
      didChangeValue(forKey: "rate")
      update()
    }
  }
  open var defaultRate: Float = 1
  open func play() { rate = defaultRate }
  open func pause() { rate = 0 }
  open func playImmediately(atRate rate: Float) { self.rate = rate }

  open private(set) var timeControlStatus = TimeControlStatus.paused
  open var automaticallyWaitsToMinimizeStalling = true
  /// The volume, from 0 to 1: the device is silent, and a change is only recorded (E-1032).
  open var volume: Float = 1 {
    didSet { if volume != oldValue { SimulatedPlayback.noteSound("volume", volume, self) } }
  }
  open var isMuted = false
  open var allowsExternalPlayback = true
  open var preventsDisplaySleepDuringVideoPlayback = true

  // MARK: Time

  open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }
  open func seek(to time: CMTime) { seek(to: time) { _ in } }
  open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    guard let currentItem else { return completionHandler(false) }
    currentItem.seek(to: time, completionHandler: completionHandler)
  }
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) }
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping (Bool) -> Void
  ) { seek(to: time, completionHandler: completionHandler) }

  /// Calls a block in intervals of playback time, and when playback starts, ends or jumps, until the
  /// returned object is passed to `removeTimeObserver(_:)`. A nil queue means the main queue.
  @preconcurrency
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    let observer = TimeObserver(max(interval.seconds, 0.001), queue ?? .main, block)
    observers.append(observer)
    observer.follow(self)
    return observer
  }

  open func removeTimeObserver(_ observer: Any) {
    guard let observer = observer as? TimeObserver else { return }
    observer.stop()
    observers.removeAll { $0 === observer }
  }

  // MARK: Observing

  nonisolated open override class var _carobKVC: [_CarobProperty] {
    [
      .init("rate", \AVPlayer.rate), .init("volume", \AVPlayer.volume), .init("muted", \AVPlayer.isMuted),
      .init(readOnly: "status", \AVPlayer.status), .init(readOnly: "currentItem", \AVPlayer.currentItem),
      .init(readOnly: "timeControlStatus", \AVPlayer.timeControlStatus),
    ]
  }

  // MARK: - Inside

  private var observers: [TimeObserver] = []
  private var endTimer: Timer?
  /// The views and layers that display the player, called when their content may have changed.
  private var displayObservers: [@MainActor () -> Void] = []

  /// Calls `body` now and whenever the current item or its readiness changes.
  package func whenItemChanges(_ body: @escaping @MainActor () -> Void) {
    displayObservers.append(body)
    body()
  }
  private var endObservers: [@MainActor () -> Void] = []
  /// Calls `body` whenever an item ends.
  package func whenItemEnds(_ body: @escaping @MainActor () -> Void) { endObservers.append(body) }
  package var hasPicture: Bool { currentItem?.status == .readyToPlay }

  private func change(_ key: String, _ body: () -> Void) {
    willChangeValue(forKey: key)
    body()
    didChangeValue(forKey: key)
  }

  /// Updates the item's clock and the states to the rate and the item's readiness.
  private func update() {
    let isReady = currentItem?.status == .readyToPlay
    let state: TimeControlStatus = rate == 0 ? .paused : isReady ? .playing : .waitingToPlayAtSpecifiedRate
    currentItem?.clock.run(at: isReady ? Double(rate) : 0)
    if state != timeControlStatus { change("timeControlStatus") { timeControlStatus = state } }
    schedule()
    displayObservers.forEach { $0() }
  }

  /// Schedules the end of the item and restarts the time observers.
  fileprivate func schedule() {
    endTimer?.invalidate()
    endTimer = nil
    if let item = currentItem, item.clock.rate > 0 {
      let rest = max(0, (item.end - item.clock.time) / item.clock.rate)
      endTimer = SimulatedPlayback.after(rest) { [weakSelf = ZeroingElement(self)] in
        weakSelf.object?.finish(item)
      }
    }
    observers.forEach { $0.follow(self) }
  }

  private func finish(_ item: AVPlayerItem) {
    item.clock.time = item.end
    if actionAtItemEnd != .none { rate = 0 } else { item.clock.run(at: 0) }
    NotificationCenter.default.post(name: .AVPlayerItemDidPlayToEndTime, object: item)
    endObservers.forEach { $0() }
    if actionAtItemEnd == .advance { advance() }
  }

  /// Overridden by a queue player to continue with its next item.
  func advance() {}

  isolated deinit {
    endTimer?.invalidate()
    observers.forEach { $0.stop() }
  }
}

/// A periodic time observer.
@MainActor
private final class TimeObserver {
  private let interval: Double
  private let queue: DispatchQueue
  private let block: @Sendable (CMTime) -> Void
  private var timer: Timer?

  init(_ interval: Double, _ queue: DispatchQueue, _ block: @escaping @Sendable (CMTime) -> Void) {
    self.interval = interval
    self.queue = queue
    self.block = block
  }

  func stop() {
    timer?.invalidate()
    timer = nil
  }

  /// Reports the time immediately and then at each multiple of the interval while the item plays.
  func follow(_ player: AVPlayer) {
    stop()
    guard let item = player.currentItem, item.status == .readyToPlay else { return }
    tell(item.clock.time)
    wait(for: item)
  }

  private func wait(for item: AVPlayerItem) {
    guard item.clock.rate > 0 else { return }
    // NB: half a microsecond prevents reporting the same multiple twice.
    let next = ((item.clock.time + 0.000_000_5) / interval).rounded(.down) * interval + interval
    guard next < item.end else { return }
    timer = SimulatedPlayback.after((next - item.clock.time) / item.clock.rate) {
      [weakSelf = ZeroingElement(self), weakItem = ZeroingElement(item)] in
      guard let self = weakSelf.object, let item = weakItem.object else { return }
      self.tell(next)
      self.wait(for: item)
    }
  }

  private func tell(_ seconds: Double) {
    let (block, time) = (block, CMTime(seconds: seconds, preferredTimescale: 600))
    queue.async { block(time) }
  }
}

/// Plays several items in sequence.
open class AVQueuePlayer: AVPlayer {
  private var waiting: [AVPlayerItem] = []

  public convenience init(items: [AVPlayerItem]) {
    self.init()
    waiting = items
    actionAtItemEnd = .advance
    advanceToNextItem()
  }

  open func items() -> [AVPlayerItem] { (currentItem.map { [$0] } ?? []) + waiting }
  open func canInsert(_ item: AVPlayerItem, after: AVPlayerItem?) -> Bool {
    !items().contains { $0 === item }
  }
  open func insert(_ item: AVPlayerItem, after: AVPlayerItem?) {
    guard canInsert(item, after: after) else { return }
    let index = after.flatMap { after in waiting.firstIndex { $0 === after } }.map { $0 + 1 }
    waiting.insert(item, at: after != nil && after === currentItem ? 0 : index ?? waiting.count)
    if currentItem == nil { advanceToNextItem() }
  }
  open func remove(_ item: AVPlayerItem) {
    waiting.removeAll { $0 === item }
    if item === currentItem { advanceToNextItem() }
  }
  open func removeAllItems() {
    waiting = []
    replaceCurrentItem(with: nil)
  }
  open func advanceToNextItem() {
    replaceCurrentItem(with: waiting.isEmpty ? nil : waiting.removeFirst())
  }
  override func advance() {
    let hasMore = !waiting.isEmpty
    advanceToNextItem()
    if hasMore { play() }
  }
}
