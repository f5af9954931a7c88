import CarobFoundation
import QuartzCore

/// The reason why a scene request failed.
public struct UISceneError: Error, Hashable, Sendable {
  public enum Code: Int, Sendable {
    case multipleScenesNotSupported = 0
    case requestDenied = 100
    case geometryRequestUnsupported = 101
    case geometryRequestDenied = 102
  }
  public static let multipleScenesNotSupported = Code.multipleScenesNotSupported
  public static let requestDenied = Code.requestDenied

  public let code: Code
  public init(_ code: Code) { self.code = code }
}

/// Options for closing a scene.
@preconcurrency @MainActor
open class UISceneDestructionRequestOptions: _MainActorNSObject {}

/// Options for closing a scene's window.
@preconcurrency @MainActor
open class UIWindowSceneDestructionRequestOptions: UISceneDestructionRequestOptions {
  open var windowDismissalAnimation = UIWindowScene.DismissalAnimation.standard
}

extension UIWindowScene {
  public enum DismissalAnimation: Int, Sendable {
    case standard = 1
    case commit, decline
  }
}

extension UIApplication {
  /// E-504: an app has exactly one scene on the device, so it cannot open another one or close its only one.
  func refuseSceneRequest(_ errorHandler: ((any Error) -> Void)?) {
    guard let errorHandler else { return }
    LayerAnimations.afterCommit { errorHandler(UISceneError(.multipleScenesNotSupported)) }
  }
}
