// Names of UserNotifications from before Swift 4.2.

/// Declares the earlier `default()` of `UNNotificationSound`: a class cannot have a method and a property
/// with one name.
public protocol _EarlierNotificationSounds {}

extension _EarlierNotificationSounds {
  @available(swift, obsoleted: 4.2, message: "it is a property")
  public static func `default`() -> UNNotificationSound {
    UNNotificationSound(named: UNNotificationSoundName(""))
  }
}

extension UNNotificationSound: _EarlierNotificationSounds {
  @available(swift, obsoleted: 4.2, message: "use UNNotificationSoundName")
  public convenience init(named name: String) { self.init(named: UNNotificationSoundName(name)) }
}
