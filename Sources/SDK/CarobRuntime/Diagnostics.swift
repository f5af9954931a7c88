internal import CDispatchHooks
import Glibc

/// What an app's developer wants to be told.
public enum Diagnostics {
  /// Also warn of what may be legitimate (`off` in Rules/mistakes.md): `CAROB_STRICT=1` in the environment.
  public static let isStrict = getenv("CAROB_STRICT").map { String(cString: $0) == "1" } ?? false

  /// Whether the address lies in a program or library, as a global's does.
  package static func isStatic(_ address: UnsafeRawPointer) -> Bool { carob_is_static_address(address) != 0 }
}
