import Glibc

/// How much a random test does and from which seed: little and always the same in `make test`, more in `Tests/Deep`.
///
/// A test that fails names its seed, with which it is repeated: `CAROB_SEED=7 swift test --filter TouchInvariantTests`.
public enum RandomTest {
  /// `CAROB_SEED`, else what the test uses otherwise.
  public static func seed(otherwise usual: UInt64 = 1) -> UInt64 { number("CAROB_SEED") ?? usual }

  /// `CAROB_COUNT`: how many operations, events or inputs, else what the test does otherwise.
  public static func count(otherwise usual: Int) -> Int {
    number("CAROB_COUNT").flatMap { Int(exactly: $0) } ?? usual
  }

  private static func number(_ name: String) -> UInt64? {
    guard let text = getenv(name).map({ String(cString: $0) }) else { return nil }
    guard let number = UInt64(text) else { preconditionFailure("\(name)=\(text) is not a number") }
    return number
  }
}
