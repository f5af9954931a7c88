import CarobFoundation

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

  /// Always authorized, without asking the user.
  open class func authorizationStatus() -> MPMediaLibraryAuthorizationStatus { .authorized }
  open class func requestAuthorization(
    _ handler: @escaping @Sendable (MPMediaLibraryAuthorizationStatus) -> Void
  ) { DispatchQueue.main.async { handler(.authorized) } }
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
