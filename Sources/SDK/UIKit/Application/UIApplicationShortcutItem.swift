import CarobFoundation

/// A quick action of the home screen (E-998).
open class UIApplicationShortcutItem: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked because it is immutable; the mutable subclass is used on the main thread, as on the platform.
  fileprivate var values: ShortcutValues

  public init(
    type: String, localizedTitle: String, localizedSubtitle: String?, icon: UIApplicationShortcutIcon?,
    userInfo: [String: any NSSecureCoding]? = nil
  ) {
    values = ShortcutValues(
      type: type, title: localizedTitle, subtitle: localizedSubtitle, icon: icon, userInfo: userInfo)
    super.init()
  }
  public convenience init(type: String, localizedTitle: String) {
    self.init(type: type, localizedTitle: localizedTitle, localizedSubtitle: nil, icon: nil)
  }
  fileprivate init(_ values: ShortcutValues) {
    self.values = values
    super.init()
  }

  /// The app's own name for the action.
  open var type: String { values.type }
  open var localizedTitle: String { values.title }
  open var localizedSubtitle: String? { values.subtitle }
  open var icon: UIApplicationShortcutIcon? { values.icon }
  open var userInfo: [String: any NSSecureCoding]? { values.userInfo }
  open var targetContentIdentifier: Any? { values.target }

  open func copy(with zone: NSZone? = nil) -> Any { UIApplicationShortcutItem(values) }
  open func mutableCopy(with zone: NSZone? = nil) -> Any { UIMutableApplicationShortcutItem(values) }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIApplicationShortcutItem else { return false }
    return (other.type, other.localizedTitle, other.localizedSubtitle)
      == (type, localizedTitle, localizedSubtitle)
  }
  open override var hash: Int { type.hashValue }
}

/// A quick action whose properties can be changed.
open class UIMutableApplicationShortcutItem: UIApplicationShortcutItem, @unchecked Sendable {
  // @unchecked as its superclass.
  open override var type: String {
    get { values.type }
    set { values.type = newValue }
  }
  open override var localizedTitle: String {
    get { values.title }
    set { values.title = newValue }
  }
  open override var localizedSubtitle: String? {
    get { values.subtitle }
    set { values.subtitle = newValue }
  }
  open override var icon: UIApplicationShortcutIcon? {
    get { values.icon }
    set { values.icon = newValue }
  }
  open override var userInfo: [String: any NSSecureCoding]? {
    get { values.userInfo }
    set { values.userInfo = newValue }
  }
  open override var targetContentIdentifier: Any? {
    get { values.target }
    set { values.target = newValue }
  }
}

private struct ShortcutValues {
  var type: String
  var title: String
  var subtitle: String?
  var icon: UIApplicationShortcutIcon?
  var userInfo: [String: any NSSecureCoding]?
  var target: Any?
}

/// The image beside a quick action.
open class UIApplicationShortcutIcon: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  public enum IconType: Int, Sendable {
    case compose, play, pause, add, location, search, share, prohibit, contact, home, markLocation, favorite
    case love, cloud, invitation, confirmation, mail, message, date, time, capturePhoto, captureVideo, task
    case taskCompleted, alarm, bookmark, shuffle, audio, update
  }
  /// The system's type, the template image's or the symbol's name.
  let source: String
  private init(source: String) {
    self.source = source
    super.init()
  }
  public convenience init(type: IconType) { self.init(source: "type:\(type.rawValue)") }
  public convenience init(templateImageName: String) { self.init(source: "image:" + templateImageName) }
  public convenience init(systemImageName: String) { self.init(source: "symbol:" + systemImageName) }
  convenience init(saved source: String) { self.init(source: source) }
}
