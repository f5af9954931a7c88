import Foundation

extension Scanner {
  // NB: Foundation's class has no `init()`, and an extension cannot override `NSObject`'s; the argument has a
  // default, so that `Scanner()` calls this one.
  /// A scanner without text (E-1103).
  public convenience init(_: Void = ()) { self.init(string: "") }
}
