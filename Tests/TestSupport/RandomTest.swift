import Glibc

/// The size and the seed of a random test: small and always the same in `make test`, larger in `Tests/Deep`.
///
/// A test that fails prints its seed. It is repeated with `CAROB_SEED=7 swift test --filter TouchInvariantTests`.
public enum RandomTest {
  /// `CAROB_SEED`, or the test's own seed.
  public static func seed(otherwise usual: UInt64 = 1) -> UInt64 { number("CAROB_SEED") ?? usual }

  /// `CAROB_COUNT`, the number of operations, events or inputs, or the test's own number.
  public static func count(otherwise usual: Int) -> Int {
    number("CAROB_COUNT").flatMap { Int(exactly: $0) } ?? usual
  }

  private static func number(_ name: String) -> UInt64? {
    guard let text = getenv(name).map({ String(cString: $0) }) else { return nil }
    guard let number = UInt64(text) else { preconditionFailure("\(name)=\(text) is not a number") }
    return number
  }
}
