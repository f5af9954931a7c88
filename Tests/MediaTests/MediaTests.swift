import AVFoundation
import AudioToolbox
import CarobFoundation
import ChildProcess
import TestSupport
import Testing

/// Simulated players, in processes of their own and in virtual time.
@Suite struct MediaTests {
  private struct Outcome {
    let lines: [String]
    let warnings: [String]
  }

  private func run(_ scenario: String) throws -> Outcome {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let ours = [
      "CAROB_VIRTUAL": "1", "LD_PRELOAD": folder.appendingPathComponent("libCarobVirtualTime.so").path,
      "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
    ]
    let outcome = try ChildProcess.run(
      [folder.appendingPathComponent("MediaScenarios").path, scenario],
      environment: ProcessInfo.processInfo.environment.merging(ours) { $1 })
    let lines = { (text: String) in text.split(separator: "\n").map(String.init) }
    return Outcome(
      lines: lines(outcome.text),
      warnings: lines(outcome.errorText).map { $0.replacing(/main.swift:\d+/, with: "<place>") })
  }

  private static let playerIsSilent =
    "carob: warning: unimplemented: AVPlayer (no sound or picture; items become ready after 0.75 s, and last 10 s if "
    + "their length is unknown)"

  @Test(.rule("E-802")) func `a player without audio does not play`() {
    let player = AVAudioPlayer()
    #expect(player.play() == false)
    #expect(!player.isPlaying && player.duration == 0)
  }

  // MARK: MediaPlayer

