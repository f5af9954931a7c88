import Foundation

/// A file access for which `NSFileCoordinator.coordinate(with:queue:byAccessor:)` waits.
open class NSFileAccessIntent: NSObject, @unchecked Sendable {
  // because: it is immutable
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

/// A read or write access to one file.
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

  /// Whether two accesses conflict: at least one writes, and one file is the other or inside it.
  func excludes(_ other: FileAccess) -> Bool {
    guard writes || other.writes else { return false }
    return Self.holds(url, other.url) || Self.holds(other.url, url)
  }

  /// Whether `inner` is `outer` or inside it.
  static func holds(_ outer: URL, _ inner: URL) -> Bool {
    let outer = outer.standardizedFileURL.pathComponents
    return inner.standardizedFileURL.pathComponents.starts(with: outer)
  }
}
