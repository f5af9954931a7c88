@_spi(Hazards) import CarobRuntime
import CarobFoundation

@preconcurrency @MainActor
public protocol UITraitChangeRegistration: NSObjectProtocol {}

/// One registration for trait changes.
@MainActor
final class TraitRegistration: NSObject, UITraitChangeRegistration {
  let traits: [UITrait]
  let handler: (UITraitCollection) -> Void
  init(traits: [UITrait], handler: @escaping (UITraitCollection) -> Void) {
    self.traits = traits
    self.handler = handler
    super.init()
  }

  func concerns(_ old: UITraitCollection, _ new: UITraitCollection) -> Bool {
    traits.contains { $0.differs(new, old) }
  }
}

/// An object that can register for trait changes: a view or a view controller (E-574).
@preconcurrency @MainActor
public protocol UITraitChangeObservable: UITraitEnvironment {}

extension UITraitChangeObservable {
  /// Calls the handler after one of the traits has changed, with the previous trait collection.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], handler: @escaping (Self, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    add(
      TraitRegistration(traits: traits) { [weakSelf = ZeroingElement(self)] old in
        if let self = weakSelf.object { handler(self, old) }
      })
  }

  /// An overload for handlers that state the environment's type: `{ (self: Self, previous: UITraitCollection)
  /// in … }`.
  @_disfavoredOverload @discardableResult
  public func registerForTraitChanges<Environment: UITraitEnvironment>(
    _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    add(
      TraitRegistration(traits: traits) { [weakSelf = ZeroingElement(self)] old in
        if let environment = weakSelf.object as? Environment { handler(environment, old) }
      })
  }

  /// Sends the action after one of the traits has changed. The action can take the environment and the
  /// previous traits.
  @discardableResult
  public func registerForTraitChanges(_ traits: [UITrait], target: Any, action: Selector)
    -> any UITraitChangeRegistration
  {
    let target = ZeroingElement(target as AnyObject)
    return add(
      TraitRegistration(traits: traits) { [weakSelf = ZeroingElement(self)] old in
        guard let self = weakSelf.object, let target = target.object else { return }
        Journal.deliverRegistered(.action, action.name, to: target, from: self, category: .functional) {
          _ = _sendMessage(target, action, self, old)
        }
      })
  }

  @discardableResult
  public func registerForTraitChanges(_ traits: [UITrait], action: Selector) -> any UITraitChangeRegistration
  {
    registerForTraitChanges(traits, target: self, action: action)
  }

  public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
    switch self {
    case let view as UIView: view.traitRegistrations.removeAll { $0 === registration }
    case let controller as UIViewController: controller.traitRegistrations.removeAll { $0 === registration }
    default: break
    }
  }

  private func add(_ registration: TraitRegistration) -> TraitRegistration {
    switch self {
    case let view as UIView: view.traitRegistrations.append(registration)
    case let controller as UIViewController: controller.traitRegistrations.append(registration)
    default: break
    }
    return registration
  }
}

extension UIViewController: UITraitChangeObservable {}
extension UIView: UITraitChangeObservable, UITraitEnvironment {}