  @Test(.rule("S-1", "F-1", "M-4"))
  func `the music player advances in time and posts only between beginGenerating and endGenerating`() throws {
    let outcome = try run("music")
    #expect(
      outcome.lines == [
        "0.0 NowPlayingItemDidChange: Fugue, stopped",
        "0.0 PlaybackStateDidChange: Fugue, playing",
        "40.0 at 40.0",
        "40.0 PlaybackStateDidChange: Fugue, paused",
        "140.0 at 40.0",
        "140.0 PlaybackStateDidChange: Fugue, playing",
        "250.0 NowPlayingItemDidChange: Toccata, playing",
        "251.0 QueueDidChange: Evening, playing",
        "251.0 NowPlayingItemDidChange: Evening, playing",
        "251.0 NowPlayingItemDidChange: nothing, playing",
        "251.0 PlaybackStateDidChange: nothing, stopped",
        "251.0 index not found",
      ])
    #expect(
      outcome.warnings == [
        "carob: warning: unimplemented: MPMusicPlayerController (it plays without sound)",
        "carob: <place>: warning: MPMusicPlayerController posts "
          + "MPMusicPlayerControllerQueueDidChangeNotification only after beginGeneratingPlaybackNotifications() is called",
        "carob: <place>: warning: MPMusicPlayerController posts "
          + "MPMusicPlayerControllerNowPlayingItemDidChangeNotification only after beginGeneratingPlaybackNotifications() "
          + "is called",
      ])
  }

  @Test(.rule("M-4")) func `observing a player that does not generate notifications is explained once`()
    throws
  {
    let outcome = try run("music-silent")
    #expect(outcome.lines == [])
    #expect(
      outcome.warnings == [
        "carob: <place>: warning: MPMusicPlayerController posts "
          + "MPMusicPlayerControllerNowPlayingItemDidChangeNotification only after beginGeneratingPlaybackNotifications() "
          + "is called"
      ])
  }

  @Test func `the library is queried by albums and properties, and has no playlists`() throws {
    let outcome = try run("library")
    #expect(
      outcome.lines == [
        "Keyboard Pieces: 4", "Walks: 3", "Morning by Pod and Tree, 200.0", "Noon by Pod and Tree, 210.0",
        "0",
      ])
    #expect(
      outcome.warnings == [
        "carob: warning: unimplemented: MPMediaQuery.playlists() (the device has no playlists)"
      ])
  }

  @Test(.rule("E-976")) func `the library has no songs without the user's permission`() throws {
    let outcome = try run("refused")
    #expect(
      outcome.lines == [
        "notDetermined: no songs", "denied: no songs", "restricted: no songs", "authorized: 7 songs",
      ])
  }

  @Test(.rule("E-976")) func `an app that asks without a usage description is terminated`() throws {
    let outcome = try run("asking")
    #expect(outcome.lines == [])
    #expect(outcome.warnings.contains { $0.contains("NSAppleMusicUsageDescription") })
  }

  // MARK: AVFoundation

  @Test(.rule("F-82", "F-84", "F-92"))
  func `a player waits for its item, plays in time, pauses, seeks and ends`() throws {
    let outcome = try run("player")
    #expect(
      outcome.lines == [
        "0.0 currentItem.status = 0",
        "0.0 rate = 1.0",
        "0.0 timeControlStatus = 1",
        "0.0 duration unknown",
        "0.75 currentItem.status = 1",
        "0.75 timeControlStatus = 2",
        "0.75 time 0.0",
        "3.25 time 2.5",
        "4.0 rate = 0.0",
        "4.0 timeControlStatus = 0",
        "4.0 duration 10.0, at 3.25",
        "4.0 time 3.25",
        "7.0 rate = 1.0",
        "7.0 timeControlStatus = 2",
        "7.0 time 8.0",
        "7.0 time 8.0",
        "9.0 rate = 0.0",
        "9.0 timeControlStatus = 0",
        "9.0 end",
        "9.0 time 10.0",
        "12.0 at 10.0",
      ])
    #expect(outcome.warnings == [Self.playerIsSilent])
  }

  @Test func `a queue player plays its items in sequence`() throws {
    let outcome = try run("queue")
    #expect(outcome.lines == ["10.75 end of one.mp4", "21.5 end of two.mp4", "30.0 0 left, paused"])
    #expect(outcome.warnings == [Self.playerIsSilent])
  }

  @Test func `an item for a missing file fails and is never played`() throws {
    let outcome = try run("missing")
    #expect(
      outcome.lines == [
        "2.0 failed, AVFoundationErrorDomain, waitingToPlayAtSpecifiedRate", "2.0 cannot be read",
      ])
    #expect(outcome.warnings == [Self.playerIsSilent])
  }

  @Test(.rule("S-11", "F-84", "F-93"))
  func `a controller and a layer are ready for display when the player's item is`() throws {
    let outcome = try run("ready")
    #expect(
      outcome.lines == [
        "0.0 readyForDisplay = 0",
        "0.7 not yet: false",
        "0.75 readyForDisplay = 1",
        "0.75 isReadyForDisplay",
        "0.75 readyForDisplay = 1",
        "0.75 closure: true",
        "0.8 now: true",
        "0.8 readyForDisplay = 0",
        "0.8 isReadyForDisplay",
      ])
    #expect(outcome.warnings == [Self.playerIsSilent])
  }

  @Test func `an audio player plays silently for the duration of the file and warns about it`() throws {
    let outcome = try run("audio")
    #expect(
      outcome.lines == [
        "0.0 lasts 2.0",
        "0.5 at 0.5, playing false",
        "7.0 finished true, playing false, at 0.0",
        "12.5 finished true, playing false, at 0.0",
      ])
    #expect(
      outcome.warnings == ["carob: warning: unimplemented: AVAudioPlayer (it plays without sound)"])
  }

  @Test(.rule("E-839", "E-840")) func `system sounds end and call their completion and routine`()
    throws
  {
    let outcome = try run("sounds")
    #expect(
      outcome.lines == [
        "0.4 vibrated 4095", "1.0 played", "4.0 -1500, sound 0", "4.0 -1500", "4.0 camera none",
      ])
    #expect(outcome.warnings == [])
  }

  @Test(.rule("E-1106")) func `sounds are events of the trace, and their ends are caused by them`() throws {
    #expect(
      try run("soundEvents").lines == [
        "0.0 AudioServicesPlaySystemSoundWithCompletion(_:_:) of 1000 dropped",
        "0.0 AudioServicesPlayAlertSound(_:) of 4095 dropped", "1.0 {} of 1000 handled, caused",
      ])
  }

  @Test(.rule("E-841")) func `a song picker reports the chosen songs, or that it was cancelled`() throws {
    // Loading the list takes time, so times are not compared.
    let lines = try run("picker").lines.map { $0.drop { $0 != " " }.dropFirst() }
    #expect(
      lines == [
        "7 songs", "picked Morning", "picked Fugue", "cancelled",
        "7 songs", "picked Morning, Fugue", "cancelled",
      ])
  }

  @Test(.rule("E-1030")) func `a film's header says how long it is and how large its picture`() throws {
    let outcome = try run("movie")
    #expect(
      outcome.lines == [
        "(0.0, 0.0, 320.0, 320.0), (0.0, 0.0)",
        "2.5 s, (640.0, 360.0)",
        "(0.0, 70.0, 320.0, 180.0), true",
        "(-124.44444444444446, 0.0, 568.8888888888889, 320.0), true",
        "(0.0, 0.0, 320.0, 320.0), true",
        "rate 0.0, at 2.5, ready true",
      ])
  }

  @Test(.rule("E-1031")) func `a player fills the screen while it plays, as it is configured`() throws {
    let outcome = try run("full-screen")
    #expect(
      outcome.lines == [
        "2.0 no screen, overlay inside, rate 1.0",
        "2.0 will begin", "2.4 began",
        "3.0 full screen, overlay on the screen, rate 1.0",
        // The button Done.
        "3.0 will end", "3.4 ended",
        "4.0 no screen, overlay inside, rate 0.0",
        "4.0 will begin", "4.4 began",
        // The item ends.
        "11.75 will end", "12.15 ended",
        "14.0 no screen, overlay inside, rate 0.0",
        "15.0 player, overlay inside, rate 1.0",
        "24.75 will end", "25.15 ended",
        "26.0 no screen, overlay inside, rate 0.0",
      ])
  }

  @Test(.rule("E-1032")) func `changes of the volume are recorded in the trace`() throws {
    #expect(
      try run("sound").lines == [
        "AVPlayer#1 volume 0.5 dropped", "AVPlayer#1 volume 0.0 dropped",
        "AVAudioPlayer#1 pan -1.0 dropped", "AVAudioPlayer#1 volume 0.25 dropped",
        "AVAudioPlayer#1 pan 0.0 dropped",
      ])
  }

  @Test func `media times have a timescale`() {
    let time = CMTime(seconds: 1.5, preferredTimescale: 600)
    #expect(time.value == 900 && time == CMTime(value: 3, timescale: 2))
    #expect((time + CMTime(value: 1, timescale: 3)).seconds == 1.5 + 1.0 / 3)
    #expect(time - time == .zero && time > .zero && time < .positiveInfinity)
    #expect(!CMTime.invalid.isValid && CMTime.indefinite.seconds.isNaN && CMTimeGetSeconds(time) == 1.5)
    #expect(
      AVMakeRect(
        aspectRatio: CGSize(width: 2, height: 1), insideRect: CGRect(x: 0, y: 0, width: 100, height: 100))
        == CGRect(x: 0, y: 25, width: 100, height: 50))
  }
}

