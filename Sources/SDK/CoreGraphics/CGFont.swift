import CarobFoundation

/// A font by its name, without a size.
public final class CGFont: Sendable {
  /// The PostScript name.
  public let postScriptName: String?

  /// Nil without a name; whether there is such a font is seen when it is used.
  public init?(_ name: NSString) {
    guard name.length > 0 else { return nil }
    postScriptName = "\(name)"
  }
}
