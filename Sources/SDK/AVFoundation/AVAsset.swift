import AudioToolbox
import CarobFoundation
import CarobRuntime
import CoreGraphics

/// Media to play. The device decodes nothing; it knows the duration of WAVE files, and what the header of an
/// MPEG-4 or QuickTime file says (E-1030).
open class AVAsset: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let assetURL: URL?

  public convenience init(url: URL) { self.init(at: url) }
  public override convenience init() { self.init(at: nil) }

  init(at url: URL?) {
    assetURL = url
    super.init()
  }

  /// The duration if it is known, else an assumed duration.
  open var duration: CMTime {
    CMTime(seconds: known.duration ?? SimulatedPlayback.duration, preferredTimescale: 600)
  }

  /// Whether the file exists; remote media are assumed to exist.
  final var isReachable: Bool {
    guard let assetURL, assetURL.isFileURL else { return assetURL != nil }
    return FileManager.default.fileExists(atPath: assetURL.path)
  }

  /// The size of the picture in points; nil if it is unknown.
  final var pictureSize: CGSize? { known.size }

  private struct Known {
    var duration: Double?
    var size: CGSize?
  }
  private let reading = Guarded<Known?>(nil)
  /// Read from the file once.
  private var known: Known {
    reading.withLock { known in
      if let known { return known }
      var found = Known()
      if let assetURL, assetURL.isFileURL, let data = try? Data(contentsOf: assetURL, options: .mappedIfSafe)
      {
        found.duration = SimulatedPlayback.duration(of: data)
        found.size = MovieHeader(data)?.size.map { CGSize(width: $0.width, height: $0.height) }
      }
      known = found
      return found
    }
  }
}

/// Media at a URL.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let url: URL
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    super.init(at: URL)
  }
}
