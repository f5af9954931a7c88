import CarobFoundation

/// A font by its name, without a size.
public final class CGFont: Sendable {
  /// The PostScript name.
  public let postScriptName: String?

  /// Nil for an empty name. Does not check that the font exists; drawing does.
  public init?(_ name: NSString) {
    guard name.length > 0 else { return nil }
    postScriptName = "\(name)"
  }
}
