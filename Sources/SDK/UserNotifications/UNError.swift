import CarobFoundation

/// The error domain of `UNError`.
public let UNErrorDomain = "UNErrorDomain"

/// An error of the notification center.
public struct UNError: CustomNSError, Hashable, Sendable {
  public enum Code: Int, Sendable, Hashable {
    /// The app isn't authorized to schedule notifications.
    case notificationsNotAllowed = 1
    case attachmentInvalidURL = 100
    case attachmentUnrecognizedType
    case attachmentInvalidFileSize
    case attachmentNotInDataStore
    case attachmentMoveIntoDataStoreFailed
    case attachmentCorrupt
    case notificationInvalidNoDate = 1400
    case notificationInvalidNoContent
    case contentProvidingObjectNotAllowed = 1500
    case contentProvidingInvalid
    case badgeInputInvalid = 1600

    public static func ~= (code: Code, error: any Error) -> Bool { (error as? UNError)?.code == code }
  }

  public let code: Code
  private let text: String

  /// - Parameter userInfo: only the localized description is kept.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    text = userInfo[NSLocalizedDescriptionKey] as? String ?? Self.text(of: code)
  }

  public static var errorDomain: String { UNErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }
  public var localizedDescription: String { text }
  public var userInfo: [String: Any] { errorUserInfo }

  public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
  public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
  public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
  public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
  public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
  public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
  public static var attachmentCorrupt: Code { .attachmentCorrupt }
  public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
  public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
  public static var badgeInputInvalid: Code { .badgeInputInvalid }

  private static func text(of code: Code) -> String {
    switch code {
    case .notificationsNotAllowed: "The app may not send notifications."
    case .attachmentInvalidURL: "The attachment's URL does not name a file."
    case .attachmentUnrecognizedType: "Notifications do not support the type of the attachment's file."
    case .attachmentInvalidFileSize: "The attachment's file is too large."
    case .attachmentNotInDataStore: "The attachment's file is no longer there."
    case .attachmentMoveIntoDataStoreFailed: "The attachment's file could not be moved into the store."
    case .attachmentCorrupt: "The attachment's file is damaged."
    case .notificationInvalidNoDate: "The request's trigger will never fire."
    case .notificationInvalidNoContent: "The request has no text to show, no sound to play and no badge."
    case .contentProvidingObjectNotAllowed: "The object may not provide the notification's content."
    case .contentProvidingInvalid: "The object provides no valid content."
    case .badgeInputInvalid: "The badge is not a number that can be shown."
    }
  }
}
