/// Something to add to a run loop so that a mode is not empty.
///
/// DEVIATION: ports carry no messages here; the toolchain's own `Port` cannot even be created.
open class Port: NSObject, @unchecked Sendable {
  // @unchecked because it has no state but the flag, which only the owner sets.
  open private(set) var isValid = true

  public override init() { super.init() }

  open func invalidate() { isValid = false }
}
