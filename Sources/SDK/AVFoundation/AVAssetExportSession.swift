import CarobFoundation

/// Exports an asset in another format. The device decodes nothing, so every export fails with an error.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
  // @unchecked because an app configures it before the export and reads it afterwards.
  public enum Status: Int, Sendable { case unknown, waiting, exporting, completed, failed, cancelled }

  public let asset: AVAsset
  public let presetName: String
  // NB: the settings have no effect, because every export fails and reports it.
  open var outputURL: URL?
  open var outputFileType: AVFileType?
  open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  open var shouldOptimizeForNetworkUse = false
  open private(set) var status = Status.unknown
  open private(set) var error: (any Error)?
  open var progress: Float { 0 }
  open var supportedFileTypes: [AVFileType] { [.mp4, .mov, .m4v] }

  public init?(asset: AVAsset, presetName: String) {
    self.asset = asset
    self.presetName = presetName
    super.init()
  }

  open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    unimplemented("AVAssetExportSession (every export fails)")
    status = .failed
    error = NSError(domain: "AVFoundationErrorDomain", code: -11838)
    DispatchQueue.global().async(execute: handler)
  }

  open func export() async {
    await withCheckedContinuation { done in exportAsynchronously { done.resume() } }
  }

  open func cancelExport() {}
}

public typealias AVAssetExportSessionStatus = AVAssetExportSession.Status
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
