import CarobFoundation
@_spi(Messages) import CarobRuntime

/// The search of the responder chain for the responder that performs an action (E-230).
@MainActor
enum ResponderSearch {
  /// Moves from `responder` to the first responder that must be asked whether it performs `action`; to nil at the
  /// end of the chain.
  ///
  /// Passes over views that would answer no: their classes do not implement the action, and override nothing
  /// that asking them and their `next` would call. So the app's overrides are called for the same responders and
  /// in the same order as without it.
  // OPTIMIZATION: a view that is passed over is not retained, because none of the app's code runs meanwhile, and is
  // looked up only if its class differs from the previous view's.
  static func passOver(_ responder: inout UIResponder?, _ action: Selector) {
    // NB: a responder that only the search retains is asked. The search releases it before the next one is asked for its
    // `next`, and its deinitializer may change the chain.
    guard action != UIResponder.pasting, !isKnownUniquelyReferenced(&responder), let first = responder else {
      return
    }
    var current = Unmanaged.passUnretained(first)
    var known: UInt = 0
    while true {
      // An object's first word is its class.
      let cls = current.toOpaque().load(as: UInt.self)
      if cls != known {
        guard Runtime.searchPassesOver(cls, action) else { break }
        known = cls
      }
      let next = current._withUnsafeGuaranteedRef { unsafeDowncast($0, to: UIView.self).unretainedNext }
      guard let next else {
        responder = nil
        return
      }
      current = next
    }
    responder = current.takeUnretainedValue()
  }
}

/// Whether a view's class overrides a member that the search of the responder chain uses (E-230, E-234).
enum SearchOverrides {
  private static let points = [
    OverridePoint(of: UIResponder.self, overriding: AskedResponder.self, plain: PlainResponder.self),
    OverridePoint(of: NSObject.self, overriding: RespondingObject.self, plain: PlainObject.self),
    OverridePoint(of: UIView.self, overriding: FollowedView.self, plain: PlainView.self),
    OverridePoint(of: UIView.self, overriding: ContainedView.self, plain: PlainView.self),
  ]

  static func exist(in cls: UIView.Type) -> Bool { points.contains { $0.isOverridden(by: cls) } }

  private final class PlainResponder: UIResponder {}
  private final class AskedResponder: UIResponder {
    override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { false }
  }
  private final class PlainObject: NSObject {}
  private final class RespondingObject: NSObject {
    override func responds(to selector: Selector!) -> Bool { false }
  }
  private final class PlainView: UIView {}
  private final class FollowedView: UIView {
    override var next: UIResponder? { nil }
  }
  private final class ContainedView: UIView {
    override var superview: UIView? { nil }
  }
}
