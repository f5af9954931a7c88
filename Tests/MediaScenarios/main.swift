import AVKit
import CarobFoundation
import CarobRuntime
import DeviceProtocol
import Glibc
import MediaPlayer

@testable import UIKit

// Playback in time: each scenario prints its timeline, and MediaTests compares it.

// The user allowed access to the media library.
DeviceServices.connect(
  permissions: [Permission(kind: .mediaLibrary, status: .allowed)], send: nil)

let begun = Clock.now

/// Prints an event with the seconds since the start.
func note(_ event: String) { print("\(rounded(Clock.now - begun)) \(event)") }

func rounded(_ seconds: Double) -> Double { (seconds * 100).rounded() / 100 }

func wait(_ seconds: Double) {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date() < end { RunLoop.main.run(mode: .default, before: end) }
}

/// Prints each change of the keys that it observes.
final class Watcher: NSObject {
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    let value = change?[.newKey].map { " = \($0)" } ?? ""
    note("\(keyPath ?? "")\(value)")
  }
}

switch CommandLine.arguments.dropFirst().first {
case "music": music()
case "music-silent": musicWithoutGenerating()
case "library": library()
case "refused": refused()
case "asking": asking()
case "player": player()
case "queue": queue()
case "missing": missing()
case "ready": ready()
case "audio": audio()
case "sounds": sounds()
case "soundEvents": soundEvents()
case "picker": picker()
case "full-screen": fullScreen()
case "movie": movie()
case "sound": sound()
case let name: fatalError("no scenario \(name ?? "")")
}

/// S-01: a player that posts notifications only when asked to.
@MainActor func music() {
  let player = MPMusicPlayerController.systemMusicPlayer
  let center = NotificationCenter.default
  let names: [Notification.Name] = [
    .MPMusicPlayerControllerNowPlayingItemDidChange, .MPMusicPlayerControllerPlaybackStateDidChange,
    .MPMusicPlayerControllerQueueDidChange,
  ]
  let tokens = names.map { name in
    center.addObserver(forName: name, object: player, queue: nil) { notification in
      guard let player = notification.object as? MPMusicPlayerController else { return }
      let what = name.rawValue.replacing("MPMusicPlayerController", with: "").replacing(
        "Notification", with: "")
      note("\(what): \(player.nowPlayingItem?.title ?? "nothing"), \(player.playbackState)")
    }
  }
  player.beginGeneratingPlaybackNotifications()
  player.skipToNextItem()
  player.play()
  wait(40)
  note("at \(rounded(player.currentPlaybackTime))")
  player.pause()
  wait(100)
  note("at \(rounded(player.currentPlaybackTime))")
  player.play()
  wait(111)
  player.setQueue(with: MPMediaItemCollection(items: Array((MPMediaQuery.songs().items ?? []).suffix(1))))
  player.skipToNextItem()
  note("index \(player.indexOfNowPlayingItem == NSNotFound ? "not found" : "found")")
  player.endGeneratingPlaybackNotifications()
  player.setQueue(with: .songs())
  for token in tokens { center.removeObserver(token) }
}

/// M-4: notifications were not enabled.
@MainActor func musicWithoutGenerating() {
  let token = NotificationCenter.default.addObserver(
    forName: .MPMusicPlayerControllerNowPlayingItemDidChange, object: nil, queue: nil
  ) { _ in note("heard") }
  for _ in 0..<2 { MPMusicPlayerController.systemMusicPlayer.skipToNextItem() }
  NotificationCenter.default.removeObserver(token)
}

@MainActor func refused() {
  for status in [PermissionStatus.notDetermined, .denied, .restricted, .allowed] {
    DeviceServices.connect(permissions: [Permission(kind: .mediaLibrary, status: status)], send: nil)
    let songs = status == .notDetermined ? nil : MPMediaQuery.songs().items
    print("\(MPMediaLibrary.authorizationStatus()): \(songs.map { "\($0.count) songs" } ?? "no songs")")
  }
}

/// This program has no usage description.
func asking() {
  DeviceServices.connect(permissions: [], send: nil)
  MPMediaLibrary.requestAuthorization { print("\($0)") }
}

func library() {
  let query = MPMediaQuery.albums()
  for album in query.collections ?? [] {
    print("\(album.representativeItem?.albumTitle ?? ""): \(album.count)")
  }
  query.addFilterPredicate(
    MPMediaPropertyPredicate(value: "o", forProperty: MPMediaItemPropertyTitle, comparisonType: .contains))
  query.addFilterPredicate(
    MPMediaPropertyPredicate(value: "Walks", forProperty: MPMediaItemPropertyAlbumTitle))
  for song in query.items ?? [] {
    print("\(song.title ?? "") by \(song.artist ?? ""), \(song.playbackDuration)")
  }
  print(MPMediaQuery.playlists().items?.count ?? -1)
}

