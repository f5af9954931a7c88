import CarobFoundation

/// A delegate with the optional property `window`: that of the application or of a window scene.
///
/// Read through the delegate protocol, an optional property has one more level of optionality
/// (`delegate?.window??.frame`) than the class declares. So the requirement is declared here, and each
/// protocol has its own getter.
// NB: disfavoured, so that the compiler picks the protocols' getters.
@preconcurrency @MainActor
public protocol _UIWindowKeeping: AnyObject {
  @_disfavoredOverload var window: UIWindow? { get set }
}

extension _UIWindowKeeping {
  @_disfavoredOverload public var window: UIWindow? {
    get { nil }
    set {}
  }
}
