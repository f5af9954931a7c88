import CarobRuntime
import Foundation

/// All keys of the defaults can be observed.
extension UserDefaults: _ForeignObservable {
  public func _carobValue(forKey key: String) -> Any?? { .some(object(forKey: key)) }

  public func _carobSetValue(_ value: Any?, forKey key: String) -> Bool {
    set(value, forKey: key)
    return true
  }

  public func _carobWatch(_ key: String) -> Bool { ObservedUserDefaults.adopt(self) }
}

/// User defaults that report changes, which the toolchain's do not. It has no stored properties, because
/// instances of the superclass are converted to it: the standard defaults when `didChangeNotification` is
/// first observed, others when they are observed.
final class ObservedUserDefaults: Foundation.UserDefaults {
  @discardableResult
  static func adopt(_ defaults: Foundation.UserDefaults) -> Bool {
    ForeignClass.change(defaults, from: Foundation.UserDefaults.self, to: ObservedUserDefaults.self)
  }

  /// Makes the standard defaults report changes. Evaluated once.
  static let adoptStandard: Void = { _ = adopt(.standard) }()

  private func didChange(_ key: String) {
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    checkObservers(key)
  }

  /// Reports a change of one key, or of any key, to its observers.
  private func checkObservers(_ key: String? = nil) {
    // NB: another object may represent the same domain.
    let domain = Self.domain(of: self)
    ForeignStandIn.checkAll(key: key) { ($0 as? Foundation.UserDefaults).map(Self.domain) == domain }
  }

  /// The suite name; nil for the standard defaults.
  private static func domain(of defaults: Foundation.UserDefaults) -> String? {
    ForeignClass.stored("suite", of: defaults) as? String
  }

  // NB: the setters for numbers, Bools and URLs also call this.
  override func set(_ value: Any?, forKey defaultName: String) {
    super.set(value, forKey: defaultName)
    didChange(defaultName)
  }
  override func removeObject(forKey defaultName: String) {
    super.removeObject(forKey: defaultName)
    didChange(defaultName)
  }
  // NB: registering defaults is not reported as a change. The registered values become the observers' old
  // values.
  override func register(defaults registrationDictionary: [String: Any]) {
    super.register(defaults: registrationDictionary)
    ForeignStandIn.overlook(self, registrationDictionary.keys)
  }
  // NB: the superclass posts the notification for a whole domain.
  override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
    super.setPersistentDomain(domain, forName: domainName)
    checkObservers()
  }
  override func removePersistentDomain(forName domainName: String) {
    super.removePersistentDomain(forName: domainName)
    checkObservers()
  }
}