@MainActor func player() {
  let player = AVPlayer(url: URL(string: "https://example.org/film.mp4")!)
  let watcher = Watcher()
  for key in ["status", "rate", "timeControlStatus"] {
    player.addObserver(watcher, forKeyPath: key, options: .new, context: nil)
  }
  player.addObserver(watcher, forKeyPath: "currentItem.status", options: [.new, .initial], context: nil)
  let observer = player.addPeriodicTimeObserver(
    forInterval: CMTime(seconds: 2.5, preferredTimescale: 600), queue: .main
  ) { note("time \($0.seconds)") }
  let token = NotificationCenter.default.addObserver(
    forName: .AVPlayerItemDidPlayToEndTime, object: player.currentItem, queue: nil
  ) { _ in note("end") }
  player.play()
  note("duration \(player.currentItem?.duration.seconds.isNaN == true ? "unknown" : "known")")
  wait(4)
  player.pause()
  note("duration \(player.currentItem?.duration.seconds ?? -1), at \(player.currentTime().seconds)")
  wait(3)
  player.seek(to: CMTime(value: 4000, timescale: 500))
  player.play()
  wait(5)
  note("at \(player.currentTime().seconds)")
  player.removeTimeObserver(observer)
  for key in ["status", "rate", "timeControlStatus", "currentItem.status"] {
    player.removeObserver(watcher, forKeyPath: key)
  }
  NotificationCenter.default.removeObserver(token)
}

@MainActor func queue() {
  let items = ["one", "two"].map { AVPlayerItem(url: URL(string: "https://example.org/\($0).mp4")!) }
  let player = AVQueuePlayer(items: items)
  let token = NotificationCenter.default.addObserver(
    forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: nil
  ) { notification in
    let item = notification.object as? AVPlayerItem
    note("end of \(MainActor.assumeIsolated { ((item?.asset as? AVURLAsset)?.url.lastPathComponent) ?? "" })")
  }
  player.play()
  wait(30)
  note("\(player.items().count) left, \(player.timeControlStatus)")
  NotificationCenter.default.removeObserver(token)
}

@MainActor func missing() {
  let url = URL(fileURLWithPath: "/nowhere/film.mp4")
  let item = AVPlayerItem(url: url)
  let player = AVPlayer(playerItem: item)
  player.play()
  wait(2)
  note("\(item.status), \((item.error as NSError?)?.domain ?? "no error"), \(player.timeControlStatus)")
  do {
    _ = try AVAudioPlayer(contentsOf: url)
    note("made")
  } catch {
    note("cannot be read")
  }
}

/// S-11: a view stays hidden until the first frame is ready.
@MainActor func ready() {
  let controller = AVPlayerViewController()
  let layer = AVPlayerLayer(player: nil)
  let watcher = Watcher()
  controller.addObserver(watcher, forKeyPath: "readyForDisplay", options: .new, context: nil)
  controller.addObserver(watcher, forKeyPath: "isReadyForDisplay", options: [], context: nil)
  layer.addObserver(watcher, forKeyPath: "readyForDisplay", options: [.new, .initial], context: nil)
  let observation = layer.observe(_kp(\AVPlayerLayer.isReadyForDisplay, "readyForDisplay")) { layer, _ in
    note("closure: \(layer.isReadyForDisplay)")
  }
  let player = AVPlayer(url: URL(string: "https://example.org/film.mp4")!)
  controller.player = player
  layer.player = player
  wait(0.7)
  note("not yet: \(controller.isReadyForDisplay)")
  wait(0.1)
  note("now: \(controller.isReadyForDisplay)")
  controller.player = nil
  wait(1)
  controller.removeObserver(watcher, forKeyPath: "readyForDisplay")
  controller.removeObserver(watcher, forKeyPath: "isReadyForDisplay")
  layer.removeObserver(watcher, forKeyPath: "readyForDisplay")
  observation.invalidate()
}

private final class AudioDelegate: NSObject, AVAudioPlayerDelegate {
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(
        has: "audioPlayerDidFinishPlaying:successfully:", "audioPlayerDidFinishPlaying(_:successfully:)", 1)
    ]
  }
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    note("finished \(flag), playing \(player.isPlaying), at \(player.currentTime)")
  }
}

