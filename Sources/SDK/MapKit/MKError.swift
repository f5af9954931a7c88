import CarobFoundation

public let MKErrorDomain = "MKErrorDomain"

/// An error of a map service (MK-30). As an `NSError` it has the domain `MKErrorDomain` and the code's raw
/// value.
public struct MKError: CustomNSError, Hashable, Sendable {
  public enum Code: UInt, Sendable {
    case unknown = 1
    case serverFailure, loadingThrottled, placemarkNotFound, directionsNotFound, decodingFailed
    public static func ~= (match: Code, error: any Error) -> Bool { (error as? MKError)?.code == match }
  }
  public let code: Code
  private let reason: String?
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    reason = userInfo[NSLocalizedDescriptionKey] as? String
  }
  public static var errorDomain: String { MKErrorDomain }
  public var errorCode: Int { Int(code.rawValue) }
  public var errorUserInfo: [String: Any] { reason.map { [NSLocalizedDescriptionKey: $0] } ?? [:] }
  public var userInfo: [String: Any] { errorUserInfo }
  public var localizedDescription: String {
    reason ?? "The operation couldn’t be completed. (\(MKErrorDomain) error \(errorCode).)"
  }

  public static var unknown: Code { .unknown }
  public static var serverFailure: Code { .serverFailure }
  public static var loadingThrottled: Code { .loadingThrottled }
  public static var placemarkNotFound: Code { .placemarkNotFound }
  public static var directionsNotFound: Code { .directionsNotFound }
  public static var decodingFailed: Code { .decodingFailed }
}
