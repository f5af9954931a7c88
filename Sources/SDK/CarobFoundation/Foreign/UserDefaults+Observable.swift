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

  private func didChange() {
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    // NB: another object may show the same domain.
    ForeignStandIn.checkAll(Foundation.UserDefaults.self)
  }

  // NB: setting numbers, truth values and URLs comes here too.
  override func set(_ value: Any?, forKey defaultName: String) {
    super.set(value, forKey: defaultName)
    didChange()
  }
  override func removeObject(forKey defaultName: String) {
    super.removeObject(forKey: defaultName)
    didChange()
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
