import AudioToolbox
import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// Receives messages about the end of playback. All methods are optional.
public protocol AVAudioPlayerDelegate: NSObjectProtocol, _CarobOptional {
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}
extension AVAudioPlayerDelegate {
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}

/// Plays audio without sound, and warns about it once. Times, states and delegate messages are those of a
/// real player.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
  // @unchecked because apps use it on the main thread, where its callbacks also run.

  public let url: URL?
  public let data: Data?
  open weak var delegate: (any AVAudioPlayerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any AVAudioPlayerDelegate)?

  /// A player without audio, which apps create as a placeholder (E-802).
  public override init() {
    url = nil
    data = nil
    duration = 0
    super.init()
  }
  /// Creates a player for a file; throws if the file cannot be read.
  public init(contentsOf url: URL, fileTypeHint: String? = nil) throws {
    let data = try Data(contentsOf: url)
    self.url = url
    self.data = nil
    duration = SimulatedPlayback.duration(of: data) ?? SimulatedPlayback.duration
    super.init()
  }
  public convenience init(contentsOf url: URL) throws { try self.init(contentsOf: url, fileTypeHint: nil) }

  public init(data: Data, fileTypeHint: String? = nil) throws {
    url = nil
    self.data = data
    duration = SimulatedPlayback.duration(of: data) ?? SimulatedPlayback.duration
    super.init()
  }
  public convenience init(data: Data) throws { try self.init(data: data, fileTypeHint: nil) }

  /// The duration in seconds of a WAVE or MPEG-4 file; 10 for other formats, whose duration is unknown.
  public let duration: TimeInterval
  open private(set) var isPlaying = false
  /// The volume, from 0 to 1: the device is silent, and a change is only recorded (E-1032).
  open var volume: Float = 1 {
    didSet { if volume != oldValue { SimulatedPlayback.noteSound("volume", volume, self) } }
  }
  /// The position from -1, left, to 1, right; recorded as `volume` is.
  open var pan: Float = 0 {
    didSet { if pan != oldValue { SimulatedPlayback.noteSound("pan", pan, self) } }
  }
  open var enableRate = false
  open var rate: Float = 1 { didSet { if isPlaying { restart() } } }
  /// The number of repetitions; a negative number means endless.
  open var numberOfLoops = 0
  open var isMeteringEnabled = false {
    didSet {
      if isMeteringEnabled {
        unimplemented("AVAudioPlayer.isMeteringEnabled (the levels are always -160 dB)")
      }
    }
  }
  open func updateMeters() {}
  open func averagePower(forChannel channel: Int) -> Float { -160 }
  open func peakPower(forChannel channel: Int) -> Float { -160 }
  open var numberOfChannels: Int { 2 }

  open var currentTime: TimeInterval {
    get { isPlaying ? base + (Clock.now - start) * speed : base }
    set {
      base = min(max(0, newValue), duration)
      start = Clock.now
      if isPlaying { restart() }
    }
  }

  @discardableResult open func prepareToPlay() -> Bool { true }

  @discardableResult
  open func play() -> Bool {
    if url == nil, data == nil { return false }
    unimplemented("AVAudioPlayer (it plays without sound)")
    guard !isPlaying else { return true }
    loopsLeft = numberOfLoops
    isPlaying = true
    restart()
    return true
  }
  @discardableResult open func play(atTime time: TimeInterval) -> Bool { play() }

  /// Pauses; `play()` continues at the current time.
  open func pause() {
    base = currentTime
    isPlaying = false
    endTimer?.invalidate()
  }

  /// Pauses like `pause()` and undoes `prepareToPlay()`.
  open func stop() { pause() }

  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) { self.volume = volume }

  // MARK: - Inside

  private var base = 0.0
  private var start = 0.0
  private var loopsLeft = 0
  private var endTimer: Timer?
  private var speed: Double { enableRate ? Double(rate) : 1 }

  private func restart() {
    endTimer?.invalidate()
    start = Clock.now
    let timer = Timer(timeInterval: max(0, duration - base) / max(speed, 0.01), repeats: false) {
      [weakSelf = ZeroingElement(self)] _ in weakSelf.object?.finish()
    }
    RunLoop.main.add(timer, forMode: .common)
    endTimer = timer
  }

  private func finish() {
    base = 0
    if loopsLeft != 0 {
      loopsLeft -= 1
      return restart()
    }
    isPlaying = false
    guard let delegate, Runtime.answers(delegate, "audioPlayerDidFinishPlaying:successfully:") else { return }
    Journal.deliver(
      .delegate, "audioPlayerDidFinishPlaying(_:successfully:)", to: delegate, from: self
    ) { delegate.audioPlayerDidFinishPlaying(self, successfully: true) }
  }

  deinit { endTimer?.invalidate() }
}
