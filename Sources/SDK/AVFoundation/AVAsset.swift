import AudioToolbox
import CarobFoundation

/// Media to play. The device decodes nothing; it knows only the duration of WAVE files.
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
    CMTime(seconds: knownDuration ?? SimulatedPlayback.duration, preferredTimescale: 600)
  }

  /// Whether the file exists; remote media are assumed to exist.
  final var isReachable: Bool {
    guard let assetURL, assetURL.isFileURL else { return assetURL != nil }
    return FileManager.default.fileExists(atPath: assetURL.path)
  }

  private var knownDuration: Double? {
    guard let assetURL, assetURL.isFileURL, let data = try? Data(contentsOf: assetURL) else { return nil }
    return SimulatedPlayback.duration(of: data)
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
