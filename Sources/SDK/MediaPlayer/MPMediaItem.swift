import CarobFoundation

public typealias MPMediaEntityPersistentID = UInt64

public let MPMediaItemPropertyPersistentID = "persistentID"
public let MPMediaItemPropertyTitle = "title"
public let MPMediaItemPropertyArtist = "artist"
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
public let MPMediaItemPropertyGenre = "genre"
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
public let MPMediaItemPropertyArtwork = "artwork"
public let MPMediaItemPropertyMediaType = "mediaType"
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"

/// Kinds of media.
public struct MPMediaType: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let music = MPMediaType(rawValue: 1)
  public static let podcast = MPMediaType(rawValue: 2)
  public static let audioBook = MPMediaType(rawValue: 4)
  public static let anyAudio = MPMediaType(rawValue: 0xFF)
  public static let anyVideo = MPMediaType(rawValue: 0xFF00)
  public static let any = MPMediaType(rawValue: ~0)
}

/// An entity of the library with properties.
open class MPMediaEntity: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  let properties: [String: Any]
  init(properties: [String: Any]) {
    self.properties = properties
    super.init()
  }
  open func value(forProperty property: String) -> Any? { properties[property] }
  open var persistentID: MPMediaEntityPersistentID {
    properties[MPMediaItemPropertyPersistentID] as? UInt64 ?? 0
  }
  open override func value(forUndefinedKey key: String) -> Any? {
    properties[key] ?? super.value(forUndefinedKey: key)
  }
}

/// A song in the library.
open class MPMediaItem: MPMediaEntity, @unchecked Sendable {
  // @unchecked because it is immutable.
  open var title: String? { properties[MPMediaItemPropertyTitle] as? String }
  open var artist: String? { properties[MPMediaItemPropertyArtist] as? String }
  open var albumTitle: String? { properties[MPMediaItemPropertyAlbumTitle] as? String }
  open var albumArtist: String? { properties[MPMediaItemPropertyAlbumArtist] as? String }
  open var genre: String? { properties[MPMediaItemPropertyGenre] as? String }
  open var albumTrackNumber: Int { properties[MPMediaItemPropertyAlbumTrackNumber] as? Int ?? 0 }
  open var playbackDuration: TimeInterval { properties[MPMediaItemPropertyPlaybackDuration] as? Double ?? 0 }
  open var mediaType: MPMediaType { .music }
  open var isCloudItem: Bool { false }
  open var assetURL: URL? { nil }
}

/// A group of songs, such as an album or a playlist.
open class MPMediaItemCollection: MPMediaEntity, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let items: [MPMediaItem]
  public init(items: [MPMediaItem]) {
    self.items = items
    super.init(properties: items.first?.properties ?? [:])
  }
  open var representativeItem: MPMediaItem? { items.first }
  open var count: Int { items.count }
  open var mediaTypes: MPMediaType { .music }
}
