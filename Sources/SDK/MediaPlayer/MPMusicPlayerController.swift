import CarobFoundation
@_spi(Hazards) import CarobRuntime

extension NSNotification.Name {
  public static let MPMusicPlayerControllerPlaybackStateDidChange = NSNotification.Name(
    "MPMusicPlayerControllerPlaybackStateDidChangeNotification")
  public static let MPMusicPlayerControllerNowPlayingItemDidChange = NSNotification.Name(
    "MPMusicPlayerControllerNowPlayingItemDidChangeNotification")
  public static let MPMusicPlayerControllerVolumeDidChange = NSNotification.Name(
    "MPMusicPlayerControllerVolumeDidChangeNotification")
  public static let MPMusicPlayerControllerQueueDidChange = NSNotification.Name(
    "MPMusicPlayerControllerQueueDidChangeNotification")
}

public enum MPMusicPlaybackState: Int, Sendable {
  case stopped, playing, paused, interrupted, seekingForward, seekingBackward
}
public enum MPMusicRepeatMode: Int, Sendable { case `default`, none, one, all }
public enum MPMusicShuffleMode: Int, Sendable { case `default`, off, songs, albums }

/// A queue of songs to play.
open class MPMusicPlayerQueueDescriptor: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  let items: [MPMediaItem]
  init(_ items: [MPMediaItem]) {
    self.items = items
    super.init()
  }
}
open class MPMusicPlayerMediaItemQueueDescriptor: MPMusicPlayerQueueDescriptor, @unchecked Sendable {
  // @unchecked because it is immutable.
  public init(itemCollection: MPMediaItemCollection) { super.init(itemCollection.items) }
  public init(query: MPMediaQuery) { super.init(query.items ?? []) }
}

/// A music player with a queue, a current song that advances in time, and notifications for apps that
/// request them.
///
/// It plays without sound and warns about it once. `systemMusicPlayer` is the device's own player: at first
/// its queue contains the whole library and its current song is the first one.
open class MPMusicPlayerController: NSObject, @unchecked Sendable {
  // @unchecked because apps use it on the main thread, on which it also posts.

  private static let system: MPMusicPlayerController = {
    let player = MPMusicPlayerController()
    player.queue = MPMediaLibrary.songs
    player.installDeviceCommands()
    return player
  }()
  private static let application: MPMusicPlayerApplicationController = {
    let player = MPMusicPlayerApplicationController()
    player.installDeviceCommands()
    return player
  }()

  open class var systemMusicPlayer: MPMusicPlayerController & MPSystemMusicPlayerController { system }
  open class var applicationMusicPlayer: MPMusicPlayerController { application }
  open class var applicationQueuePlayer: MPMusicPlayerApplicationController { application }

  // MARK: The queue

  fileprivate var queue: [MPMediaItem] = []
  private var index = 0

  open func setQueue(with query: MPMediaQuery) { setQueue(query.items ?? []) }
  open func setQueue(with itemCollection: MPMediaItemCollection) { setQueue(itemCollection.items) }
  open func setQueue(with descriptor: MPMusicPlayerQueueDescriptor) { setQueue(descriptor.items) }
  open func setQueue(with storeIDs: [String]) {
    unimplemented("MPMusicPlayerController.setQueue(with: storeIDs) (the device has no store)")
  }

  private func setQueue(_ items: [MPMediaItem]) {
    let old = nowPlayingItem
    queue = items
    index = 0
    currentPlaybackTime = 0
    post(.MPMusicPlayerControllerQueueDidChange)
    if old !== nowPlayingItem { post(.MPMusicPlayerControllerNowPlayingItemDidChange) }
  }

  open var nowPlayingItem: MPMediaItem? {
    get { queue.indices.contains(index) ? queue[index] : nil }
    set {
      guard let newValue, let place = queue.firstIndex(where: { $0.persistentID == newValue.persistentID })
      else { return }
      go(to: place)
    }
  }
  open var indexOfNowPlayingItem: Int { queue.indices.contains(index) ? index : NSNotFound }

  // MARK: Playing

  open private(set) var playbackState = MPMusicPlaybackState.stopped
  open var repeatMode = MPMusicRepeatMode.default
  open var shuffleMode = MPMusicShuffleMode.default {
    didSet {
      if shuffleMode != .off, shuffleMode != .default {
        unimplemented("MPMusicPlayerController.shuffleMode (the queue keeps its order)")
      }
    }
  }

