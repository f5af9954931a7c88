/// A port, used to keep a run loop mode from being empty.
///
/// DEVIATION: ports do not transport messages. The toolchain's own `Port` cannot even be created.
open class Port: NSObject, @unchecked Sendable {
  // @unchecked because it has no state but the flag, which only the owner sets.
  open private(set) var isValid = true

  public override init() { super.init() }

  open func invalidate() { isValid = false }
}
