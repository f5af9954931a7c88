import CarobFoundation

/// The name of a sound file in the app's bundle or in `Library/Sounds`.
public struct UNNotificationSoundName: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The sound of a notification. It is not played; the trace contains its name.
open class UNNotificationSound: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it never changes.
  /// Empty for the default sound.
  let name: String
  let isCritical: Bool
  let volume: Float

  private init(name: String, isCritical: Bool = false, volume: Float = 1) {
    self.name = name
    self.isCritical = isCritical
    self.volume = min(max(volume, 0), 1)
    super.init()
  }

  public convenience init(named name: UNNotificationSoundName) { self.init(name: name.rawValue) }

  @available(swift, introduced: 4.2)
  open class var `default`: UNNotificationSound { UNNotificationSound(name: "") }
  open class var defaultCritical: UNNotificationSound { UNNotificationSound(name: "", isCritical: true) }
  open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
    UNNotificationSound(name: "", isCritical: true, volume: volume)
  }
  open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(name: name.rawValue, isCritical: true)
  }
  open class func criticalSoundNamed(_ name: UNNotificationSoundName, withAudioVolume volume: Float)
    -> UNNotificationSound
  {
    UNNotificationSound(name: name.rawValue, isCritical: true, volume: volume)
  }
  open class var defaultRingtone: UNNotificationSound { UNNotificationSound(name: "ringtone") }
  open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(name: name.rawValue)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationSound else { return false }
    return other.name == name && other.isCritical == isCritical && other.volume == volume
  }
  open override var hash: Int { name.hashValue }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open class var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) { coder.encode(propertyList as NSDictionary, forKey: "sound") }
  public required convenience init?(coder: NSCoder) {
    guard let list = coder.decodedList(forKey: "sound") else { return nil }
    self.init(
      name: list["name"] as? String ?? "", isCritical: list["critical"] as? Bool ?? false,
      volume: Float(list["volume"] as? Double ?? 1))
  }

  var propertyList: [String: Any] { ["name": name, "critical": isCritical, "volume": Double(volume)] }
  static func sound(_ list: [String: Any]?) -> UNNotificationSound? {
    guard let list else { return nil }
    return UNNotificationSound(
      name: list["name"] as? String ?? "", isCritical: list["critical"] as? Bool ?? false,
      volume: Float(list["volume"] as? Double ?? 1))
  }
}