  open func play() {
    unimplemented("MPMusicPlayerController (it plays without sound)")
    guard nowPlayingItem != nil else { return }
    change(to: .playing)
  }
  open func pause() { if playbackState == .playing { change(to: .paused) } }
  open func stop() {
    change(to: .stopped)
    currentPlaybackTime = 0
  }
  open func prepareToPlay() {}
  open func prepareToPlay(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    DispatchQueue.main.async { completionHandler(nil) }
  }
  open var isPreparedToPlay: Bool { nowPlayingItem != nil }

  open func skipToNextItem() {
    let next = index + 1
    if next < queue.count || repeatMode == .all {
      go(to: queue.isEmpty ? 0 : next % queue.count)
    } else {
      // There is no song after the last one.
      go(to: queue.count)
      change(to: .stopped)
    }
  }
  open func skipToPreviousItem() { go(to: max(0, index - 1)) }
  open func skipToBeginning() { currentPlaybackTime = 0 }
  open func beginSeekingForward() { unimplemented("MPMusicPlayerController.beginSeekingForward()") }
  open func beginSeekingBackward() { unimplemented("MPMusicPlayerController.beginSeekingBackward()") }
  open func endSeeking() {}

  /// The time in seconds since the beginning of the song.
  open var currentPlaybackTime: TimeInterval {
    get { playbackState == .playing ? base + (Clock.now - start) : base }
    set {
      (base, start) = (newValue, Clock.now)
      schedule()
    }
  }
  open var currentPlaybackRate: Float { playbackState == .playing ? 1 : 0 }

  // MARK: Notifications

  private var generators = 0

  /// Starts posting notifications of changes. Calls are counted, and each needs a matching end.
  open func beginGeneratingPlaybackNotifications() { generators += 1 }
  open func endGeneratingPlaybackNotifications() { generators = max(0, generators - 1) }

  // MARK: - Inside

  /// Lets Control Center or a script control this player.
  private func installDeviceCommands() {
    DeviceSwitches.installMusicPlayer { [unowned self] command in
      if nowPlayingItem == nil { return "the app's music player has nothing to play" }
      switch command {
      case .play: play()
      case .pause: pause()
      case .stop: stop()
      case .next: skipToNextItem()
      case .previous: skipToPreviousItem()
      }
      return nil
    }
  }

  private var base = 0.0
  private var start = 0.0
  private var endTimer: Timer?

  private func change(to state: MPMusicPlaybackState) {
    guard state != playbackState else { return }
    base = currentPlaybackTime
    start = Clock.now
    playbackState = state
    schedule()
    post(.MPMusicPlayerControllerPlaybackStateDidChange)
  }

  private func go(to place: Int) {
    let old = nowPlayingItem
    index = place
    currentPlaybackTime = 0
    if old !== nowPlayingItem { post(.MPMusicPlayerControllerNowPlayingItemDidChange) }
  }

  /// Schedules the end of the song.
  private func schedule() {
    endTimer?.invalidate()
    endTimer = nil
    guard playbackState == .playing, let song = nowPlayingItem else { return }
    let timer = Timer(timeInterval: max(0, song.playbackDuration - currentPlaybackTime), repeats: false) {
      [weakSelf = ZeroingElement(self)] _ in
      guard let self = weakSelf.object else { return }
      if self.repeatMode == .one { self.skipToBeginning() } else { self.skipToNextItem() }
    }
    RunLoop.main.add(timer, forMode: .common)
    endTimer = timer
  }

  private func post(_ name: Notification.Name) {
    guard generators > 0 else {
      // M-4
      return NotificationCenter.default.warnIfAwaited(
        name, postedBy: "MPMusicPlayerController", after: "beginGeneratingPlaybackNotifications()")
    }
    NotificationCenter.default.post(name: name, object: self)
  }
}

/// Functions of the device's own player only.
public protocol MPSystemMusicPlayerController {
  func openToPlay(_ queueDescriptor: MPMusicPlayerQueueDescriptor)
}
extension MPMusicPlayerController: MPSystemMusicPlayerController {
  public func openToPlay(_ queueDescriptor: MPMusicPlayerQueueDescriptor) {
    unimplemented("MPSystemMusicPlayerController.openToPlay(_:) (the device has no Music app)")
    setQueue(with: queueDescriptor)
    play()
  }
}

/// The app's own player. Its queue can be changed during playback.
open class MPMusicPlayerApplicationController: MPMusicPlayerController, @unchecked Sendable {
  // @unchecked for the same reason as its superclass.
}
