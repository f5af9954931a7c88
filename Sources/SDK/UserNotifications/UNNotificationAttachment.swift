import CarobFoundation
import DeviceProtocol

// Options of an attachment; the values are property lists.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
  "UNNotificationAttachmentOptionsThumbnailHiddenKey"
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
  "UNNotificationAttachmentOptionsThumbnailClippingRectKey"
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
  "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// A file that a notification shows.
///
/// When the request is added, the file is moved into the device's store; a file of the app's bundle is copied
/// (L-151).
open class UNNotificationAttachment: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let identifier: String
  /// The file; in the device's store once the request was added.
  public let url: URL
  /// The uniform type identifier of the file.
  public let type: String
  let options: [AnyHashable: Any]?

  private init(identifier: String, url: URL, type: String, options: [AnyHashable: Any]?) {
    self.identifier = identifier.isEmpty ? UUID().uuidString : identifier
    self.url = url
    self.type = type
    self.options = options
    super.init()
  }

  /// - Throws: `UNError` if the URL is not an existing file, or if notifications do not support its type or
  /// size.
  public convenience init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
    guard url.isFileURL else { throw UNError(.attachmentInvalidURL) }
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
      attributes[.type] as? FileAttributeType == .typeRegular
    else { throw UNError(.attachmentInvalidURL) }
    let hint = options?[UNNotificationAttachmentOptionsTypeHintKey] as? String
    guard let kind = Self.kind(hint: hint, fileExtension: url.pathExtension) else {
      throw UNError(.attachmentUnrecognizedType)
    }
    let size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
    guard size > 0 else { throw UNError(.attachmentCorrupt) }
    guard size <= kind.limit else { throw UNError(.attachmentInvalidFileSize) }
    self.init(identifier: identifier, url: url, type: kind.type, options: options)
  }

  /// The supported file types, with the maximum file size in bytes (L-151).
  private static func kind(hint: String?, fileExtension: String) -> (type: String, limit: Int64)? {
    let megabyte: Int64 = 1 << 20
    let kinds: [(type: String, extensions: [String], limit: Int64)] = [
      ("public.jpeg", ["jpg", "jpeg"], 10 * megabyte), ("public.png", ["png"], 10 * megabyte),
      ("com.compuserve.gif", ["gif"], 10 * megabyte),
      ("public.aiff-audio", ["aif", "aiff"], 5 * megabyte),
      ("com.microsoft.waveform-audio", ["wav"], 5 * megabyte), ("public.mp3", ["mp3"], 5 * megabyte),
      ("public.mpeg-4-audio", ["m4a"], 5 * megabyte), ("public.mpeg", ["mpg", "mpeg"], 50 * megabyte),
      ("public.mpeg-2-video", ["m2v"], 50 * megabyte), ("public.mpeg-4", ["mp4", "m4v"], 50 * megabyte),
      ("public.avi", ["avi"], 50 * megabyte),
    ]
    let found =
      hint.map { hint in kinds.first { $0.type == hint } }
      ?? kinds.first { $0.extensions.contains(fileExtension.lowercased()) }
    return found.map { ($0.type, $0.limit) }
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) {
    coder.encode(propertyList as NSDictionary, forKey: "attachment")
  }
  public required convenience init?(coder: NSCoder) {
    guard let list = coder.decodedList(forKey: "attachment"), let path = list["path"] as? String else {
      return nil
    }
    self.init(
      identifier: list["identifier"] as? String ?? "", url: URL(fileURLWithPath: path),
      type: list["type"] as? String ?? "public.data", options: nil)
  }

  var propertyList: [String: Any] { ["identifier": identifier, "path": url.path, "type": type] }
  static func attachment(_ list: [String: Any]) -> UNNotificationAttachment? {
    guard let path = list["path"] as? String else { return nil }
    return UNNotificationAttachment(
      identifier: list["identifier"] as? String ?? "", url: URL(fileURLWithPath: path),
      type: list["type"] as? String ?? "public.data", options: nil)
  }

  /// The image that is shown beside the text; nil for sounds and movies, or if the app hides it.
  var thumbnail: NotificationThumbnail? {
    guard ["public.jpeg", "public.png", "com.compuserve.gif"].contains(type),
      (options?[UNNotificationAttachmentOptionsThumbnailHiddenKey] as? Bool) != true
    else { return nil }
    var thumbnail = NotificationThumbnail(path: url.path)
    // In the format of CGRect.dictionaryRepresentation.
    let clip = options?[UNNotificationAttachmentOptionsThumbnailClippingRectKey] as? [AnyHashable: Any]
    func number(_ key: String) -> Double? { (clip?[key] as? NSNumber)?.doubleValue ?? clip?[key] as? Double }
    if let x = number("X"), let y = number("Y"), let width = number("Width"), let height = number("Height") {
      (thumbnail.x, thumbnail.y, thumbnail.width, thumbnail.height) = (x, y, width, height)
    }
    return thumbnail
  }

  /// Moves the file into the store, and returns the attachment with its new URL (L-151).
  ///
  /// - Throws: `UNError` if the file no longer exists or cannot be moved.
  func movedIntoStore(of request: String) throws(UNError) -> UNNotificationAttachment {
    let files = FileManager.default
    let store = URL(fileURLWithPath: NSHomeDirectory() + "/Library/UserNotifications/Attachments")
    if url.path.hasPrefix(store.path + "/") { return self }
    guard files.fileExists(atPath: url.path) else { throw UNError(.attachmentInvalidURL) }
    let folder = store.appendingPathComponent(UUID().uuidString)
    let target = folder.appendingPathComponent(url.lastPathComponent)
    do {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      if url.path.hasPrefix(Bundle.main.bundlePath + "/") {
        try files.copyItem(at: url, to: target)
      } else {
        try files.moveItem(at: url, to: target)
      }
    } catch {
      throw UNError(.attachmentMoveIntoDataStoreFailed)
    }
    return UNNotificationAttachment(identifier: identifier, url: target, type: type, options: options)
  }
}