/// Two seconds of audio, played silently.
@MainActor func audio() {
  func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) } }
  let format = bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(8000, 4) + bytes(1, 2) + bytes(8, 2)
  let data = Data(
    Array("RIFF".utf8) + bytes(0, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + format + Array("data".utf8)
      + bytes(16000, 4) + [UInt8](repeating: 128, count: 16000))
  guard let player = try? AVAudioPlayer(data: data) else { return note("not made") }
  let delegate = AudioDelegate()
  player.delegate = delegate
  note("lasts \(player.duration)")
  player.play()
  wait(0.5)
  player.pause()
  note("at \(rounded(player.currentTime)), playing \(player.isPlaying)")
  wait(5)
  player.play()
  wait(3)
  player.numberOfLoops = 1
  player.play()
  wait(5)
  player.numberOfLoops = 0
  player.play()
  player.stop()
  wait(5)
}

/// E-839: system sounds end after a while.
@MainActor func sounds() {
  AudioServicesPlaySystemSoundWithCompletion(1000) { note("played") }
  AudioServicesAddSystemSoundCompletion(
    kSystemSoundID_Vibrate, nil, nil, { sound, _ in note("vibrated \(sound)") }, nil)
  AudioServicesPlayAlertSound(SystemSoundID(kSystemSoundID_Vibrate))
  wait(2)
  AudioServicesRemoveSystemSoundCompletion(kSystemSoundID_Vibrate)
  AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
  wait(2)
  var sound: SystemSoundID = 0
  let missing = NSURL(fileURLWithPath: "/no/sound.wav")
  note("\(AudioServicesCreateSystemSoundID(missing, &sound)), sound \(sound)")
  note("\(AudioServicesDisposeSystemSoundID(sound))")
  note("camera \(AVCaptureDevice.default(for: .video) == nil ? "none" : "there")")
}

private final class SoundEvents: JournalSink {
  func record(_ event: borrowing JournalEvent) {
    guard let sound = event.detail.first(where: { $0.key == "sound" })?.value else { return }
    note("\(event.name) of \(sound) \(event.outcome)\(event.cause == 0 ? "" : ", caused")")
  }
  func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {}
}

/// E-1106: sounds are events of the trace, and their ends are caused by them.
@MainActor func soundEvents() {
  Journal.start(SoundEvents())
  AudioServicesPlaySystemSoundWithCompletion(1000) {}
  AudioServicesPlayAlertSound(kSystemSoundID_Vibrate)
  wait(2)
  Journal.stop()
}

private final class PickerDelegate: NSObject, MPMediaPickerControllerDelegate {
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "mediaPicker:didPickMediaItems:", "mediaPicker(_:didPickMediaItems:)", 2),
      .init(has: "mediaPickerDidCancel:", "mediaPickerDidCancel(_:)", 1),
    ]
  }
  func mediaPicker(
    _ mediaPicker: MPMediaPickerController, didPickMediaItems mediaItemCollection: MPMediaItemCollection
  ) { note("picked " + mediaItemCollection.items.compactMap(\.title).joined(separator: ", ")) }
  func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) { note("cancelled") }
}

/// E-841: a list of the library's songs.
@MainActor func picker() {
  let delegate = PickerDelegate()
  for allowsSeveral in [false, true] {
    let picker = MPMediaPickerController(mediaTypes: .music)
    picker.delegate = delegate
    picker.allowsPickingMultipleItems = allowsSeveral
    picker.loadViewIfNeeded()
    guard let stack = picker.children.first as? UINavigationController,
      let list = stack.viewControllers.first as? UITableViewController
    else { return note("no list") }
    list.loadViewIfNeeded()
    note("\(list.tableView(list.tableView, numberOfRowsInSection: 0)) songs")
    for row in [4, 1] { list.tableView(list.tableView, didSelectRowAt: IndexPath(row: row, section: 0)) }
    for item in [list.navigationItem.rightBarButtonItem, list.navigationItem.leftBarButtonItem] {
      item?.primaryAction?.performWithSender(item, target: nil)
    }
  }
}

private final class FullScreenDelegate: NSObject, AVPlayerViewControllerDelegate {
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(
        has: "playerViewController:willBeginFullScreenPresentationWithAnimationCoordinator:",
        "playerViewController(_:willBeginFullScreenPresentationWithAnimationCoordinator:)", 2),
      .init(
        has: "playerViewController:willEndFullScreenPresentationWithAnimationCoordinator:",
        "playerViewController(_:willEndFullScreenPresentationWithAnimationCoordinator:)", 2),
    ]
  }
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willBeginFullScreenPresentationWithAnimationCoordinator coordinator:
      any UIViewControllerTransitionCoordinator
  ) {
    note("will begin")
    coordinator.animate(alongsideTransition: nil) { _ in note("began") }
  }
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willEndFullScreenPresentationWithAnimationCoordinator coordinator:
      any UIViewControllerTransitionCoordinator
  ) {
    note("will end")
    coordinator.animate(alongsideTransition: nil) { _ in note("ended") }
  }
}

