import CarobFoundation

public enum MPMediaPredicateComparison: Int, Sendable { case equalTo, contains }
public enum MPMediaGrouping: Int, Sendable {
  case title, album, artist, albumArtist, composer, genre, playlist, podcastTitle
}

open class MPMediaPredicate: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  func accepts(_ item: MPMediaItem) -> Bool { true }
}

/// Accepts songs of which a property equals or contains a value.
open class MPMediaPropertyPredicate: MPMediaPredicate, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let value: Any?
  public let property: String
  public let comparisonType: MPMediaPredicateComparison
  public init(
    value: Any?, forProperty property: String, comparisonType: MPMediaPredicateComparison = .equalTo
  ) {
    self.value = value
    self.property = property
    self.comparisonType = comparisonType
    super.init()
  }
  override func accepts(_ item: MPMediaItem) -> Bool {
    let own = item.value(forProperty: property)
    switch (own, value) {
    case (nil, nil): return true
    case (let own as String, let value as String):
      return comparisonType == .equalTo ? own == value : own.localizedCaseInsensitiveContains(value)
    case (let own as AnyHashable, let value as AnyHashable): return own == value
    default: return false
    }
  }
}

/// Selects songs from the library.
open class MPMediaQuery: NSObject {
  open var filterPredicates: Set<MPMediaPredicate>?
  open var groupingType = MPMediaGrouping.title

  public override init() { super.init() }
  public init(filterPredicates: Set<MPMediaPredicate>?) {
    self.filterPredicates = filterPredicates
    super.init()
  }
  open func addFilterPredicate(_ predicate: MPMediaPredicate) {
    filterPredicates = (filterPredicates ?? []).union([predicate])
  }
  open func removeFilterPredicate(_ predicate: MPMediaPredicate) { filterPredicates?.remove(predicate) }

  /// The songs that all predicates accept, in the library's order; nil without the user's permission (E-976).
  open var items: [MPMediaItem]? {
    MPMediaLibrary.permittedSongs?.filter { item in filterPredicates?.allSatisfy { $0.accepts(item) } ?? true
    }
  }

  /// The selected songs in groups, in order of the groups' first songs.
  open var collections: [MPMediaItemCollection]? {
    var groups: [(key: String, items: [MPMediaItem])] = []
    for item in items ?? [] {
      let key = key(item)
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].items.append(item)
      } else {
        groups.append((key, [item]))
      }
    }
    return groups.map { MPMediaItemCollection(items: $0.items) }
  }

  private func key(_ item: MPMediaItem) -> String {
    switch groupingType {
    case .album: item.albumTitle ?? ""
    case .artist, .composer: item.artist ?? ""
    case .albumArtist: item.albumArtist ?? ""
    case .genre: item.genre ?? ""
    case .title, .playlist, .podcastTitle: "\(item.persistentID)"
    }
  }

  private class func grouped(_ grouping: MPMediaGrouping) -> MPMediaQuery {
    let query = MPMediaQuery()
    query.groupingType = grouping
    return query
  }
  open class func songs() -> MPMediaQuery { grouped(.title) }
  open class func albums() -> MPMediaQuery { grouped(.album) }
  open class func artists() -> MPMediaQuery { grouped(.artist) }
  open class func genres() -> MPMediaQuery { grouped(.genre) }
  /// A query without results, because the device has no playlists.
  open class func playlists() -> MPMediaQuery {
    unimplemented("MPMediaQuery.playlists() (the device has no playlists)")
    return MPMediaQuery(filterPredicates: [MPMediaPropertyPredicate(value: "none", forProperty: "playlist")])
  }
}
