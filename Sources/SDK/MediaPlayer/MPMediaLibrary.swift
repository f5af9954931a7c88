import CarobFoundation
import DeviceProtocol

extension NSNotification.Name {
  /// Posted when the library changes. The simulated device's library never does.
  public static let MPMediaLibraryDidChange = NSNotification.Name("MPMediaLibraryDidChangeNotification")
}

public enum MPMediaLibraryAuthorizationStatus: Int, Sendable {
  case notDetermined, denied, restricted, authorized
}

/// The music library of the simulated device: always the same two albums.
open class MPMediaLibrary: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  private static let shared = MPMediaLibrary()
  open class func `default`() -> MPMediaLibrary { shared }

  /// The user's decision; not determined on a fresh device (E-976).
  open class func authorizationStatus() -> MPMediaLibraryAuthorizationStatus {
    switch DeviceServices.permission(.mediaLibrary).status {
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    default: .authorized
    }
  }

  // E-976
  /// Asks the user, once; later calls report the decision. The handler is called once, in a later turn, on
  /// the main thread (on the platform on any thread). Without a usage description the app is terminated.
  open class func requestAuthorization(
    _ handler: @escaping @Sendable (MPMediaLibraryAuthorizationStatus) -> Void
  ) { ask { handler(authorizationStatus()) } }

  private static func ask(_ completion: @escaping @Sendable () -> Void) {
    let key = "NSAppleMusicUsageDescription"
    guard let text = Bundle.main.object(forInfoDictionaryKey: key) as? String else {
      fatalError(
        "the media library is used, but Info.plist has no \(key) string; the system terminates such an app (E-976)"
      )
    }
    DispatchQueue.main.async {
      if authorizationStatus() == .notDetermined {
        DeviceServices.request(.mediaLibrary, text: text) { _ in completion() }
      } else {
        completion()
      }
    }
  }

  // E-976: a query asks the user, but does not wait for the answer.
  /// The songs that the app may see; nil without the user's permission.
  static var permittedSongs: [MPMediaItem]? {
    switch authorizationStatus() {
    case .authorized: return songs
    case .notDetermined:
      if asksForQueries.withLock({ isFirst in
        defer { isFirst = false }
        return isFirst
      }) {
        ask {}
      }
      return nil
    default: return nil
    }
  }
  private static let asksForQueries = Guarded(true)

  open var lastModifiedDate: Date { Date(timeIntervalSinceReferenceDate: 0) }
  open func beginGeneratingLibraryChangeNotifications() {}
  open func endGeneratingLibraryChangeNotifications() {}

  /// The songs in order of album and track.
  static let songs: [MPMediaItem] = [
    (
      "Keyboard Pieces", "The Carob Ensemble",
      [("Prelude", 120.0), ("Fugue", 150), ("Toccata", 180), ("Gigue", 90)]
    ),
    ("Walks", "Pod and Tree", [("Morning", 200), ("Noon", 210), ("Evening", 220)]),
  ].flatMap { album, artist, songs in
    songs.enumerated().map { track, song in
      MPMediaItem(properties: [
        MPMediaItemPropertyTitle: song.0, MPMediaItemPropertyArtist: artist,
        MPMediaItemPropertyAlbumTitle: album, MPMediaItemPropertyAlbumArtist: artist,
        MPMediaItemPropertyGenre: "Classical", MPMediaItemPropertyPlaybackDuration: song.1,
        MPMediaItemPropertyAlbumTrackNumber: track + 1,
        MPMediaItemPropertyMediaType: MPMediaType.music.rawValue,
        MPMediaItemPropertyIsCloudItem: false,
        MPMediaItemPropertyPersistentID: identifier(album, track),
      ])
    }
  }

  private static func identifier(_ album: String, _ track: Int) -> UInt64 {
    album.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) } &* 100 &+ UInt64(track + 1)
  }
}
