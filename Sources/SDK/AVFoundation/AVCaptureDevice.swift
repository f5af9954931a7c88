import CarobFoundation

/// A camera or a microphone. The simulated device has neither, and no torch, so there are no instances
/// (E-840).
open class AVCaptureDevice: NSObject, @unchecked Sendable {
  // @unchecked because there are no instances.
  public enum Position: Int, Sendable { case unspecified, back, front }
  public enum TorchMode: Int, Sendable { case off, on, auto }
  public enum FlashMode: Int, Sendable { case off, on, auto }

  public struct DeviceType: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let builtInWideAngleCamera = DeviceType(
      rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
    public static let builtInTelephotoCamera = DeviceType(
      rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
    public static let builtInUltraWideCamera = DeviceType(
      rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
    public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
    public static let builtInTrueDepthCamera = DeviceType(
      rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
    public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
    public static let builtInMicrophone = microphone
  }

  public static var maxAvailableTorchLevel: Float { 1 }

  open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { nil }
  open class func `default`(
    _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
  ) -> AVCaptureDevice? { nil }
  open class func devices() -> [AVCaptureDevice] { [] }
  open class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] { [] }

  private override init() { super.init() }

  open var uniqueID: String { "" }
  open var localizedName: String { "" }
  open var position: Position { .unspecified }
  open func hasMediaType(_ mediaType: AVMediaType) -> Bool { false }
  open func lockForConfiguration() throws {}
  open func unlockForConfiguration() {}
  open var hasFlash: Bool { false }
  open var isFlashAvailable: Bool { false }
  open var hasTorch: Bool { false }
  open var isTorchAvailable: Bool { false }
  open var isTorchActive: Bool { false }
  open var torchLevel: Float { 0 }
  open var torchMode = TorchMode.off
  open func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { false }
  open func setTorchModeOn(level torchLevel: Float) throws {}
}