/// E-1031: a player inside a screen, then one that is presented.
@MainActor func fullScreen() {
  TurnCommitter.shared.start()
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
  let root = UIViewController()
  window.rootViewController = root
  window.makeKeyAndVisible()
  let delegate = FullScreenDelegate()
  func controller() -> AVPlayerViewController {
    let controller = AVPlayerViewController()
    controller.showsPlaybackControls = false
    controller.player = AVPlayer(url: URL(string: "https://example.org/film.mp4")!)
    controller.delegate = delegate
    controller.exitsFullScreenWhenPlaybackEnds = true
    return controller
  }
  func state(_ controller: AVPlayerViewController) {
    let overlay = controller.contentOverlayView?.superview
    note(
      "\(root.presentedViewController.map { $0 === controller ? "player" : "full screen" } ?? "no screen"), "
        + "overlay \(overlay === controller.view ? "inside" : overlay == nil ? "nowhere" : "on the screen"), "
        + "rate \(controller.player?.rate ?? -1)")
  }
  let inner = controller()
  root.addChild(inner)
  inner.view.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
  root.view.addSubview(inner.view)
  inner.didMove(toParent: root)
  inner.player?.play()
  wait(2)
  state(inner)
  inner.player?.pause()
  inner.entersFullScreenWhenPlaybackBegins = true
  inner.player?.play()
  wait(1)
  state(inner)
  let button = root.presentedViewController?.view.subviews.compactMap { $0 as? UIButton }.first
  button?.sendActions(for: .primaryActionTriggered)
  wait(1)
  state(inner)
  inner.player?.play()
  wait(10)
  state(inner)
  let presented = controller()
  root.present(presented, animated: false)
  presented.player?.play()
  wait(1)
  state(presented)
  wait(11)
  state(presented)
}

func box(_ type: String, _ body: [UInt8]) -> [UInt8] { big(8 + body.count, 4) + Array(type.utf8) + body }
func big(_ number: Int, _ count: Int) -> [UInt8] {
  (0..<count).reversed().map { UInt8(number >> (8 * $0) & 0xFF) }
}

/// The header of a film of 2.5 s, 640 × 360 points, stored turned by 90 degrees.
func filmHeader() -> Data {
  func track(_ kind: String, _ width: Int, _ height: Int) -> [UInt8] {
    let matrix = [0, 1 << 16, 0, -1 << 16, 0, 0, 0, 0, 1 << 30].flatMap { big($0, 4) }
    let header = big(0, 40) + matrix + big(width << 16, 4) + big(height << 16, 4)
    return box(
      "trak", box("tkhd", header) + box("mdia", box("hdlr", big(0, 8) + Array(kind.utf8) + big(0, 12))))
  }
  let length = box("mvhd", big(0, 12) + big(600, 4) + big(1500, 4) + big(0, 80))
  return Data(
    box("ftyp", Array("isom".utf8) + big(0, 4)) + box("mdat", big(0, 100))
      + box("moov", length + track("soun", 0, 0) + track("vide", 360, 640)))
}

/// E-1030
@MainActor func movie() {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("Film-\(getpid()).mp4")
  defer { try? FileManager.default.removeItem(at: url) }
  do { try filmHeader().write(to: url) } catch { return note("not written") }
  let player = AVPlayer(url: url)
  let layer = AVPlayerLayer(player: player)
  layer.bounds = CGRect(x: 0, y: 0, width: 320, height: 320)
  let controller = AVPlayerViewController()
  controller.player = player
  controller.view.bounds = layer.bounds
  print("\(layer.videoRect), \(player.currentItem?.presentationSize ?? .zero)")
  player.play()
  wait(1)
  print("\(player.currentItem?.duration.seconds ?? 0) s, \(player.currentItem?.presentationSize ?? .zero)")
  for gravity in [AVLayerVideoGravity.resizeAspect, .resizeAspectFill, .resize] {
    (layer.videoGravity, controller.videoGravity) = (gravity, gravity)
    print("\(layer.videoRect), \(layer.videoRect == controller.videoBounds)")
  }
  wait(3)
  print("rate \(player.rate), at \(player.currentTime().seconds), ready \(layer.isReadyForDisplay)")
}

private final class SoundChanges: JournalSink {
  func record(_ event: borrowing JournalEvent) {
    guard let value = event.detail.first(where: { $0.key == "value" })?.value else { return }
    print("\(event.receiver ?? "nobody") \(event.name) \(value) \(event.outcome)")
  }
  func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {}
}

/// E-1032: only changes are recorded.
@MainActor func sound() {
  Journal.start(SoundChanges())
  let player = AVPlayer()
  for volume in [1, 0.5, 0.5, 0] { player.volume = Float(volume) }
  let audio = AVAudioPlayer()
  audio.pan = -1
  audio.volume = 0.25
  audio.pan = 0
  Journal.stop()
  player.volume = 1
}
