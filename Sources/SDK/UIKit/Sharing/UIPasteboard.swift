import CarobFoundation

/// Holds copied items for pasting.
///
/// The device keeps the text of the general pasteboard, so it survives the app's process and is shared with
/// the browser's clipboard.
/// DEVIATION: this applies to text only; images, colours and named pasteboards exist only within the
/// process.
@preconcurrency @MainActor
open class UIPasteboard: _MainActorNSObject {
  public struct Name: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let general = Name("com.apple.UIKit.pboard.general")
  }

  private static var boards: [Name: UIPasteboard] = [:]
  open class var general: UIPasteboard { board(.general) }
  public convenience init?(name: Name, create: Bool) {
    guard create || UIPasteboard.boards[name] != nil else { return nil }
    self.init(name)
    storage = UIPasteboard.board(name).storage
  }
  private class func board(_ name: Name) -> UIPasteboard {
    if let known = boards[name] { return known }
    let new = UIPasteboard(name)
    boards[name] = new
    return new
  }
  private init(_ name: Name) {
    self.name = name
    super.init()
  }

  public let name: Name
  /// The contents, shared by all pasteboards with the same name.
  private final class Storage {
    var items: [Any] = []
    var changes = 0
  }
  private var storage = Storage()
  open var changeCount: Int { storage.changes }

  private func write(_ items: [Any]) {
    storage.items = items
    storage.changes += 1
    if name == .general { DeviceConnection.shared.send(.pasteboard(string ?? url?.absoluteString ?? "")) }
    NotificationCenter.default.post(name: UIPasteboard.changedNotification, object: self)
  }
  /// Called when the device's text was changed by another app. Has no effect if the text is the same.
  static func deviceChanged(_ text: String) {
    guard general.string ?? "" != text else { return }
    general.storage.items = text.isEmpty ? [] : [text]
    general.storage.changes += 1
    NotificationCenter.default.post(name: changedNotification, object: general)
  }
  private func all<Item>(_ type: Item.Type) -> [Item]? {
    let found = storage.items.compactMap { $0 as? Item }
    return found.isEmpty ? nil : found
  }

  open var string: String? {
    get { all(String.self)?.first }
    set { write(newValue.map { [$0] } ?? []) }
  }
  open var strings: [String]? {
    get { all(String.self) }
    set { write(newValue ?? []) }
  }
  open var url: URL? {
    get { all(URL.self)?.first }
    set { write(newValue.map { [$0] } ?? []) }
  }
  open var urls: [URL]? {
    get { all(URL.self) }
    set { write(newValue ?? []) }
  }
  open var image: UIImage? {
    get { all(UIImage.self)?.first }
    set { write(newValue.map { [$0] } ?? []) }
  }
  open var images: [UIImage]? {
    get { all(UIImage.self) }
    set { write(newValue ?? []) }
  }
  open var color: UIColor? {
    get { all(UIColor.self)?.first }
    set { write(newValue.map { [$0] } ?? []) }
  }
  open var colors: [UIColor]? {
    get { all(UIColor.self) }
    set { write(newValue ?? []) }
  }
  open var numberOfItems: Int { storage.items.count }
  var things: [Any] { storage.items }
  open var hasStrings: Bool { all(String.self) != nil }
  open var hasURLs: Bool { all(URL.self) != nil }
  open var hasImages: Bool { all(UIImage.self) != nil }
  open var hasColors: Bool { all(UIColor.self) != nil }
  /// Copies items of the types above to the pasteboard.
  func copy(_ items: [Any]) { write(items) }

  nonisolated public static let changedNotification = Notification.Name("UIPasteboardChangedNotification")
}
