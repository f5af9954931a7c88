internal import CDispatchHooks
import Glibc

/// Which diagnostics the app's developer has enabled.
package enum Diagnostics {
  /// Whether to report what may also be intended (`off` in Rules/mistakes.md): `CAROB_STRICT=1` in the
  /// environment.
  package static let isStrict = getenv("CAROB_STRICT").map { String(cString: $0) == "1" } ?? false

  /// Whether the address is inside a program or library, as that of a global variable is.
  package static func isStatic(_ address: UnsafeRawPointer) -> Bool { carob_is_static_address(address) != 0 }
}
