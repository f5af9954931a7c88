/// Whether a value may be visible in a log.
///
/// As in the console of the platform's debugger, values without a privacy option are visible. DEVIATION:
/// private and sensitive values stay hidden, although a debugger would show them, because traces are files
/// that people share.
public struct OSLogPrivacy: Sendable, Equatable {
  /// The text shown instead of a hidden value.
  public enum Mask: Sendable, Equatable {
    /// A hash that is the same for equal values.
    case hash
    case none
  }
  private enum Kind: Equatable { case auto, `public`, `private`, sensitive }
  private let kind: Kind
  private let mask: Mask

  private init(_ kind: Kind, _ mask: Mask = .none) {
    self.kind = kind
    self.mask = mask
  }

  public static var auto: OSLogPrivacy { .init(.auto) }
  public static var `public`: OSLogPrivacy { .init(.public) }
  public static var `private`: OSLogPrivacy { .init(.private) }
  public static var sensitive: OSLogPrivacy { .init(.sensitive) }
  public static func auto(mask: Mask) -> OSLogPrivacy { .init(.auto, mask) }
  public static func `private`(mask: Mask) -> OSLogPrivacy { .init(.private, mask) }
  public static func sensitive(mask: Mask) -> OSLogPrivacy { .init(.sensitive, mask) }

  /// The text as the log shows it.
  func shown(_ text: @autoclosure () -> String) -> String {
    switch kind {
    case .auto, .public: text()
    case .private, .sensitive: mask == .hash ? "<mask.hash: '\(digest(text()))'>" : "<private>"
    }
  }

  // NB: FNV-1a gives the same hash in every run, unlike Swift's hashing.
  private func digest(_ text: String) -> String {
    let value = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(value, radix: 16)
  }
}