/// Values that need no player.
@Suite struct MediaValueTests {
  @Test(.rule("E-1030")) func `a damaged movie header is not read beyond its end`() {
    let film = Data(
      [0, 0, 0, 40] + Array("moov".utf8) + [0, 0, 0, 32] + Array("mvhd".utf8)
        + [UInt8](repeating: 0, count: 12)
        + [0, 0, 2, 88, 0, 0, 5, 220, 0, 0, 0, 0])
    #expect(MovieHeader(film)?.duration == 2.5 && MovieHeader(film)?.size == nil)
    for length in 0..<film.count {
      let part = MovieHeader(film.prefix(length))
      #expect(length < 36 ? part?.duration == nil : part?.duration == 2.5)
    }
    for at in 0..<film.count {
      for byte in [0, 1, 127, 255] as [UInt8] {
        var damaged = film
        damaged[at] = byte
        _ = MovieHeader(damaged)
      }
    }
    #expect(MovieHeader(Data("RIFF....WAVE".utf8)) == nil)
  }

  @Test func `an export fails with an error, because nothing is decoded`() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere.mov"))
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
    session.outputFileType = .mp4
    #expect(session.status == .unknown)
    await session.export()
    #expect(session.status == .failed && session.error != nil)
  }

  @Test func `a time range has an end and contains the times before it`() {
    let start = CMTimeMakeWithSeconds(2, preferredTimescale: 600)
    let range = CMTimeRangeMake(start: start, duration: CMTimeMake(value: 3, timescale: 1))
    #expect(CMTimeGetSeconds(range.end) == 5)
    #expect(range.containsTime(start) && !range.containsTime(range.end))
    #expect(range == CMTimeRange(start: start, end: range.end) && !range.isEmpty && CMTimeRange.zero.isEmpty)
  }
}
