import Foundation

/// What `NSFileCoordinator.coordinate(with:queue:byAccessor:)` is to wait for.
open class NSFileAccessIntent: NSObject, @unchecked Sendable {
  // because: it does not change
  public let url: URL
  let access: FileAccess

  private init(_ url: URL, _ access: FileAccess) {
    self.url = url
    self.access = access
    super.init()
  }

  open class func readingIntent(with url: URL, options: NSFileCoordinator.ReadingOptions = [])
    -> NSFileAccessIntent
  {
    NSFileAccessIntent(url, .reading(url, options))
  }
  open class func writingIntent(with url: URL, options: NSFileCoordinator.WritingOptions = [])
    -> NSFileAccessIntent
  {
    NSFileAccessIntent(url, .writing(url, options))
  }
}

/// One file that somebody reads or writes.
enum FileAccess: Sendable {
  case reading(URL, NSFileCoordinator.ReadingOptions)
  case writing(URL, NSFileCoordinator.WritingOptions)

  var url: URL {
    switch self {
    case .reading(let url, _), .writing(let url, _): url
    }
  }
  var writes: Bool {
    if case .writing = self { return true }
    return false
  }

  /// Whether the two must not happen at once: one writes, and one is the other or is in it.
  func excludes(_ other: FileAccess) -> Bool {
    guard writes || other.writes else { return false }
    return Self.holds(url, other.url) || Self.holds(other.url, url)
  }

  /// Whether `inner` is `outer` or lies in it.
  static func holds(_ outer: URL, _ inner: URL) -> Bool {
    let outer = outer.standardizedFileURL.pathComponents
    return inner.standardizedFileURL.pathComponents.starts(with: outer)
  }
}
