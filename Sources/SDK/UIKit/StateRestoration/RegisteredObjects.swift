@_spi(Hazards) import CarobRuntime
import CarobFoundation

/// Objects other than controllers that take part in saving and restoring, in order of registration (E-405).
@MainActor
enum RegisteredObjects {
  private struct Registration {
    // NB: first, because of the limit of `Zeroing`.
    let identifier: String
    @ZeroingExistential var object: (any UIStateRestoring)?
  }
  private static var registrations: [Registration] = []

  static func add(_ object: any UIStateRestoring, _ identifier: String) {
    registrations.removeAll { $0.object == nil || $0.object === object }
    registrations.append(
      Registration(
        identifier: identifier, object: ZeroingExistential(wrappedValue: object)))
  }

  static var all: [AnyObject] { registrations.compactMap { $0.object } }

  /// The identifiers of the object's parents and its own; nil for an object that is not registered or whose
  /// parent has no path.
  static func reference(_ object: any UIStateRestoring) -> StateReference? {
    guard let registration = registrations.first(where: { $0.object === object }) else { return nil }
    guard let parent = object.restorationParent else {
      return StateReference(kind: .object, path: [registration.identifier])
    }
    let above =
      (parent as? UIViewController).map(StateSaver.path) ?? reference(parent)?.path
    return above.map { StateReference(kind: .object, path: $0 + [registration.identifier]) }
  }

  static func find(_ name: StateReference) -> AnyObject? {
    all.first { ($0 as? any UIStateRestoring).flatMap(reference) == name }
  }

  static func forgetAll() { registrations = [] }
}
