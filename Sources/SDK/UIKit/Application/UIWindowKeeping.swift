import CarobFoundation

/// What has the optional property `window`: delegates of the application and of window scenes.
///
/// Through a delegate's protocol an optional property is asked for with one more optional, `delegate?.window??.frame`; a
/// class has it as it declares it. So the requirement stands here, and each protocol has a getter of its own.
// NB: disfavoured, so that the getters of the protocols are taken.
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
