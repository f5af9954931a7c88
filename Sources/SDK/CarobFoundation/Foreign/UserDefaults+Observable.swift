import CarobRuntime
import Foundation

/// Each key of the defaults can be observed.
extension UserDefaults: _ForeignObservable {
  public func _carobValue(forKey key: String) -> Any?? { .some(object(forKey: key)) }

  public func _carobSetValue(_ value: Any?, forKey key: String) -> Bool {
    set(value, forKey: key)
    return true
  }

  public func _carobWatch(_ key: String) -> Bool { ObservedUserDefaults.adopt(self) }
}

/// Defaults that say when they have changed, which the toolchain's do not. It has no state of its own: instances of the
/// superclass become it, the standard ones when somebody waits for `didChangeNotification`, others when they are
/// observed.
final class ObservedUserDefaults: Foundation.UserDefaults {
  @discardableResult
  static func adopt(_ defaults: Foundation.UserDefaults) -> Bool {
    ForeignClass.change(defaults, from: Foundation.UserDefaults.self, to: ObservedUserDefaults.self)
  }

  /// Makes the standard defaults report; once.
  static let adoptStandard: Void = { _ = adopt(.standard) }()

  /// Tells of a change of one key, or of any.
  private func didChange(_ key: String? = nil) {
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    // NB: another object may show the same domain.
    let domain = Self.domain(of: self)
    ForeignStandIn.checkAll(key: key) { ($0 as? Foundation.UserDefaults).map(Self.domain) == domain }
  }

  /// The name that it was made with; nil for the standard defaults.
  private static func domain(of defaults: Foundation.UserDefaults) -> String? {
    ForeignClass.stored("suite", of: defaults) as? String
  }

  // NB: setting numbers, truth values and URLs comes here too.
  override func set(_ value: Any?, forKey defaultName: String) {
    super.set(value, forKey: defaultName)
    didChange(defaultName)
  }
  override func removeObject(forKey defaultName: String) {
    super.removeObject(forKey: defaultName)
    didChange(defaultName)
  }
  // NB: registering is no change for observers; what it makes visible is what they have seen from now on.
  override func register(defaults registrationDictionary: [String: Any]) {
    super.register(defaults: registrationDictionary)
    ForeignStandIn.overlook(self, registrationDictionary.keys)
  }
  override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
    super.setPersistentDomain(domain, forName: domainName)
    didChange()
  }
  override func removePersistentDomain(forName domainName: String) {
    super.removePersistentDomain(forName: domainName)
    didChange()
  }
}
