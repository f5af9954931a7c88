// AVFoundation's names from before Swift 4.2.

@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.ambient")
public var AVAudioSessionCategoryAmbient: AVAudioSession.Category { .ambient }
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.soloAmbient")
public var AVAudioSessionCategorySoloAmbient: AVAudioSession.Category { .soloAmbient }
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.playback")
public var AVAudioSessionCategoryPlayback: AVAudioSession.Category { .playback }
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.record")
public var AVAudioSessionCategoryRecord: AVAudioSession.Category { .record }
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.playAndRecord")
public var AVAudioSessionCategoryPlayAndRecord: AVAudioSession.Category { .playAndRecord }
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.multiRoute")
public var AVAudioSessionCategoryMultiRoute: AVAudioSession.Category { .multiRoute }
