import CarobFoundation
import CarobRuntime

public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

/// The app's audio behaviour relative to other apps. The settings are only stored: the device makes no
/// sound, is never interrupted and has no other audio.
open class AVAudioSession: NSObject, @unchecked Sendable {
  // @unchecked because the lock guards the state.
  public struct Category: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
  }
  public struct Mode: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
  }
  public struct CategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    public static let duckOthers = CategoryOptions(rawValue: 2)
    public static let allowBluetooth = CategoryOptions(rawValue: 4)
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    public static let allowAirPlay = CategoryOptions(rawValue: 64)
  }
  public struct SetActiveOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }
  public enum InterruptionType: UInt, Sendable {
    case ended, began
  }
  public struct InterruptionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }
  public enum SilenceSecondaryAudioHintType: UInt, Sendable { case end, begin }
  public enum RecordPermission: UInt, Sendable {
    case undetermined = 0x756E_6474
    case denied = 0x6465_6E79
    case granted = 0x6772_6E74
  }

  private static let shared = AVAudioSession()
  open class func sharedInstance() -> AVAudioSession { shared }

  private struct State {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
  }
  private let state = Guarded(State())

  open var category: Category { state.withLock { $0.category } }
  open var mode: Mode { state.withLock { $0.mode } }
  open var categoryOptions: CategoryOptions { state.withLock { $0.options } }

  open func setCategory(_ category: Category) throws { try setCategory(category, mode: .default) }
  open func setCategory(_ category: Category, options: CategoryOptions) throws {
    try setCategory(category, mode: .default, options: options)
  }
  open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
    state.withLock { $0 = State(category: category, mode: mode, options: options) }
  }
  open func setMode(_ mode: Mode) throws { state.withLock { $0.mode = mode } }
  open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}

  open var isOtherAudioPlaying: Bool { false }
  open var secondaryAudioShouldBeSilencedHint: Bool { false }
  open var outputVolume: Float { 1 }
  open var isInputAvailable: Bool { false }
  open var recordPermission: RecordPermission { .denied }

  /// Calls the handler later with false, because the device has no microphone.
  open func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
    unimplemented("AVAudioSession.requestRecordPermission (the device has no microphone)")
    DispatchQueue.main.async { response(false) }
  }

  public class var interruptionNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionInterruptionNotification")
  }
  public class var routeChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRouteChangeNotification")
  }
  public class var silenceSecondaryAudioHintNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionSilenceSecondaryAudioHintNotification")
  }
  public class var mediaServicesWereResetNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")
  }
}
