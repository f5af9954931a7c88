/// Whether a value may be seen in a log.
///
/// As in the console of the platform's debugger, a value of which the source says nothing is shown. DEVIATION: what the
/// source calls private or sensitive stays hidden, although a debugger would show it: traces are files that people
/// pass on.
public struct OSLogPrivacy: Sendable, Equatable {
  /// What stands in the place of a hidden value.
  public enum Mask: Sendable, Equatable {
    /// A number that is the same for the same value.
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

  // NB: FNV-1a: the same in every run, unlike Swift's own hash.
  private func digest(_ text: String) -> String {
    let value = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(value, radix: 16)
  }
}
